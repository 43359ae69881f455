import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Course } from '../catalogue/course.entity.js';

export const AUDIENCES = ['all', 'not_started', 'in_progress', 'completed'] as const;
export type Audience = (typeof AUDIENCES)[number];

@Entity({ schema: 'ext_courses', name: 'announcements' })
@Check('announcements_audience_check', `audience IN ('all', 'not_started', 'in_progress', 'completed')`)
@Index('announcements_of_course', ['course_id', 'created_at'])
@Index('announcements_of_writer', ['owner_id'])
export class CourseAnnouncement {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Course, { onDelete: 'CASCADE' }) course_id!: string;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) body!: string;
  @Choice(AUDIENCES) audience!: Audience;
  @Column({ type: 'int', default: 0 }) recipients!: number;
  /** The last enrollment that was told: where the job goes on when it is run again. */
  @Column({ type: 'uuid', nullable: true }) sent_through!: string | null;
  @Moment({ nullable: true }) sent_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
