import type { Sla, SupportSettings, Targets } from '../support.settings.js';
import { BusinessTime } from './business-time.js';
import type { TicketRow } from '../entities/ticket.entity.js';

export const CLOCKS = ['response', 'resolution'] as const;
export type Clock = (typeof CLOCKS)[number];

export interface Due {
  clock: Clock;
  due_at: Date;
}

const RESPONSE = [
  'response_started_at',
  'response_due_at',
  'response_look_at',
  'warned_response_at',
  'response_breached',
] as const;
const RESOLUTION = [
  'clock_started_at',
  'resolution_due_at',
  'resolution_look_at',
  'resolution_used_seconds',
  'warned_resolution_at',
  'resolution_breached',
] as const;

const MINUTE_SECONDS = 60;
const WARNED_AT = 0.8;

/** The two clocks of a ticket: until somebody answers, and until it is done. One for all tickets of a desk in a call. */
export class Deadlines {
  private readonly sla: Sla;
  private readonly time: BusinessTime;

  constructor({ sla, business_hours }: SupportSettings) {
    this.sla = sla;
    this.time = new BusinessTime(business_hours);
  }

  /** A customer waits for an answer; an earlier wait continues. */
  asked(ticket: TicketRow, now: Date): void {
    if (ticket.response_started_at) return;
    ticket.response_started_at = now;
    this.setResponse(ticket);
  }

  answered(ticket: TicketRow, now: Date): void {
    if (!ticket.first_responded_at) {
      ticket.first_responded_at = now;
      ticket.first_response_seconds = this.time.between(ticket.response_started_at ?? ticket.created_at, now);
    }
    this.needsNoAnswer(ticket);
  }

  needsNoAnswer(ticket: TicketRow): void {
    ticket.response_started_at = null;
    ticket.warned_response_at = null;
    ticket.response_due_at = null;
    ticket.response_look_at = null;
  }

  /** The clock runs on: what has been used before is used. */
  run(ticket: TicketRow, now: Date): void {
    ticket.clock_started_at = now;
    this.setResolution(ticket);
  }

  pause(ticket: TicketRow, now: Date): void {
    if (ticket.clock_started_at) ticket.resolution_used_seconds += this.time.between(ticket.clock_started_at, now);
    ticket.clock_started_at = null;
    ticket.resolution_due_at = null;
    ticket.resolution_look_at = null;
  }

  /** By its new priority, from where each clock began. */
  workOutAgain(ticket: TicketRow): void {
    ticket.warned_response_at = null;
    ticket.warned_resolution_at = null;
    this.setResponse(ticket);
    this.setResolution(ticket);
  }

  /** Of a ticket that others go into: each clock is that which ends first. */
  keepEarliest(ticket: TicketRow, others: TicketRow[]): void {
    for (const other of others) {
      const waits = other.response_started_at !== null;
      if (waits && (!ticket.response_started_at || isEarlier(other.response_due_at, ticket.response_due_at)))
        Object.assign(ticket, inherited(other, ticket, RESPONSE));
      if (ticket.clock_started_at && isEarlier(other.resolution_due_at, ticket.resolution_due_at))
        Object.assign(ticket, inherited(other, ticket, RESOLUTION));
    }
  }

  /** The deadlines that have passed, each told once. A breach is kept for good. */
  missed(ticket: TicketRow, now: Date): Due[] {
    return CLOCKS.flatMap((clock) => {
      const due_at = ticket[`${clock}_due_at`];
      if (!ticket[`${clock}_look_at`] || !due_at || due_at > now) return [];
      ticket[`${clock}_breached`] = true;
      ticket[`${clock}_look_at`] = null;
      return [{ clock, due_at }];
    });
  }

  /** Those of which most of the time is over; the next look is at the deadline. */
  near(ticket: TicketRow, now: Date): Due[] {
    return CLOCKS.flatMap((clock) => {
      const [due_at, look] = [ticket[`${clock}_due_at`], ticket[`${clock}_look_at`]];
      if (!due_at || !look || look > now) return [];
      ticket[`warned_${clock}_at`] = now;
      ticket[`${clock}_look_at`] = due_at;
      return [{ clock, due_at }];
    });
  }

  private setResponse(ticket: TicketRow): void {
    const target: keyof Targets = ticket.first_responded_at ? 'next_response' : 'first_response';
    this.set(ticket, 'response', ticket.response_started_at, this.sla[ticket.priority][target]);
  }

  private setResolution(ticket: TicketRow): void {
    const { clock_started_at, resolution_used_seconds, resolution_breached } = ticket;
    const target = this.sla[ticket.priority].resolution;
    this.set(ticket, 'resolution', clock_started_at, target, resolution_used_seconds);
    if (resolution_breached) ticket.resolution_look_at = null;
  }

  private set(ticket: TicketRow, clock: Clock, from: Date | null, minutes: number | null, used = 0): void {
    const seconds = (minutes ?? 0) * MINUTE_SECONDS;
    const at = (share: number) => (from && minutes !== null ? this.time.after(from, seconds * share - used) : null);
    ticket[`${clock}_due_at`] = at(1);
    ticket[`${clock}_look_at`] = ticket[`warned_${clock}_at`] ? at(1) : at(WARNED_AT);
    // A warning may be near where its deadline is not.
    if (!ticket[`${clock}_due_at`]) ticket[`${clock}_look_at`] = null;
  }
}

const isEarlier = (one: Date | null, other: Date | null) => one !== null && (other === null || one < other);

/** What is true of one of them stays true. */
const inherited = (from: TicketRow, into: TicketRow, names: readonly (keyof TicketRow)[]) =>
  Object.fromEntries(names.map((name) => [name, into[name] === true || from[name]]));
