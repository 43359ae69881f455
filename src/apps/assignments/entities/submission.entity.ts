import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Decimal, Whole } from '../../kernel/rows/columns.js';
import { Assignment, AssignmentLearner } from './assignment.entity.js';

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
  @Choice(SUBMISSION_STATUSES, { default: 'draft' }) status!: (typeof SUBMISSION_STATUSES)[number];
  @Column({ type: 'text', nullable: true }) body!: string | null;
  @Column({ type: 'text', nullable: true }) link_url!: string | null;
  @Moment({ nullable: true }) submitted_at!: Date | null;
  @Column({ type: 'int', default: 0 }) late_seconds!: number;
  /** By the cut-off, and not by the learner. */
  @Column({ type: 'boolean', default: false }) auto_submitted!: boolean;
  @Decimal(7, 2, { nullable: true }) score!: number | null;
  @Decimal(7, 2, { default: 0 }) penalty!: number;
  @Decimal(7, 2, { nullable: true }) final_score!: number | null;
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

export const SUBMISSION = {
  entity: Submission,
  by: 'submission_id',
  via: { entity: Assignment, by: 'assignment_id' },
};

export const FILE_STATUSES = ['pending', 'ready', 'lost'] as const;

/** A file that was promised; it counts once its bytes are there. */
@Entity({ schema: 'ext_assignments', name: 'files' })
@Check('files_status_check', `status IN ('pending', 'ready', 'lost')`)
@Index('files_storage_key', ['storage_key'], { unique: true })
@Index('files_of_submission', ['submission_id'])
@Index('files_of_assignment', ['assignment_id'])
@Index('files_of_owner', ['owner_id'])
@Index('files_pending', ['expires_at'], { where: `status = 'pending'` })
export class AssignmentFile {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Assignment, { onDelete: 'CASCADE' }) assignment_id!: string;
  /** Null: the teacher's material. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Submission, { onDelete: 'CASCADE' })
  submission_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) content_type!: string;
  @Whole() size_bytes!: number;
  /** The id of its bytes, and the one by which callers know it. */
  @Column({ type: 'uuid' }) storage_key!: string;
  @Choice(FILE_STATUSES, { default: 'pending' }) status!: (typeof FILE_STATUSES)[number];
  /** Until then its bytes may come. */
  @Moment() expires_at!: Date;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** What the teacher and one learner say to each other. */
@Entity({ schema: 'ext_assignments', name: 'comments' })
@Index('comments_of_thread', ['assignment_id', 'learner_id', 'created_at'])
@Index('comments_of_learner', ['learner_id'])
@Index('comments_of_submission', ['submission_id'])
@Index('comments_of_author', ['author_id'])
export class AssignmentComment {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Assignment, { onDelete: 'CASCADE' }) assignment_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => AssignmentLearner, { onDelete: 'CASCADE' }) learner_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => Submission, { onDelete: 'SET NULL' })
  submission_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) author_id!: string;
  @Column({ type: 'text' }) body!: string;
  @CreatedAt() created_at!: Date;
}
