import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { PERIOD_UNITS, type PeriodUnit } from '../../kernel/calendar/periods.js';
import { Choice, DayText } from '../../kernel/rows/columns.js';
import type { LineInput } from '../documents/line.inputs.js';
import { Client } from './client.entity.js';

export const RECURRING_MODES = ['draft', 'issue', 'send'] as const;
export const RECURRING_STATUSES = ['active', 'paused', 'ended'] as const;

/** What the invoices say. Lines are kept as they were given, so that each invoice has the prices and rates of its day. */
export interface Template {
  lines: LineInput[];
  discount_percent: number | null;
  notes: string | null;
  /** Null: the terms of the client or of the settings. */
  due_days: number | null;
}

@Entity({ schema: 'ext_invoicing', name: 'recurring_invoices' })
@Check('recurring_invoices_every_check', 'every BETWEEN 1 AND 12')
@Check('recurring_invoices_unit_check', `unit IN ('week', 'month', 'quarter', 'year')`)
@Check('recurring_invoices_max_count_check', 'max_count > 0')
@Check('recurring_invoices_mode_check', `mode IN ('draft', 'issue', 'send')`)
@Check('recurring_invoices_status_check', `status IN ('active', 'paused', 'ended')`)
@Index('recurring_due', ['next_date', 'id'], { where: `status = 'active'` })
@Index('recurring_of_owner', ['owner_id', 'status', 'created_at', 'id'])
@Index('recurring_of_client', ['client_id'])
export class RecurringInvoice {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Client, { onDelete: 'CASCADE' }) client_id!: string;
  /** Lines, discount, notes and due days of the invoices that it makes. */
  @Column({ type: 'jsonb' }) template!: Template;
  @Column({ type: 'int', default: 1 }) every!: number;
  @Choice(PERIOD_UNITS) unit!: PeriodUnit;
  @DayText() start_date!: string;
  /** Null: there is none any more. */
  @DayText({ nullable: true }) next_date!: string | null;
  @DayText({ nullable: true }) end_date!: string | null;
  @Column({ type: 'int', nullable: true }) max_count!: number | null;
  @Column({ type: 'int', default: 0 }) made_count!: number;
  @Choice(RECURRING_MODES, { default: 'draft' }) mode!: (typeof RECURRING_MODES)[number];
  @Choice(RECURRING_STATUSES, { default: 'active' }) status!: (typeof RECURRING_STATUSES)[number];
  /** In a row; five pause it. */
  @Column({ type: 'int', default: 0 }) failures!: number;
  @Column({ type: 'text', nullable: true }) last_error!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const RECURRING = {
  entity: RecurringInvoice,
  by: 'recurring_invoice_id',
  thing: 'Recurring invoice',
};
