import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Doc } from './doc.entity.js';

export const OPERATIONS = ['generate', 'rewrite', 'summarize', 'ask'] as const;
export type Operation = (typeof OPERATIONS)[number];
export const METHODS = ['provider', 'extractive'] as const;
export type Method = (typeof METHODS)[number];
export const RUN_STATUSES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** A place in the body of a revision, and what stands there. */
export interface Citation {
  n: number;
  doc_id: string;
  title: string;
  revision: number;
  start: number;
  end: number;
  quote: string;
}

/** What the job needs beyond the input. */
export interface RunState {
  /** The passages that the question is answered from, as they were when it was asked. */
  passages?: Omit<Citation, 'n'>[];
  skipped_doc_ids?: string[];
  /** The summaries of the parts so far. */
  parts?: string[];
  /** How often the provider was asked in vain for the present part. */
  failures?: number;
}

/** One AI operation: the question, and what came of it. */
@Entity({ schema: 'ext_ai_docs', name: 'runs' })
@Check('runs_operation_check', `operation IN ('generate', 'rewrite', 'summarize', 'ask')`)
@Check('runs_method_check', `method IN ('provider', 'extractive')`)
@Check('runs_status_check', `status IN ('queued', 'running', 'completed', 'failed', 'canceled')`)
@Index('runs_of_owner', { synchronize: false })
@Index('runs_of_doc', { synchronize: false })
@Index('runs_sources', { synchronize: false })
@Index('runs_leases', ['status', 'lease_until'])
@Index('runs_due', ['wake_at', 'created_at'], { where: `status = 'queued'` })
@Index('runs_open', ['owner_id'], { where: `status IN ('queued', 'running')` })
@Index('runs_keys', ['owner_id', 'idempotency_key'], { unique: true })
@Index('runs_with_texts', ['id'], { where: 'has_texts' })
export class Run {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid', nullable: true }) @ForeignKey(() => Doc, { onDelete: 'SET NULL' }) doc_id!: string | null;
  @Choice(OPERATIONS) operation!: Operation;
  @Choice(METHODS) method!: Method;
  @Choice(RUN_STATUSES, { default: 'queued' }) status!: RunStatus;
  @Column({ type: 'jsonb' }) input!: Record<string, unknown>;
  @Column({ type: 'jsonb', default: '{}' }) state!: RunState;
  /** The documents whose text the run reads. */
  @Column({ type: 'uuid', array: true, default: '{}' }) source_doc_ids!: string[];
  @Column({ type: 'int', nullable: true }) base_revision!: number | null;
  @Column({ type: 'text', nullable: true }) output!: string | null;
  @Column({ type: 'jsonb', default: '[]' }) citations!: Citation[];
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @Column({ type: 'text', nullable: true }) error!: string | null;
  @Column({ type: 'text', nullable: true }) model!: string | null;
  /** Until the provider reports them, an estimate. */
  @Column({ type: 'int', nullable: true }) input_tokens!: number | null;
  @Column({ type: 'int', nullable: true }) output_tokens!: number | null;
  @Column({ type: 'int', default: 0 }) attempts!: number;
  @Column({ type: 'uuid', nullable: true }) lease_token!: string | null;
  @Moment({ nullable: true }) lease_until!: Date | null;
  @Moment({ nullable: true }) wake_at!: Date | null;
  @Moment({ nullable: true }) started_at!: Date | null;
  @Moment({ nullable: true }) finished_at!: Date | null;
  @Column({ type: 'int', nullable: true }) applied_revision!: number | null;
  @Column({ type: 'text', nullable: true }) idempotency_key!: string | null;
  /** False: the texts were removed, the numbers stay. */
  @Column({ type: 'boolean', default: true }) has_texts!: boolean;
  @CreatedAt() created_at!: Date;
}

export const RUN = { entity: Run, by: 'run_id', thing: 'Run' };
