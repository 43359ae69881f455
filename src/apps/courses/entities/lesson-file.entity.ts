import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { Course } from './course.entity.js';
import { Lesson } from './lesson.entity.js';

export const FILE_PURPOSES = ['main', 'attachment', 'cover'] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

/** A file that was promised to a course, and the lesson that has it. */
@Entity({ schema: 'ext_courses', name: 'lesson_files' })
@Check('lesson_files_purpose_check', `purpose IN ('main', 'attachment', 'cover')`)
@Index('lesson_files_file', ['file_id'], { unique: true })
@Index('lesson_files_of_lesson', ['lesson_id'])
@Index('lesson_files_of_course', ['course_id'])
export class LessonFile {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Lesson, { onDelete: 'SET NULL' })
  lesson_id!: string | null;
  @Column({ type: 'uuid' }) file_id!: string;
  @Column({ type: 'text' }) purpose!: FilePurpose;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'bigint', transformer: { from: Number, to: String } }) size_bytes!: number;
  @Column({ type: 'text' }) content_type!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
