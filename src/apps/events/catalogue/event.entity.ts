import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import type { Caller } from '../../../platform/access/access.js';
import { CreatedAt, Id, Moment, UpdatedAt } from '../../../platform/database/columns.js';
import { forbidden, notFound } from '../../../platform/http/refusal.js';
import { allowedBySiteRole, seesAsAdmin } from '../../kernel/calls/site-role.js';
import { Choice } from '../../kernel/rows/columns.js';

export const FORMATS = ['in_person', 'online', 'hybrid'] as const;
export const VISIBILITIES = ['public', 'unlisted'] as const;
export const EVENT_STATUSES = ['draft', 'published', 'cancelled'] as const;
export const QUESTION_TYPES = ['text', 'choice', 'boolean'] as const;

export interface Question {
  key: string;
  label: string;
  type: (typeof QUESTION_TYPES)[number];
  options?: string[];
  required: boolean;
}

@Entity({ schema: 'ext_events', name: 'events' })
@Check('events_format_check', `format IN ('in_person', 'online', 'hybrid')`)
@Check('events_visibility_check', `visibility IN ('public', 'unlisted')`)
@Check('events_status_check', `status IN ('draft', 'published', 'cancelled')`)
@Check('events_time_check', 'ends_at > starts_at')
@Check('events_seats_check', 'sold >= 0 AND held >= 0')
@Check('events_capacity_check', 'capacity IS NULL OR sold + held <= capacity')
@Index('events_slug', ['slug'], { unique: true })
@Index('events_of_owner', ['owner_id', 'created_at', 'id'])
@Index('events_public', ['starts_at', 'id'], { where: `status = 'published' AND visibility = 'public'` })
@Index('events_public_ending', ['ends_at'], { where: `status = 'published' AND visibility = 'public'` })
@Index('events_starting', ['starts_at'], { where: `status = 'published'` })
// By words and by lists: made by hand in the migration.
@Index('events_of_staff', { synchronize: false })
@Index('events_title', { synchronize: false })
export class TicketedEvent {
  @Id() id!: string;
  /** Null: the account of the organiser is deleted, and the orders of the event are kept. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  owner_id!: string | null;
  @Column({ type: 'text' }) title!: string;
  @Column({ type: 'text' }) slug!: string;
  @Column({ type: 'text', nullable: true }) summary!: string | null;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  @Column({ type: 'text', nullable: true }) cover_url!: string | null;
  @Choice(FORMATS, { default: 'in_person' }) format!: (typeof FORMATS)[number];
  @Column({ type: 'text', nullable: true }) venue_name!: string | null;
  @Column({ type: 'text', nullable: true }) address!: string | null;
  /** Only for the door and for holders of a valid ticket. */
  @Column({ type: 'text', nullable: true }) online_url!: string | null;
  @Moment() starts_at!: Date;
  @Moment() ends_at!: Date;
  @Column({ type: 'text' }) timezone!: string;
  /** Over all types; null: no limit. */
  @Column({ type: 'int', nullable: true }) capacity!: number | null;
  @Column({ type: 'int', default: 0 }) sold!: number;
  /** Of unpaid orders and of offers to the waitlist. */
  @Column({ type: 'int', default: 0 }) held!: number;
  @Column({ type: 'char', length: 3 }) currency!: string;
  @Choice(VISIBILITIES, { default: 'public' }) visibility!: (typeof VISIBILITIES)[number];
  @Choice(EVENT_STATUSES, { default: 'draft' }) status!: (typeof EVENT_STATUSES)[number];
  @Column({ type: 'smallint', default: 10 }) max_per_buyer!: number;
  /** Null: buyers cannot cancel what they paid for. */
  @Column({ type: 'int', nullable: true }) cancel_until_hours!: number | null;
  @Column({ type: 'boolean', default: true }) waitlist_enabled!: boolean;
  @Column({ type: 'jsonb', default: [] }) questions!: Question[];
  @Column({ type: 'uuid', array: true, default: '{}' }) staff_ids!: string[];
  @Column({ type: 'text', nullable: true }) cancel_reason!: string | null;
  @Moment({ nullable: true }) published_at!: Date | null;
  @Moment({ nullable: true }) cancelled_at!: Date | null;
  @Column({ type: 'int', default: 0 }) calendar_sequence!: number;
  /** The reminders that were sent, as hours before the start. */
  @Column({ type: 'int', array: true, default: '{}' }) reminded_hours!: number[];
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}

export const EVENT = {
  entity: TicketedEvent,
  by: 'event_id',
  thing: 'Event',
  // A draft does not exist for those who are not at its door.
  seenIf: `t.status <> 'draft' OR $2 = ANY (t.staff_ids)`,
};

type Staffed = Pick<TicketedEvent, 'owner_id' | 'staff_ids'>;

const isStaffOf = ({ owner_id, staff_ids }: Staffed, caller: Caller | undefined) =>
  caller !== undefined && (owner_id === caller.id || staff_ids.includes(caller.id));

/** The owner and the staff see the event from inside. */
export const isAtDoor = (event: Staffed, caller: Caller | undefined): boolean =>
  isStaffOf(event, caller) || seesAsAdmin(caller);

export function expectDoor(event: Staffed & Pick<TicketedEvent, 'status'>, caller: Caller): void {
  if (isStaffOf(event, caller) || allowedBySiteRole(caller)) return;
  throw event.status === 'draft' ? notFound('Event') : forbidden();
}

/** A draft does not exist for strangers. */
export function expectSeen<Event extends Staffed & Pick<TicketedEvent, 'status'>>(
  event: Event | undefined,
  caller: Caller | undefined,
): asserts event is Event {
  if (!event || (event.status === 'draft' && !isAtDoor(event, caller))) throw notFound('Event');
}

export const hasStarted = ({ starts_at }: Pick<TicketedEvent, 'starts_at'>) => starts_at.getTime() <= Date.now();
export const hasEnded = ({ ends_at }: Pick<TicketedEvent, 'ends_at'>) => ends_at.getTime() <= Date.now();
