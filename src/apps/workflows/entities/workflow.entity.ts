import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';

export const WORKFLOW_STATUSES = ['draft', 'active', 'paused', 'archived'] as const;
export const CONCURRENCIES = ['queue', 'parallel', 'skip'] as const;

@Entity({ schema: 'ext_workflows', name: 'workflows' })
@Check('workflows_status_check', `status IN ('draft', 'active', 'paused', 'archived')`)
@Check('workflows_concurrency_check', `concurrency IN ('queue', 'parallel', 'skip')`)
@Index('workflows_of_owner', ['owner_id', 'status'])
@Index('workflows_newest', ['owner_id', 'created_at', 'id'])
@Index('workflows_due', ['next_run_at'], { where: `status = 'active'` })
@Unique('workflows_hook_token_key', ['hook_token'])
@Unique('workflows_old_hook_token_key', ['old_hook_token'])
export class Workflow {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'varchar', length: 120 }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Choice(WORKFLOW_STATUSES, { default: 'draft' }) status!: (typeof WORKFLOW_STATUSES)[number];
  @Column({ type: 'jsonb' }) draft!: object;
  @Column({ type: 'int', nullable: true }) active_version!: number | null;
  @Choice(CONCURRENCIES, { default: 'queue' }) concurrency!: (typeof CONCURRENCIES)[number];
  @Column({ type: 'char', length: 43, nullable: true }) hook_token!: string | null;
  @Column({ type: 'char', length: 43, nullable: true }) old_hook_token!: string | null;
  @Moment({ nullable: true }) old_hook_until!: Date | null;
  @Moment({ nullable: true }) next_run_at!: Date | null;
  @Column({ type: 'int', default: 0 }) failures_in_row!: number;
  @Moment({ nullable: true }) failure_notified_at!: Date | null;
  @Column({ type: 'text', nullable: true }) paused_reason!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const WORKFLOW = { entity: Workflow, by: 'workflow_id' };

/** A published definition, which never changes. */
@Entity({ schema: 'ext_workflows', name: 'workflow_versions' })
@Unique('workflow_versions_workflow_id_version_key', ['workflow_id', 'version'])
export class WorkflowVersion {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('Workflow', { onDelete: 'CASCADE' }) workflow_id!: string;
  @Column({ type: 'int' }) version!: number;
  @Column({ type: 'jsonb' }) definition!: object;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_workflows', name: 'event_triggers' })
@Unique('event_triggers_workflow_id_event_name_key', ['workflow_id', 'event_name'])
@Index('event_triggers_oldest', ['created_at'])
@Index('event_triggers_of_owner', ['owner_id', 'event_name'])
export class EventTrigger {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('Workflow', { onDelete: 'CASCADE' }) workflow_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'text' }) event_name!: string;
  @CreatedAt() created_at!: Date;
}

/** The last entry of the outbox that has been read. */
@Entity({ schema: 'ext_workflows', name: 'outbox_positions' })
export class OutboxPosition {
  @Id() id!: string;
  @Moment({ default: () => 'now()' }) read_until!: Date;
}

/** An event whose run has not begun, because the queue or the hour was full. */
@Entity({ schema: 'ext_workflows', name: 'waiting_events' })
@Unique('waiting_events_workflow_id_event_id_key', ['workflow_id', 'event_id'])
@Index('waiting_events_dropped', ['event_id'], { where: 'dropped' })
export class WaitingEvent {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('Workflow', { onDelete: 'CASCADE' }) workflow_id!: string;
  @Column({ type: 'uuid' }) event_id!: string;
  /** Too many wait already. The row is there until the event is not read again. */
  @Column({ type: 'boolean', default: false }) dropped!: boolean;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_workflows', name: 'secrets' })
@Unique('secrets_owner_id_name_key', ['owner_id', 'name'])
export class Secret {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'varchar', length: 60 }) name!: string;
  @Column({ type: 'bytea' }) ciphertext!: Buffer;
  @Column({ type: 'text' }) key_id!: string;
  @Moment({ nullable: true }) last_used_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
