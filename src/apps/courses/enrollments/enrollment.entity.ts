import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Course } from '../catalogue/course.entity.js';
import { Lesson, CourseModule } from '../curriculum/lesson.entity.js';

export type GrantSource = 'free' | 'purchase' | 'teacher' | 'bundle' | 'subscription';

/** One reason why somebody is enrolled. */
@Entity({ schema: 'ext_courses', name: 'grants' })
@Check('grants_source_check', `source IN ('free', 'purchase', 'teacher', 'bundle', 'subscription')`)
// Nulls are equal in it: made by hand in the migration.
@Index('grants_once', { synchronize: false })
export class EnrollmentGrant {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Enrollment, { onDelete: 'CASCADE' }) enrollment_id!: string;
  @Column({ type: 'text' }) source!: GrantSource;
  @Column({ type: 'uuid', nullable: true }) source_id!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Moment({ nullable: true }) revoked_at!: Date | null;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_courses', name: 'enrollments' })
@Check('enrollments_status_check', `status IN ('active', 'ended')`)
@Index('enrollments_once', ['course_id', 'owner_id'], { unique: true })
@Index('enrollments_of_course', ['course_id', 'status'])
@Index('enrollments_in_turn', ['course_id', 'id'])
@Index('enrollments_expiring', ['expires_at'], { where: `status = 'active'` })
@Index('enrollments_unfinished', ['id'], { where: `status = 'active' AND completed_at IS NULL` })
// Descending: made by hand in the migration.
@Index('enrollments_of_student', { synchronize: false })
@Index('enrollments_newest', { synchronize: false })
@Index('enrollments_progress', { synchronize: false })
@Index('enrollments_activity', { synchronize: false })
export class Enrollment {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
  @Choice(['active', 'ended']) status!: 'active' | 'ended';
  @Column({ type: 'int', default: 0 }) progress_percent!: number;
  @Column({ type: 'uuid', nullable: true }) last_lesson_id!: string | null;
  @Moment({ nullable: true }) last_activity_at!: Date | null;
  /** Of the grant that lasts longest; null: for good. */
  @Moment({ nullable: true }) expires_at!: Date | null;
  @Moment({ nullable: true }) completed_at!: Date | null;
  @Column({ type: 'boolean', default: false }) blocked!: boolean;
  @Moment({ nullable: true }) reminded_at!: Date | null;
  @Moment({ nullable: true }) ending_notice_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

@Entity({ schema: 'ext_courses', name: 'lesson_progress' })
@Index('lesson_progress_once', ['enrollment_id', 'lesson_id'], { unique: true })
@Index('lesson_progress_of_lesson', ['lesson_id'])
export class LessonProgress {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Enrollment, { onDelete: 'CASCADE' }) enrollment_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Lesson, { onDelete: 'CASCADE' }) lesson_id!: string;
  @Column({ type: 'int', default: 0 }) position_seconds!: number;
  /** When the player stood there, which may be long before we were told. */
  @Moment({ nullable: true }) position_at!: Date | null;
  @Moment({ nullable: true }) completed_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** That a student was told that a module has opened: once, however often the job runs. */
@Entity({ schema: 'ext_courses', name: 'module_openings' })
@Index('module_openings_of_module', ['module_id'])
export class ModuleOpening {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey(() => Enrollment, { onDelete: 'CASCADE' })
  enrollment_id!: string;
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey(() => CourseModule, { onDelete: 'CASCADE' })
  module_id!: string;
  @CreatedAt() created_at!: Date;
}
