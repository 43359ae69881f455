import type { Connection } from '../connections/connection.js';
import type { Logged } from '../event-type.js';
import { Batch, Outgoing } from '../outgoing.js';

const HEAD_UNKNOWN = -1;
/** Events beyond this number are dropped and read from the log later. */
const MOST_EARLY = 256;
/** The most events that are joined into one write. */
const MOST_BATCHED = 64;
/**
 * Writing to thousands of connections blocks the event loop. The channel then pauses as long as the write
 * took, at most this long.
 */
const MOST_PAUSE_MS = 100;
/** Writes to so few connections never cause a pause: their duration says more about the load of the machine. */
const FEW_CONNECTIONS = 100;

/** A subscription that has not reached the head of its stream: it reads the log until it meets the live events. */
export interface Replay {
  readonly channel: Channel;
  readonly connection: Connection;
  /** The sequence number of the last event that was delivered. */
  cursor: number;
  /** The head of the stream before the access check. Later events may revoke the access. */
  readonly checkedAt: number;
  over: boolean;
}

/** One stream in this process: its position, its subscribers and the events that wait to be sent. */
export class Channel {
  epoch = '';
  seq = HEAD_UNKNOWN;
  movedAt = 0;
  private pausedUntil = 0;
  private flushedSeq = HEAD_UNKNOWN;
  readonly subscribers = new Set<Connection>();
  /** The number of subscriptions that are being opened. */
  holds = 0;
  replays: Set<Replay> | undefined;
  private early: Map<number, Logged> | undefined;
  private pending: Outgoing[] | undefined;
  /** Connections that joined while events were pending, with the index of their first event. */
  private joinedAt: Map<Connection, number> | undefined;

  constructor(readonly stream: string) {}

  get opening(): boolean {
    return this.seq === HEAD_UNKNOWN;
  }

  get needed(): boolean {
    return this.subscribers.size > 0 || this.holds > 0 || this.replays !== undefined;
  }

  /** Keeps an event that arrived before its predecessor. */
  keepEarly(event: Logged): void {
    this.early ??= new Map();
    if (this.early.size < MOST_EARLY) this.early.set(event.seq, event);
  }

  /** The event that follows the current position, if it was kept. */
  takeNext(): Logged | undefined {
    const event = this.early?.get(this.seq + 1);
    if (event) this.early?.delete(event.seq);
    return event;
  }

  /** Drops events at or below the current position and returns the highest sequence number that is kept. */
  pruneEarly(): number {
    let highest = this.seq;
    for (const seq of this.early?.keys() ?? []) {
      if (seq <= this.seq) this.early?.delete(seq);
      else highest = Math.max(highest, seq);
    }
    if (!this.early?.size) this.early = undefined;
    return highest;
  }

  /** Sets the position, whatever was known before. */
  setHead(epoch: string, seq: number): void {
    this.flush();
    if (this.epoch !== epoch && !this.opening) this.early = undefined;
    this.epoch = epoch;
    this.seq = seq;
    this.flushedSeq = seq;
  }

  /** Returns true if no event was pending before. */
  enqueue(outgoing: Outgoing): boolean {
    if ((this.pending?.length ?? 0) >= MOST_BATCHED) this.flush();
    const first = !this.pending;
    (this.pending ??= []).push(outgoing);
    return first;
  }

  flush(): void {
    const { pending, joinedAt: late } = this;
    if (!pending) return;
    this.pending = undefined;
    this.joinedAt = undefined;
    this.flushedSeq = this.seq;
    const batch = new Batch(pending);
    const begun = performance.now();
    for (const connection of this.subscribers) {
      const from = late?.get(connection);
      if (from === undefined) connection.deliver(batch);
      else deliverFrom(connection, pending, from);
    }
    if (this.subscribers.size <= FEW_CONNECTIONS) return;
    const ended = performance.now();
    this.pausedUntil = ended + Math.min(ended - begun, MOST_PAUSE_MS);
  }

  /** The position up to which all events were sent. */
  get sentSeq(): number {
    return this.pending ? this.flushedSeq : this.seq;
  }

  /** Milliseconds until the next batch may be sent. */
  remainingPause(): number {
    return this.pausedUntil - performance.now();
  }

  /** Pending events happened before the subscription, so the connection does not get them. */
  join(connection: Connection): void {
    this.subscribers.add(connection);
    if (this.pending) (this.joinedAt ??= new Map()).set(connection, this.pending.length);
  }

  /** Pending events happened during the subscription, so the connection gets them first. */
  leave(connection: Connection): void {
    if (!this.subscribers.delete(connection) || !this.pending) return;
    deliverFrom(connection, this.pending, this.joinedAt?.get(connection) ?? 0);
    this.joinedAt?.delete(connection);
  }
}

function deliverFrom(connection: Connection, pending: Outgoing[], from: number): void {
  if (from < pending.length) connection.deliver(new Batch(pending.slice(from)));
}
