import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import type { TaxLine } from '../../kernel/invoices/arithmetic.js';
import { Choice, DayText, Decimal, Whole } from '../../kernel/rows/columns.js';
import type { Buyer, Seller } from '../documents/snapshots.js';
import { Client, TaxRate } from './client.entity.js';
import { RecurringInvoice } from './recurring-invoice.entity.js';

export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
export const DOCUMENT_STATUSES = ['draft', 'issued', 'void'] as const;
export const SOURCES = ['manual', 'recurring', 'timetracking'] as const;
export const EVENT_KINDS = [
  'created',
  'issued',
  'sent',
  'viewed',
  'payment',
  'reversed',
  'reminded',
  'credited',
  'voided',
] as const;

@Entity({ schema: 'ext_invoicing', name: 'documents' })
@Check('documents_kind_check', `kind IN ('invoice', 'credit_note')`)
@Check('documents_status_check', `status IN ('draft', 'issued', 'void')`)
@Check('documents_source_check', `source IN ('manual', 'recurring', 'timetracking')`)
@Check('documents_total_minor_check', 'total_minor >= 0')
@Check('documents_paid_minor_check', 'paid_minor >= 0')
@Check('documents_credited_minor_check', 'credited_minor >= 0')
@Check('documents_sums_check', 'paid_minor + credited_minor <= total_minor')
@Check('documents_numbered_check', `(status = 'draft') = (number IS NULL)`)
@Unique('documents_number_key', ['owner_id', 'kind', 'number'])
@Unique('documents_sequence_key', ['owner_id', 'kind', 'series_period', 'sequence'])
@Unique('documents_recurring_key', ['recurring_id', 'recurring_date'])
@Unique('documents_source_key', ['owner_id', 'source', 'source_ref'])
@Unique('documents_public_token_key', ['public_token'])
@Index('documents_by_due', ['owner_id', 'kind', 'status', 'due_date', 'id'])
// Downwards: made by hand in the migration.
@Index('documents_newest', { synchronize: false })
@Index('documents_by_status', { synchronize: false })
@Index('documents_by_issue', ['owner_id', 'kind', 'issue_date', 'id'])
@Index('documents_number_parts', { synchronize: false })
@Index('documents_of_client', { synchronize: false })
@Index('documents_unpaid', { synchronize: false })
@Index('documents_unpaid_newest', { synchronize: false })
@Index('documents_untouched_newest', { synchronize: false })
@Index('documents_part_paid_newest', { synchronize: false })
@Index('documents_unpaid_of_client', { synchronize: false })
@Index('documents_of_invoice', ['invoice_id'])
export class InvoiceDocument {
  @Id() id!: string;
  /** Null when the account is deleted: its clients still see what was issued. Only public actions reach such a row. */
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Client, { onDelete: 'CASCADE' }) client_id!: string;
  @Choice(DOCUMENT_KINDS, { default: 'invoice' }) kind!: DocumentKind;
  @Choice(DOCUMENT_STATUSES, { default: 'draft' }) status!: (typeof DOCUMENT_STATUSES)[number];
  /** Null exactly while it is a draft. */
  @Column({ type: 'text', nullable: true }) number!: string | null;
  @Column({ type: 'text', nullable: true }) series_period!: string | null;
  @Column({ type: 'int', nullable: true }) sequence!: number | null;
  @DayText({ nullable: true }) issue_date!: string | null;
  @DayText({ nullable: true }) due_date!: string | null;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Column({ type: 'boolean', default: false }) prices_include_tax!: boolean;
  @Decimal(7, 4, { nullable: true }) discount_percent!: number | null;
  @Whole({ default: 0 }) discount_minor!: number;
  @Whole({ default: 0 }) subtotal_minor!: number;
  @Whole({ default: 0 }) tax_minor!: number;
  @Whole({ default: 0 }) total_minor!: number;
  @Whole({ default: 0 }) paid_minor!: number;
  @Whole({ default: 0 }) credited_minor!: number;
  @Column({ type: 'text', nullable: true }) po_number!: string | null;
  @Column({ type: 'text', nullable: true }) notes!: string | null;
  @Column({ type: 'text', nullable: true }) footer!: string | null;
  /** As they were at issue. */
  @Column({ type: 'jsonb', nullable: true }) seller!: Seller | null;
  @Column({ type: 'jsonb', nullable: true }) client!: Buyer | null;
  @Column({ type: 'jsonb', default: [] }) tax_lines!: TaxLine[];
  @Column({ type: 'char', length: 32 }) public_token!: string;
  /** Of a credit note. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => InvoiceDocument, { onDelete: 'CASCADE' })
  invoice_id!: string | null;
  @Column({ type: 'text', nullable: true }) reason!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => RecurringInvoice, { onDelete: 'SET NULL' })
  recurring_id!: string | null;
  @DayText({ nullable: true }) recurring_date!: string | null;
  @Choice(SOURCES, { default: 'manual' }) source!: (typeof SOURCES)[number];
  @Column({ type: 'text', nullable: true }) source_ref!: string | null;
  @Moment({ nullable: true }) sent_at!: Date | null;
  @Moment({ nullable: true }) viewed_at!: Date | null;
  @Moment({ nullable: true }) paid_at!: Date | null;
  /** Its day, in the zone that the owner had then; a trigger sets it. */
  @DayText({ nullable: true }) paid_on!: string | null;
  @Moment({ nullable: true }) voided_at!: Date | null;
  @Column({ type: 'boolean', default: true }) reminders!: boolean;
  @Moment({ nullable: true }) reminded_at!: Date | null;
  /** The last day from the due date of which the client was reminded. */
  @Column({ type: 'int', nullable: true }) reminded_mark!: number | null;
  /** The owner knows that it is overdue. */
  @Column({ type: 'boolean', default: false }) overdue_told!: boolean;
  @Column({ type: 'text', nullable: true }) pdf_file_key!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const INVOICE = { entity: InvoiceDocument, by: 'invoice_id', thing: 'Invoice' };

@Entity({ schema: 'ext_invoicing', name: 'document_lines' })
@Unique('document_lines_position_key', ['document_id', 'position'])
@Index('document_lines_of_tax_rate', ['tax_rate_id'])
export class DocumentLine {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => InvoiceDocument, { onDelete: 'CASCADE' }) document_id!: string;
  @Column({ type: 'int' }) position!: number;
  @Column({ type: 'text' }) description!: string;
  @Decimal(14, 4, { default: 1 }) quantity!: number;
  @Column({ type: 'text', nullable: true }) unit!: string | null;
  @Whole() unit_price_minor!: number;
  @Decimal(7, 4, { nullable: true }) discount_percent!: number | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => TaxRate, { onDelete: 'SET NULL' })
  tax_rate_id!: string | null;
  /** A copy, as the rate: an issued document does not follow its tax rate. */
  @Column({ type: 'text', nullable: true }) tax_name!: string | null;
  @Column({ type: 'int', default: 0 }) rate_ppm!: number;
  @Whole() amount_minor!: number;
}

/** One row for each series, so that two issuers of one owner wait for each other and no number is lost. */
@Entity({ schema: 'ext_invoicing', name: 'number_counters' })
@Check('number_counters_kind_check', `kind IN ('invoice', 'credit_note')`)
@Unique('number_counters_key', ['owner_id', 'kind', 'period'])
export class NumberCounter {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Choice(DOCUMENT_KINDS) kind!: DocumentKind;
  /** Empty, `2026` or `202603`. */
  @Column({ type: 'text', default: '' }) period!: string;
  @Column({ type: 'int' }) last_value!: number;
  @CreatedAt() created_at!: Date;
}

@Entity({ schema: 'ext_invoicing', name: 'document_events' })
@Check(
  'document_events_kind_check',
  `kind IN ('created', 'issued', 'sent', 'viewed', 'payment', 'reversed', 'reminded', 'credited', 'voided')`,
)
@Index('document_events_of_document', ['document_id', 'created_at', 'id'])
@Index('document_events_of_actor', ['actor_id'])
export class DocumentEvent {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => InvoiceDocument, { onDelete: 'CASCADE' }) document_id!: string;
  @Choice(EVENT_KINDS) kind!: (typeof EVENT_KINDS)[number];
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('User', { onDelete: 'SET NULL' }) actor_id!: string | null;
  @Column({ type: 'jsonb', default: {} }) data!: object;
  @CreatedAt() created_at!: Date;
}
