import type { Connection } from '../connections/connection.js';
import type { Logged } from '../envelope.js';
import { Batch, Outgoing } from '../outgoing.js';
import type { Replay } from './replay.js';

const OPENING = -1;
/** Beyond that, what came early is read again rather than kept. */
const MOST_EARLY = 256;
/** More than that is not joined into one write. */
const MOST_TOGETHER = 64;
/** A write for each of thousands takes longer than all else: as long again, it waits for what comes meanwhile. */
const LONGEST_REST_MS = 100;
/** To no more than that it takes nothing worth a rest, however long the system held the process up meanwhile. */
const FEW = 100;

/** One stream, as far as this process has forwarded it, and who hears it here. */
export class Channel {
  epoch = '';
  seq = OPENING;
  movedAt = 0;
  private restUntil = 0;
  private flushedSeq = OPENING;
  readonly live = new Set<Connection>();
  /** Those who are about to join. */
  holds = 0;
  replays: Set<Replay> | undefined;
  private early: Map<number, Logged> | undefined;
  private pending: Outgoing[] | undefined;
  /** Those who joined since something waits, and from where it is theirs. */
  private late: Map<Connection, number> | undefined;

  constructor(readonly stream: string) {}

  get opening(): boolean {
    return this.seq === OPENING;
  }

  get needed(): boolean {
    return this.live.size > 0 || this.holds > 0 || this.replays !== undefined;
  }

  /** What belongs behind something that has not come yet. */
  keep(event: Logged): void {
    this.early ??= new Map();
    if (this.early.size < MOST_EARLY) this.early.set(event.seq, event);
  }

  /** The next, where it came early. */
  next(): Logged | undefined {
    const event = this.early?.get(this.seq + 1);
    if (event) this.early?.delete(event.seq);
    return event;
  }

  /** The highest that came early; what is behind us is thrown away. */
  highest(): number {
    let highest = this.seq;
    for (const seq of this.early?.keys() ?? []) {
      if (seq <= this.seq) this.early?.delete(seq);
      else highest = Math.max(highest, seq);
    }
    if (!this.early?.size) this.early = undefined;
    return highest;
  }

  /** From here on, whatever was thought before. */
  begin(epoch: string, seq: number): void {
    this.flush();
    if (this.epoch !== epoch && !this.opening) this.early = undefined;
    this.epoch = epoch;
    this.seq = seq;
    this.flushedSeq = seq;
  }

  /** Waits for what else comes; answers whether it is the first. */
  queue(outgoing: Outgoing): boolean {
    if ((this.pending?.length ?? 0) >= MOST_TOGETHER) this.flush();
    const first = !this.pending;
    (this.pending ??= []).push(outgoing);
    return first;
  }

  flush(): void {
    const { pending, late } = this;
    if (!pending) return;
    this.pending = undefined;
    this.late = undefined;
    this.flushedSeq = this.seq;
    const batch = new Batch(pending);
    const begun = performance.now();
    for (const connection of this.live) {
      const from = late?.get(connection);
      if (from === undefined) connection.deliver(batch);
      else deliverFrom(connection, pending, from);
    }
    if (this.live.size <= FEW) return;
    const ended = performance.now();
    this.restUntil = ended + Math.min(ended - begun, LONGEST_REST_MS);
  }

  /** Up to where all has gone out. */
  get toldSeq(): number {
    return this.pending ? this.flushedSeq : this.seq;
  }

  /** Milliseconds that others have their turn before this stream goes out again. */
  pause(): number {
    return this.restUntil - performance.now();
  }

  /** What waits already is not for him who comes now. */
  join(connection: Connection): void {
    this.live.add(connection);
    if (this.pending) (this.late ??= new Map()).set(connection, this.pending.length);
  }

  /** What waits still is for him who goes. */
  leave(connection: Connection): void {
    if (!this.live.delete(connection) || !this.pending) return;
    deliverFrom(connection, this.pending, this.late?.get(connection) ?? 0);
    this.late?.delete(connection);
  }
}

function deliverFrom(connection: Connection, pending: Outgoing[], from: number): void {
  if (from < pending.length) connection.deliver(new Batch(pending.slice(from)));
}
