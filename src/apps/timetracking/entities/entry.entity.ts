import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, DayText, Whole } from '../../kernel/rows/columns.js';
import type { BilledLine } from '../billing/lines.policy.js';
import type { Rounding } from '../billing/rounding.policy.js';

export const RATE_SOURCES = ['entry', 'task', 'project', 'default', 'none'] as const;
export const SOURCES = ['timer', 'manual'] as const;
export const GROUPINGS = ['project', 'task', 'day', 'entry'] as const;
export const BATCH_STATUSES = ['open', 'released'] as const;

@Entity({ schema: 'ext_timetracking', name: 'invoice_batches' })
@Check('invoice_batches_group_by_check', `group_by IN ('project', 'task', 'day', 'entry')`)
@Check('invoice_batches_status_check', `status IN ('open', 'released')`)
@Index('invoice_batches_invoice_id_key', ['invoice_id'], { unique: true })
@Index('invoice_batches_owner_id_request_key_key', ['owner_id', 'request_key'], { unique: true })
@Index('invoice_batches_of_owner', ['owner_id', 'created_at'])
@Index('invoice_batches_open', ['owner_id', 'id'], { where: `status = 'open'` })
export class InvoiceBatch {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  /** Null only inside of the transaction that makes the batch. */
  @Column({ type: 'uuid', nullable: true }) invoice_id!: string | null;
  @Column({ type: 'uuid' }) client_id!: string;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @DayText() from_date!: string;
  @DayText() to_date!: string;
  @Choice(GROUPINGS) group_by!: (typeof GROUPINGS)[number];
  @Column({ type: 'jsonb' }) rounding!: Rounding;
  @Column({ type: 'int' }) entry_count!: number;
  @Column({ type: 'int' }) exact_seconds!: number;
  @Column({ type: 'int' }) billed_seconds!: number;
  @Whole() total_minor!: number;
  @Column({ type: 'jsonb' }) lines!: BilledLine[];
  @Choice(BATCH_STATUSES, { default: 'open' }) status!: (typeof BATCH_STATUSES)[number];
  @Column({ type: 'varchar', length: 200, nullable: true }) request_key!: string | null;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_timetracking', name: 'entries' })
@Check('entries_times_check', 'ended_at > started_at')
@Check('entries_rate_source_check', `rate_source IN ('entry', 'task', 'project', 'default', 'none')`)
@Check('entries_source_check', `source IN ('timer', 'manual')`)
@Index('entries_running', ['owner_id'], { unique: true, where: 'ended_at IS NULL' })
// With other columns: made by hand in the migration.
@Index('entries_of_owner', { synchronize: false })
@Index('entries_of_project', ['project_id', 'started_at'])
@Index('entries_of_task', ['task_id'])
@Index('entries_of_batch', ['batch_id'], { where: 'batch_id IS NOT NULL' })
@Index('entries_unbilled', ['owner_id'], { where: 'batch_id IS NULL AND billable' })
@Index('entries_overdue', ['started_at'], { where: 'ended_at IS NULL' })
@Index('entries_timers', ['owner_id', 'id'], { where: `source = 'timer'` })
@Index('entries_tags', { synchronize: false })
export class Entry {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('Project', { onDelete: 'CASCADE' }) project_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('Task', { onDelete: 'SET NULL' }) task_id!: string | null;
  @Column({ type: 'varchar', length: 500, default: '' }) description!: string;
  @Moment() started_at!: Date;
  @Moment({ nullable: true }) ended_at!: Date | null;
  @Column({ type: 'int', nullable: true }) seconds!: number | null;
  /** The day of its start, in the zone of the settings when it was saved. */
  @DayText() local_date!: string;
  @Column({ type: 'text', array: true, default: '{}' }) tags!: string[];
  @Column({ type: 'boolean' }) billable!: boolean;
  @Whole({ nullable: true }) rate_minor!: number | null;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Choice(RATE_SOURCES) rate_source!: (typeof RATE_SOURCES)[number];
  @Choice(SOURCES) source!: (typeof SOURCES)[number];
  @Column({ type: 'boolean', default: false }) auto_stopped!: boolean;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('InvoiceBatch', { onDelete: 'SET NULL' })
  batch_id!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** Locked after the state of the owner, which every change takes first. */
export const ENTRY = { entity: Entry, by: 'entry_id', lock: false as const };
