import { Check, Column, Entity, Exclusion, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { Choice } from '../../kernel/rows/columns.js';
import { Offering } from './offering.entity.js';

export const SESSION_STATUSES = ['held', 'scheduled', 'live', 'ended', 'cancelled', 'released'] as const;

export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** SQL condition: the session `s` takes up the time of its host. */
export const isBusy = (s: string) => `${s}.status IN ('held', 'scheduled', 'live')`;

@Entity({ schema: 'ext_live_sessions', name: 'sessions' })
@Check('sessions_status_check', `status IN ('held', 'scheduled', 'live', 'ended', 'cancelled', 'released')`)
@Check('sessions_seats_check', 'booked + held <= seats')
@Check('sessions_counts_check', 'booked >= 0 AND held >= 0')
@Exclusion(
  'sessions_no_overlap',
  `USING gist (owner_id WITH =, busy WITH &&) WHERE (status IN ('held', 'scheduled', 'live'))`,
)
@Index('sessions_of_offering', ['offering_id', 'starts_at'])
@Index('sessions_of_host', ['owner_id', 'starts_at'])
@Index('sessions_of_series', ['series_id', 'starts_at'], { where: 'series_id IS NOT NULL' })
@Index('sessions_to_remind', ['remind_at'], { where: `status IN ('scheduled', 'live')` })
@Index('sessions_overdue', ['ends_at'], { where: `status IN ('scheduled', 'live')` })
export class LiveSession {
  @Id() id!: string;
  /** The host. Null: their account is deleted. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  owner_id!: string | null;
  @Column({ type: 'uuid' }) @ForeignKey(() => Offering, { onDelete: 'CASCADE' }) offering_id!: string;
  /** Null: the one of the offering. */
  @Column({ type: 'varchar', length: 160, nullable: true }) title!: string | null;
  @Moment() starts_at!: Date;
  @Moment() ends_at!: Date;
  /** With the buffers of the offering as they were when it was made. */
  @Column({ type: 'tstzrange', select: false }) busy!: string;
  @Column({ type: 'int' }) seats!: number;
  @Column({ type: 'int', default: 0 }) booked!: number;
  @Column({ type: 'int', default: 0 }) held!: number;
  @Column({ type: 'text', nullable: true }) join_url!: string | null;
  @Choice(SESSION_STATUSES) status!: SessionStatus;
  /** Null: the host has not joined. */
  @Moment({ nullable: true }) started_at!: Date | null;
  @Moment({ nullable: true }) ended_at!: Date | null;
  @Column({ type: 'text', nullable: true }) recording_url!: string | null;
  /** Null: there is no end. */
  @Moment({ nullable: true }) recording_until!: Date | null;
  @Column({ type: 'uuid', nullable: true }) series_id!: string | null;
  @Column({ type: 'int', default: 0 }) calendar_sequence!: number;
  @Column({ type: 'text', nullable: true }) cancel_reason!: string | null;
  /** The minutes before the start whose reminder was sent, or was not due when the start was set. */
  @Column({ type: 'int', array: true, default: '{}' }) alerts_sent!: number[];
  /** When reminders of the session are looked at next; null: none is left. */
  @Moment({ nullable: true, default: () => 'now()' }) remind_at!: Date | null;
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

/** The target of actions of the host. They lock it themselves, after the calendar of the host. */
export const SESSION = { entity: LiveSession, by: 'session_id', thing: 'Session', lock: false } as const;
