import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice, Whole } from '../../kernel/rows/columns.js';
import { TicketedEvent } from '../catalogue/event.entity.js';
import { TicketType } from '../catalogue/ticket-type.entity.js';

export const ORDER_STATUSES = ['pending', 'confirmed', 'cancelled', 'expired', 'refunded'] as const;
export const CANCELLERS = ['buyer', 'organizer', 'system'] as const;
export const TICKET_STATUSES = ['held', 'valid', 'cancelled'] as const;

@Entity({ schema: 'ext_events', name: 'orders' })
@Check('orders_status_check', `status IN ('pending', 'confirmed', 'cancelled', 'expired', 'refunded')`)
@Check('orders_cancelled_by_check', `cancelled_by IN ('buyer', 'organizer', 'system')`)
@Index('orders_payment', ['payment_id'], { unique: true })
@Index('orders_request_key', ['owner_id', 'request_key'], { unique: true })
@Index('orders_of_event', ['event_id', 'status'])
@Index('orders_of_buyer', ['owner_id', 'event_id'])
@Index('orders_expiring', ['hold_expires_at'], { where: `status = 'pending'` })
@Index('orders_owing', ['id'], { where: 'refund_due_minor > 0' })
@Index('orders_of_promo_code', ['promo_code_id'], { where: 'promo_code_id IS NOT NULL' })
export class EventOrder {
  @Id() id!: string;
  /** The buyer; null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  owner_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey(() => TicketedEvent, { onDelete: 'CASCADE' }) event_id!: string;
  @Choice(ORDER_STATUSES) status!: (typeof ORDER_STATUSES)[number];
  @Whole() subtotal_minor!: number;
  @Whole({ default: 0 }) discount_minor!: number;
  @Whole() total_minor!: number;
  /** What the organiser has still to give back. */
  @Whole({ default: 0 }) refund_due_minor!: number;
  @Whole({ default: 0 }) refunded_minor!: number;
  /** The sum of refunds that were made or asked for. */
  @Whole({ default: 0 }) refund_started_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Column({ type: 'uuid', nullable: true }) promo_code_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) waitlist_entry_id!: string | null;
  @Column({ type: 'uuid', nullable: true }) payment_id!: string | null;
  @Column({ type: 'text', nullable: true }) checkout_url!: string | null;
  @Moment({ nullable: true }) hold_expires_at!: Date | null;
  @Choice(CANCELLERS, { nullable: true }) cancelled_by!: (typeof CANCELLERS)[number] | null;
  @Column({ type: 'text', nullable: true }) request_key!: string | null;
  @Moment({ nullable: true }) paid_at!: Date | null;
  @Moment({ nullable: true }) confirmed_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const ORDER = {
  entity: EventOrder,
  by: 'order_id',
  thing: 'Order',
  via: { entity: TicketedEvent, by: 'event_id' },
};

@Entity({ schema: 'ext_events', name: 'tickets' })
@Check('tickets_status_check', `status IN ('held', 'valid', 'cancelled')`)
@Index('tickets_code', ['code'], { unique: true })
@Index('tickets_of_event', ['event_id', 'status', 'owner_id'])
@Index('tickets_in_turn', ['event_id', 'created_at', 'id'])
@Index('tickets_of_owner', ['owner_id', 'created_at'])
@Index('tickets_of_order', ['order_id'])
@Index('tickets_of_type', ['ticket_type_id'])
@Index('tickets_checked_in_by', ['checked_in_by'])
export class Ticket {
  @Id() id!: string;
  /** The holder: the buyer until it is handed over. Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  owner_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey(() => EventOrder, { onDelete: 'CASCADE' }) order_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => TicketedEvent, { onDelete: 'CASCADE' }) event_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => TicketType, { onDelete: 'CASCADE' }) ticket_type_id!: string;
  @Column({ type: 'char', length: 16 }) code!: string;
  @Column({ type: 'text' }) attendee_name!: string;
  @Column({ type: 'text', nullable: true }) attendee_email!: string | null;
  @Column({ type: 'jsonb', default: {} }) answers!: object;
  /** After the discount. */
  @Whole() price_minor!: number;
  @Choice(TICKET_STATUSES) status!: (typeof TICKET_STATUSES)[number];
  @Moment({ nullable: true }) checked_in_at!: Date | null;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  checked_in_by!: string | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const TICKET = { entity: Ticket, by: 'ticket_id', thing: 'Ticket' };
