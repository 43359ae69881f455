import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';
import { Course } from '../catalogue/course.entity.js';

@Entity({ schema: 'ext_courses', name: 'modules' })
@Check('modules_release_check', 'available_after_days IS NULL OR available_at IS NULL')
@Index('modules_of_course', ['course_id', 'position'])
@Index('modules_opening', ['available_at'], { where: 'available_at IS NOT NULL' })
export class CourseModule {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', default: '' }) summary!: string;
  @Column({ type: 'int' }) position!: number;
  /** Counted from the student's first grant. */
  @Column({ type: 'int', nullable: true }) available_after_days!: number | null;
  @Moment({ nullable: true }) available_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

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
  @Choice(FILE_PURPOSES) purpose!: FilePurpose;
  @Column({ type: 'text' }) name!: string;
  @Whole() size_bytes!: number;
  @Column({ type: 'text' }) content_type!: string;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

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
  @Choice(LESSON_KINDS) kind!: LessonKind;
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

const via = { entity: Course, by: 'course_id' };

export const MODULE = { entity: CourseModule, by: 'module_id', thing: 'Module', via };
export const LESSON = { entity: Lesson, by: 'lesson_id', via };
