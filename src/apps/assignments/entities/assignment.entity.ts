import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Decimal, Whole } from '../../kernel/rows/columns.js';

export const STATUSES = ['draft', 'published', 'closed', 'archived'] as const;
export const GRADINGS = ['points', 'pass_fail'] as const;
export const SUBMISSION_TYPES = ['text', 'link', 'file'] as const;
export const KEEP_SCORES = ['latest', 'highest'] as const;
export const RELEASES = ['immediate', 'manual'] as const;

export type Status = (typeof STATUSES)[number];
export type SubmissionType = (typeof SUBMISSION_TYPES)[number];

/** What work is marked by; its points are part of those of the assignment. */
export interface Criterion {
  id: string;
  title: string;
  description: string | null;
  points: number;
}

@Entity({ schema: 'ext_assignments', name: 'assignments' })
@Check('assignments_title_check', 'char_length(title) BETWEEN 1 AND 200')
@Check('assignments_status_check', `status IN ('draft', 'published', 'closed', 'archived')`)
@Check('assignments_grading_check', `grading IN ('points', 'pass_fail')`)
@Check('assignments_points_check', 'points > 0')
@Check('assignments_dates_check', 'opens_at < due_at AND due_at <= closes_at AND opens_at < closes_at')
@Check('assignments_keep_score_check', `keep_score IN ('latest', 'highest')`)
@Check('assignments_release_check', `release IN ('immediate', 'manual')`)
@Index('assignments_of_owner', ['owner_id', 'status', 'due_at'])
@Index('assignments_closing', ['status', 'closes_at'])
@Index('assignments_to_close', ['closes_at'], { where: 'closed_notice_at IS NULL' })
@Index('assignments_of_reference', ['reference_type', 'reference_id'])
@Index('assignments_due', ['due_at'], { where: `status = 'published'` })
// Descending: made by hand in the migration.
@Index('assignments_newest', { synchronize: false })
export class Assignment {
  @Id() id!: string;
  /** Null: the account of the teacher is deleted, and learners keep what they handed in. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  owner_id!: string | null;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text', nullable: true }) instructions!: string | null;
  @Choice(STATUSES, { default: 'draft' }) status!: Status;
  @Choice(GRADINGS, { default: 'points' }) grading!: (typeof GRADINGS)[number];
  @Decimal(7, 2, { default: 100 }) points!: number;
  @Choice(SUBMISSION_TYPES, { array: true, default: '{text,file}' }) submission_types!: SubmissionType[];
  /** Empty: any. */
  @Column({ type: 'text', array: true, default: '{}' }) allowed_extensions!: string[];
  @Column({ type: 'int', default: 5 }) max_files!: number;
  @Whole() max_file_bytes!: number;
  @Moment({ nullable: true }) opens_at!: Date | null;
  @Moment({ nullable: true }) due_at!: Date | null;
  @Moment({ nullable: true }) closes_at!: Date | null;
  /** Null: no limit. */
  @Column({ type: 'int', nullable: true, default: 1 }) max_attempts!: number | null;
  @Choice(KEEP_SCORES, { default: 'latest' }) keep_score!: (typeof KEEP_SCORES)[number];
  /** For each day begun. */
  @Decimal(5, 2, { default: 0 }) late_penalty_percent!: number;
  @Decimal(5, 2, { default: 100 }) late_penalty_max!: number;
  @Column({ type: 'jsonb', nullable: true }) rubric!: Criterion[] | null;
  @Column({ type: 'boolean', default: false }) anonymous!: boolean;
  @Choice(RELEASES, { default: 'manual' }) release!: (typeof RELEASES)[number];
  @Column({ type: 'boolean', default: true }) submit_drafts!: boolean;
  @Column({ type: 'text' }) @Index('assignments_join_code', { unique: true }) join_code!: string;
  /** What it belongs to, in another app. */
  @Column({ type: 'text', nullable: true }) reference_type!: string | null;
  @Column({ type: 'uuid', nullable: true }) reference_id!: string | null;
  @Moment({ nullable: true }) published_at!: Date | null;
  /** When its teacher was last told of work that was handed in. */
  @Moment({ nullable: true }) submitted_notice_at!: Date | null;
  /** When the teacher was notified that it accepts no more submissions. */
  @Moment({ nullable: true }) closed_notice_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const ASSIGNMENT = { entity: Assignment, by: 'assignment_id' };

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
  @Choice(LEARNER_STATUSES, { default: 'active' }) status!: LearnerStatus;
  /** Dates that apply to this learner only. */
  @Moment({ nullable: true }) due_at!: Date | null;
  @Moment({ nullable: true }) closes_at!: Date | null;
  @Column({ type: 'int', default: 0 }) extra_attempts!: number;
  @Moment({ nullable: true }) due_notice_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** `now`: the time of the transaction, by the clock of the database. */
export type AssignmentNow = Assignment & { now: Date };
