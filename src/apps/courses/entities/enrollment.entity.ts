import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Course } from './course.entity.js';

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
  @Column({ type: 'text' }) status!: 'active' | 'ended';
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
