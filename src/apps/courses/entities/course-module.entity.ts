import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Course } from './course.entity.js';

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
