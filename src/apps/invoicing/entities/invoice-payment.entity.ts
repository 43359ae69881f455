import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, DayText, Whole } from '../../kernel/rows/columns.js';
import { Client } from './client.entity.js';
import { InvoiceDocument } from './document.entity.js';

export const METHODS = ['online', 'bank_transfer', 'card', 'cash', 'check', 'credit', 'other'] as const;
export const PAYMENT_STATUSES = ['pending', 'completed', 'reversed'] as const;
export const CREDIT_REASONS = ['credit_note', 'overpayment', 'applied', 'refunded', 'released'] as const;

@Entity({ schema: 'ext_invoicing', name: 'invoice_payments' })
@Check('invoice_payments_amount_minor_check', 'amount_minor > 0')
@Check(
  'invoice_payments_method_check',
  `method IN ('online', 'bank_transfer', 'card', 'cash', 'check', 'credit', 'other')`,
)
@Check('invoice_payments_status_check', `status IN ('pending', 'completed', 'reversed')`)
@Unique('invoice_payments_payment_key', ['payment_id'])
@Unique('invoice_payments_request_key', ['owner_id', 'request_key'])
@Index('invoice_payments_of_document', ['document_id', 'status'])
@Index('invoice_payments_of_client', ['client_id'])
@Index('invoice_payments_by_day', ['owner_id', 'paid_on', 'id'])
export class InvoicePayment {
  @Id() id!: string;
  /** Null when the account is deleted, as that of the documents. */
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => InvoiceDocument, { onDelete: 'CASCADE' }) document_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Client, { onDelete: 'CASCADE' }) client_id!: string;
  @Whole() amount_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Choice(METHODS) method!: (typeof METHODS)[number];
  @Column({ type: 'text', nullable: true }) reference!: string | null;
  @DayText() paid_on!: string;
  @Choice(PAYMENT_STATUSES, { default: 'pending' }) status!: (typeof PAYMENT_STATUSES)[number];
  /** Of the platform. */
  @Column({ type: 'uuid', nullable: true }) payment_id!: string | null;
  @Column({ type: 'text', nullable: true }) checkout_url!: string | null;
  @Moment({ nullable: true }) expires_at!: Date | null;
  /** The part that went to the credit of the client. */
  @Whole({ default: 0 }) excess_minor!: number;
  @Whole({ default: 0 }) reversed_minor!: number;
  @Moment({ nullable: true }) reversed_at!: Date | null;
  @Column({ type: 'text', nullable: true }) note!: string | null;
  @Column({ type: 'text', nullable: true }) request_key!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const PAYMENT = { entity: InvoicePayment, by: 'invoice_payment_id', thing: 'Payment' };

@Entity({ schema: 'ext_invoicing', name: 'credit_entries' })
@Check('credit_entries_reason_check', `reason IN ('credit_note', 'overpayment', 'applied', 'refunded', 'released')`)
@Index('credit_entries_of_owner', ['owner_id'])
@Index('credit_entries_of_client', ['client_id', 'created_at'])
@Index('credit_entries_of_document', ['document_id'])
@Index('credit_entries_of_payment', ['invoice_payment_id'])
export class CreditEntry {
  @Id() id!: string;
  /** Null when the account is deleted, as that of the documents. */
  @Column({ type: 'uuid', nullable: true }) @ForeignKey('User', { onDelete: 'CASCADE' }) owner_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Client, { onDelete: 'CASCADE' }) client_id!: string;
  /** Signed: below zero takes credit away. */
  @Whole() amount_minor!: number;
  @Choice(CREDIT_REASONS) reason!: (typeof CREDIT_REASONS)[number];
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => InvoiceDocument, { onDelete: 'CASCADE' })
  document_id!: string | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => InvoicePayment, { onDelete: 'CASCADE' })
  invoice_payment_id!: string | null;
  @CreatedAt() created_at!: Date;
}
