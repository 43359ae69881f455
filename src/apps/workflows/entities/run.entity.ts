import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

export const TRIGGERS = ['manual', 'schedule', 'event', 'hook', 'retry'] as const;
export const RUN_STATUSES = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelled',
  'timed_out',
  'skipped',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];
export const STEP_STATUSES = ['running', 'waiting', 'succeeded', 'failed', 'skipped'] as const;
export const DECISIONS = ['approved', 'rejected', 'expired'] as const;

@Entity({ schema: 'ext_workflows', name: 'runs' })
@Check('runs_trigger_check', `trigger IN ('manual', 'schedule', 'event', 'hook', 'retry')`)
@Check(
  'runs_status_check',
  `status IN ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'timed_out', 'skipped')`,
)
@Unique('runs_workflow_id_dedupe_key_key', ['workflow_id', 'dedupe_key'])
@Index('runs_exclusive', ['workflow_id'], { unique: true, where: `exclusive AND status IN ('running', 'waiting')` })
@Index('runs_open', ['workflow_id', 'created_at'], { where: `status IN ('queued', 'running', 'waiting')` })
@Index('runs_of_workflow', ['workflow_id', 'created_at'])
@Index('runs_of_owner', ['owner_id', 'status'])
@Index('runs_newest', ['owner_id', 'created_at', 'id'])
@Index('runs_queued', ['created_at'], { where: `status = 'queued'` })
@Index('runs_waking', ['wake_at'], { where: `status = 'waiting'` })
@Index('runs_leased', ['lease_until'], { where: `status = 'running'` })
@Index('runs_old', ['finished_at'], { where: 'finished_at IS NOT NULL' })
export class WorkflowRun {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('Workflow', { onDelete: 'CASCADE' }) workflow_id!: string;
  /** 0: a test of the draft. */
  @Column({ type: 'int' }) version!: number;
  @Column({ type: 'jsonb', nullable: true }) definition!: object | null;
  @Choice(TRIGGERS) trigger!: (typeof TRIGGERS)[number];
  @Column({ type: 'jsonb' }) input!: object;
  @Choice(RUN_STATUSES, { default: 'queued' }) status!: RunStatus;
  @Column({ type: 'text', nullable: true }) error!: string | null;
  @Column({ type: 'text', nullable: true }) failed_path!: string | null;
  @Column({ type: 'smallint', default: 0 }) depth!: number;
  @Column({ type: 'uuid', nullable: true }) retry_of!: string | null;
  @Column({ type: 'varchar', length: 200, nullable: true }) dedupe_key!: string | null;
  @Column({ type: 'boolean', default: false }) exclusive!: boolean;
  /** It ends after the step in hand. */
  @Column({ type: 'boolean', default: false }) cancel_requested!: boolean;
  @Column({ type: 'uuid', nullable: true }) lease_token!: string | null;
  @Moment({ nullable: true }) lease_until!: Date | null;
  @Moment({ nullable: true }) wake_at!: Date | null;
  @Column({ type: 'int', default: 0 }) step_count!: number;
  @Moment({ nullable: true }) started_at!: Date | null;
  @Moment({ nullable: true }) finished_at!: Date | null;
  @CreatedAt() created_at!: Date;
}

export const RUN = { entity: WorkflowRun, by: 'run_id', thing: 'Run' };

@Entity({ schema: 'ext_workflows', name: 'run_steps' })
@Check('run_steps_status_check', `status IN ('running', 'waiting', 'succeeded', 'failed', 'skipped')`)
@Check('run_steps_decision_check', `decision IN ('approved', 'rejected', 'expired')`)
@Unique('run_steps_run_id_path_attempt_key', ['run_id', 'path', 'attempt'])
@Index('run_steps_of_run', ['run_id', 'created_at'])
@Index('run_steps_approvals', ['created_at'], { where: `kind = 'approval'` })
export class RunStep {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('WorkflowRun', { onDelete: 'CASCADE' }) run_id!: string;
  @Column({ type: 'varchar', length: 200 }) path!: string;
  @Column({ type: 'smallint', default: 1 }) attempt!: number;
  @Column({ type: 'text' }) kind!: string;
  @Choice(STEP_STATUSES, { default: 'running' }) status!: (typeof STEP_STATUSES)[number];
  @Column({ type: 'jsonb', nullable: true }) input!: unknown;
  @Column({ type: 'jsonb', nullable: true }) output!: unknown;
  @Column({ type: 'text', nullable: true }) error!: string | null;
  @Column({ type: 'boolean', nullable: true }) retryable!: boolean | null;
  @Moment() started_at!: Date;
  @Moment({ nullable: true }) finished_at!: Date | null;
  @Column({ type: 'uuid', array: true, nullable: true }) approvers!: string[] | null;
  @Column({ type: 'uuid', nullable: true }) decided_by!: string | null;
  @Choice(DECISIONS, { nullable: true }) decision!: (typeof DECISIONS)[number] | null;
  @Column({ type: 'text', nullable: true }) comment!: string | null;
  @CreatedAt() created_at!: Date;
}
