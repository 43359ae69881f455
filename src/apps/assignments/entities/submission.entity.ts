import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Assignment } from './assignment.entity.js';

export const SUBMISSION_STATUSES = ['draft', 'submitted', 'graded', 'revision'] as const;

export interface CriterionScore {
  criterion: string;
  points: number;
  comment: string | null;
}

/** One attempt of a learner. */
@Entity({ schema: 'ext_assignments', name: 'submissions' })
@Check('submissions_status_check', `status IN ('draft', 'submitted', 'graded', 'revision')`)
@Check('submissions_attempt_check', 'attempt > 0')
@Check('submissions_final_score_check', 'final_score >= 0')
@Index('submissions_attempt', ['assignment_id', 'owner_id', 'attempt'], { unique: true })
@Index('submissions_of_assignment', ['assignment_id', 'status'])
@Index('submissions_of_owner', ['owner_id'])
@Index('submissions_graded_by', ['graded_by'])
@Index('submissions_drafts', ['assignment_id'], { where: `status = 'draft'` })
@Index('submissions_untold', ['assignment_id'], { where: 'submitted_at IS NOT NULL AND NOT told' })
export class Submission {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Assignment, { onDelete: 'CASCADE' }) assignment_id!: string;
  /** The learner. */
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'int' }) attempt!: number;
  @Column({ type: 'text', default: 'draft' }) status!: (typeof SUBMISSION_STATUSES)[number];
  @Column({ type: 'text', nullable: true }) body!: string | null;
  @Column({ type: 'text', nullable: true }) link_url!: string | null;
  @Moment({ nullable: true }) submitted_at!: Date | null;
  @Column({ type: 'int', default: 0 }) late_seconds!: number;
  /** By the cut-off, and not by the learner. */
  @Column({ type: 'boolean', default: false }) auto_submitted!: boolean;
  @Column({ type: 'numeric', precision: 7, scale: 2, nullable: true }) score!: number | null;
  @Column({ type: 'numeric', precision: 7, scale: 2, default: 0 }) penalty!: number;
  @Column({ type: 'numeric', precision: 7, scale: 2, nullable: true }) final_score!: number | null;
  @Column({ type: 'boolean', nullable: true }) passed!: boolean | null;
  @Column({ type: 'jsonb', nullable: true }) rubric_scores!: CriterionScore[] | null;
  @Column({ type: 'text', nullable: true }) feedback!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  graded_by!: string | null;
  @Moment({ nullable: true }) graded_at!: Date | null;
  @Moment({ nullable: true }) released_at!: Date | null;
  @Column({ type: 'int', default: 1 }) version!: number;
  /** The teacher knows that it was handed in. */
  @Column({ type: 'boolean', default: false }) told!: boolean;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
