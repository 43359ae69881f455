import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Offering } from './offering.entity.js';
import { LiveSession } from './session.entity.js';

export const BOOKING_STATUSES = ['held', 'confirmed', 'cancelled', 'expired', 'refunded'] as const;
export const ATTENDANCES = ['unknown', 'attended', 'no_show'] as const;
export const CANCELLERS = ['participant', 'host', 'system'] as const;

export type BookingStatus = (typeof BOOKING_STATUSES)[number];
export type Canceller = (typeof CANCELLERS)[number];

@Entity({ schema: 'ext_live_sessions', name: 'bookings' })
@Check('bookings_status_check', `status IN ('held', 'confirmed', 'cancelled', 'expired', 'refunded')`)
@Check('bookings_attendance_check', `attendance IN ('unknown', 'attended', 'no_show')`)
@Check('bookings_cancelled_by_check', `cancelled_by IN ('participant', 'host', 'system')`)
@Index('bookings_active_once', ['session_id', 'owner_id'], {
  unique: true,
  where: `status IN ('held', 'confirmed')`,
})
@Index('bookings_payment', ['payment_id'], { unique: true })
@Index('bookings_calendar', ['calendar_token'], { unique: true })
@Index('bookings_request', ['owner_id', 'request_key'], { unique: true })
@Index('bookings_due', ['hold_expires_at'], { where: `status = 'held'` })
@Index('bookings_of_host', ['host_id', 'status'])
@Index('bookings_of_session', ['session_id'])
@Index('bookings_of_offering', ['offering_id'])
@Index('bookings_to_refund', ['id'], { where: 'refund_due_minor > 0 AND refund_started_at IS NULL' })
@Index('bookings_owed', ['host_id'], { where: 'refund_due_minor > 0' })
export class Booking {
  @Id() id!: string;
  /** The participant. A booking is kept for the books when their account is deleted. */
  @Column({ type: 'uuid' }) owner_id!: string;
  /** Null: the account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  host_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey(() => LiveSession, { onDelete: 'CASCADE' }) session_id!: string;
  @Column({ type: 'uuid' }) @ForeignKey(() => Offering, { onDelete: 'CASCADE' }) offering_id!: string;
  @Choice(BOOKING_STATUSES) status!: BookingStatus;
  @Column({ type: 'int' }) price_minor!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  /** Null where nothing was to be paid. */
  @Column({ type: 'uuid', nullable: true }) payment_id!: string | null;
  @Column({ type: 'text', nullable: true }) checkout_url!: string | null;
  @Moment({ nullable: true }) hold_expires_at!: Date | null;
  @Column({ type: 'jsonb', default: {} }) answers!: Record<string, string>;
  @Column({ type: 'text' }) timezone!: string;
  @Column({ type: 'char', length: 32 }) calendar_token!: string;
  /** The host has moved the session, so the participant may cancel until it begins. */
  @Column({ type: 'boolean', default: false }) free_cancel!: boolean;
  @Column({ type: 'smallint', default: 0 }) moves!: number;
  @Moment({ nullable: true }) joined_at!: Date | null;
  @Choice(ATTENDANCES, { default: 'unknown' }) attendance!: (typeof ATTENDANCES)[number];
  @Choice(CANCELLERS, { nullable: true }) cancelled_by!: Canceller | null;
  @Column({ type: 'text', nullable: true }) cancel_reason!: string | null;
  @Column({ type: 'int', default: 0 }) refund_due_minor!: number;
  @Column({ type: 'int', default: 0 }) refunded_minor!: number;
  /** When the refund of what is due was handed to the payments. */
  @Moment({ nullable: true }) refund_started_at!: Date | null;
  @Column({ type: 'text', nullable: true }) request_key!: string | null;
  @Moment({ nullable: true }) confirmed_at!: Date | null;
  @Moment({ nullable: true }) paid_at!: Date | null;
  @Moment({ nullable: true }) cancelled_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The target of actions on a booking. They lock it themselves, after its session. */
export const BOOKING = { entity: Booking, by: 'booking_id', lock: false } as const;
