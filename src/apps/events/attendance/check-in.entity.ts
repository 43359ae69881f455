import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { TicketedEvent } from '../catalogue/event.entity.js';
import { Ticket } from '../orders/order.entity.js';

export const CHECK_IN_RESULTS = ['accepted', 'already_checked_in', 'not_valid', 'undone'] as const;

/** Each scan and what it was answered. */
@Entity({ schema: 'ext_events', name: 'check_ins' })
@Check('check_ins_result_check', `result IN ('accepted', 'already_checked_in', 'not_valid', 'undone')`)
@Index('check_ins_client_ref', ['event_id', 'client_ref'], { unique: true })
@Index('check_ins_of_ticket', ['ticket_id'])
@Index('check_ins_scanned_by', ['scanned_by'])
export class CheckIn {
  @Id() id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => TicketedEvent, { onDelete: 'CASCADE' }) event_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Ticket, { onDelete: 'CASCADE' }) ticket_id!: string;
  @Choice(CHECK_IN_RESULTS) result!: (typeof CHECK_IN_RESULTS)[number];
  /** Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  scanned_by!: string | null;
  @Moment() scanned_at!: Date;
  /** What the scan was answered, for the same scan sent again. */
  @Moment({ nullable: true }) checked_in_at!: Date | null;
  @Column({ type: 'text', nullable: true }) client_ref!: string | null;
  @CreatedAt() created_at!: Date;
}
