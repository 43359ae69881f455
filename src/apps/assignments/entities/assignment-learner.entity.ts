import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Assignment } from './assignment.entity.js';

export const LEARNER_STATUSES = ['active', 'excused', 'removed'] as const;
export type LearnerStatus = (typeof LEARNER_STATUSES)[number];

@Entity({ schema: 'ext_assignments', name: 'learners' })
@Check('learners_status_check', `status IN ('active', 'excused', 'removed')`)
@Check('learners_extra_attempts_check', 'extra_attempts BETWEEN 0 AND 20')
@Index('learners_once', ['assignment_id', 'user_id'], { unique: true })
@Index('learners_number', ['assignment_id', 'number'], { unique: true })
@Index('learners_of_user', ['user_id', 'status'])
@Index('learners_due', ['due_at'], { where: 'due_at IS NOT NULL' })
export class AssignmentLearner {
  /** Drawn, and not counted up with time: the order of such ids would tell who is who where marking is anonymous. */
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Assignment, { onDelete: 'CASCADE' }) assignment_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) user_id!: string;
  /** The random number that anonymous marking shows instead of the learner. */
  @Column({ type: 'int' }) number!: number;
  @Column({ type: 'text', default: 'active' }) status!: LearnerStatus;
  /** Dates that apply to this learner only. */
  @Moment({ nullable: true }) due_at!: Date | null;
  @Moment({ nullable: true }) closes_at!: Date | null;
  @Column({ type: 'int', default: 0 }) extra_attempts!: number;
  @Moment({ nullable: true }) due_notice_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
