import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { CourseModule } from './course-module.entity.js';
import { Course } from './course.entity.js';

export const LESSON_KINDS = ['text', 'video', 'file', 'quiz', 'assignment', 'live_session'] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];

@Entity({ schema: 'ext_courses', name: 'lessons' })
@Check('lessons_kind_check', `kind IN ('text', 'video', 'file', 'quiz', 'assignment', 'live_session')`)
@Check('lessons_module_check', 'module_id IS NOT NULL OR removed_at IS NOT NULL')
@Index('lessons_of_course', ['course_id'])
@Index('lessons_of_module', ['module_id', 'position'])
@Index('lessons_linked_once', ['course_id', 'ref_id'], {
  unique: true,
  where: 'ref_id IS NOT NULL AND removed_at IS NULL',
})
@Index('lessons_linked', ['ref_id'], { where: 'ref_id IS NOT NULL' })
export class Lesson {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
  /** Null: it was removed, and its module went with it. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => CourseModule, { onDelete: 'SET NULL' })
  module_id!: string | null;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) kind!: LessonKind;
  /** Markdown. */
  @Column({ type: 'text', default: '' }) body!: string;
  @Column({ type: 'uuid', nullable: true }) file_id!: string | null;
  /** Of a quiz, an assignment or a live session, in its own app. */
  @Column({ type: 'uuid', nullable: true }) ref_id!: string | null;
  @Column({ type: 'int', default: 0 }) duration_seconds!: number;
  @Column({ type: 'boolean', default: false }) preview!: boolean;
  @Column({ type: 'boolean', default: true }) required!: boolean;
  @Column({ type: 'boolean', default: false }) published!: boolean;
  @Column({ type: 'int' }) position!: number;
  /** It was deleted, and somebody's progress or words stand on it. */
  @Moment({ nullable: true }) removed_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
