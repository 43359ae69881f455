import { Refusal } from '../../../platform/http/refusal.js';
import type { EventKind, Priority, TicketEvent, TicketRow, TicketStatus } from '../entities/ticket.entity.js';
import type { Deadlines, Due } from '../sla/deadlines.js';

const RUNNING = new Set<TicketStatus>(['new', 'open']);
const FINISHED = new Set<TicketStatus>(['resolved', 'closed']);

/** A ticket that is locked, and what becomes of it: nothing is written before it is kept. */
export class TicketChange {
  readonly ticket: TicketRow;
  readonly events: Omit<TicketEvent, 'id'>[] = [];
  /** Deadlines that have passed before anything was done. */
  readonly missed: Due[];
  /** What is said for all to read: to be found by. */
  words = '';

  constructor(
    private readonly before: TicketRow,
    private readonly deadlines: Deadlines,
    readonly now: Date,
    private readonly actorId: string | null,
  ) {
    this.ticket = { ...before };
    this.missed = deadlines.missed(this.ticket, now);
    for (const { clock } of this.missed) this.event('breached', { clock }, null);
  }

  /** The desk has put a hand on it: it is new no more. */
  touch(): void {
    if (this.ticket.status === 'new') this.become('open');
    this.touched();
  }

  /** As the desk says. */
  set(status: TicketStatus): void {
    const { status: from } = this.ticket;
    if (status === from) return;
    if (status === 'new' || (from === 'closed' && status !== 'open'))
      throw new Refusal(409, `Status cannot go from ${from} to ${status}`);
    this.become(status);
  }

  close(): void {
    if (this.ticket.status !== 'closed') this.become('closed');
  }

  prioritize(priority: Priority): void {
    if (priority === this.ticket.priority) return;
    this.event('priority', { from: this.ticket.priority, to: priority });
    this.ticket.priority = priority;
    this.deadlines.workOutAgain(this.ticket);
    this.touched();
  }

  /** Tells whether that is new. */
  assign(userId: string | null): boolean {
    if (userId === this.ticket.assignee_id) return false;
    this.event('assigned', { from: this.ticket.assignee_id, to: userId });
    this.ticket.assignee_id = userId;
    this.touched();
    return true;
  }

  tag(tags: string[]): void {
    const [before, after] = [new Set(this.ticket.tags), new Set(tags)];
    const data = {
      added: [...after].filter((tag) => !before.has(tag)),
      removed: [...before].filter((tag) => !after.has(tag)),
    };
    if (!data.added.length && !data.removed.length) return;
    this.event('tags', data);
    this.ticket.tags = [...after];
    this.touched();
  }

  rename(subject: string): void {
    if (subject === this.ticket.subject) return;
    this.ticket.subject = subject;
    this.touched();
  }

  /** Every message of the customer, by whatever way it comes. */
  asked(): void {
    this.ticket.last_requester_at = this.now;
    this.deadlines.asked(this.ticket, this.now);
    this.touched();
  }

  /** By the agent, for the customer to read. */
  answered(): void {
    this.ticket.last_agent_at = this.now;
    this.deadlines.answered(this.ticket, this.now);
    this.touched();
  }

  /** Where the customer writes again, it goes on. */
  goOn(): void {
    const { status } = this.ticket;
    if (RUNNING.has(status)) return;
    if (FINISHED.has(status)) {
      this.ticket.reopened_count += 1;
      this.event('reopened', { from: status });
    }
    this.become('open');
  }

  /** Its own line in the story of the ticket. */
  event(kind: EventKind, data: object, actor_id = this.actorId): void {
    this.events.push({ ticket_id: this.ticket.id, actor_id, kind, data, created_at: this.now });
  }

  touched(): void {
    // Later than before in any case: by it callers tell whether it is still what they have seen.
    this.ticket.updated_at = new Date(Math.max(+this.now, +this.before.updated_at + 1));
  }

  get hasMoved(): boolean {
    return this.ticket.updated_at !== this.before.updated_at;
  }

  /** Others go on in this one: who still waits for an answer there does here, and the earliest deadlines hold. */
  inherit(others: TicketRow[]): void {
    const { ticket } = this;
    const waiting = others.some(({ response_started_at }) => response_started_at);
    if (waiting && !RUNNING.has(ticket.status)) this.become('open');
    this.deadlines.keepEarliest(ticket, others);
    const all = [ticket, ...others];
    const latest = (name: 'last_requester_at' | 'last_agent_at') => sorted(all.map((one) => one[name])).at(-1) ?? null;
    ticket.first_responded_at = sorted(all.map((one) => one.first_responded_at))[0] ?? null;
    ticket.last_requester_at = latest('last_requester_at');
    ticket.last_agent_at = latest('last_agent_at');
    this.touched();
  }

  /** The deadlines that are near, each told once. */
  warn(): Due[] {
    return this.deadlines.near(this.ticket, this.now);
  }

  /** The wait for the customer begins anew. */
  wait(): void {
    this.ticket.pending_at = this.now;
  }

  private become(to: TicketStatus): void {
    const { ticket, now } = this;
    const from = ticket.status;
    this.event('status', { from, to });
    ticket.status = to;
    ticket.pending_at = to === 'pending' ? now : null;
    ticket.resolved_at = FINISHED.has(to) ? (ticket.resolved_at ?? now) : null;
    ticket.closed_at = to === 'closed' ? now : null;
    if (RUNNING.has(to)) {
      if (!RUNNING.has(from)) this.deadlines.run(ticket, now);
    } else this.deadlines.pause(ticket, now);
    if (FINISHED.has(to)) this.deadlines.needsNoAnswer(ticket);
    this.touched();
  }
}

const sorted = (moments: (Date | null)[]) => moments.filter((moment) => moment !== null).toSorted((a, b) => +a - +b);
