import { randomBytes } from 'node:crypto';
import type { Caller } from '../../platform/access/caller.js';
import type { Channel } from '../hub/channel.js';
import type { Replay } from '../hub/replay.js';
import { Batch, Outgoing } from '../outgoing.js';
import type { CloseCode } from './close-code.js';

/** So much may wait for a reader; beyond, what he can do without is left out, and then he is cut off. */
const PRESSED_BYTES = 256 * 1024;
const MOST_BYTES = 4 * 1024 * 1024;
const STALLED_MS = 30_000;
export const POSITIONS_MS = 30_000;

/** Not known yet, with what came meanwhile; whether he may hear of it. */
type Watched = { meanwhile?: Outgoing } | boolean;

/** Who listens, by whichever way. There are many thousands: what most do not need is made when it is. */
export abstract class Connection {
  readonly id = `c_${randomBytes(6).toString('base64url')}`;
  readonly openedAt = Date.now();
  /** Unknown until a credential was good. */
  caller: Caller | undefined;
  /** When the credential ends; null: it does not. */
  expiresAt: number | null = null;
  closed = false;
  /** All that are subscribed; `replays` are those that have not caught up yet. */
  readonly streams = new Map<string, Channel>();
  replays: Map<string, Replay> | undefined;
  /** Whose presence is watched, and who of them may be seen. */
  watched: Map<string, Watched> | undefined;
  positionsAt = this.openedAt;
  private counters: Map<string, Outgoing> | undefined;
  private stalledAt = 0;
  private flushed = 0;

  /** Bytes that wait for the reader. */
  abstract get queued(): number;
  /** Bytes that were given to the system since the beginning. */
  protected abstract get sent(): number;
  protected abstract transmit(batch: Batch): void;
  protected abstract end(code: CloseCode, retryAfterMs: number | null): void;
  /** Called several times a second. */
  abstract tick(now: number): void;
  /** For good, without a word. */
  abstract destroy(): void;
  /** Told once, when it is closed for whatever reason. */
  onClose: (connection: Connection) => void = () => undefined;

  get pressed(): boolean {
    return this.queued > PRESSED_BYTES;
  }

  send(frame: object): void {
    if (!this.closed) this.deliver(new Batch([Outgoing.of(frame)]));
  }

  deliver(batch: Batch): void {
    if (this.closed) return;
    if (this.pressed) {
      for (const hint of batch.hints) this.keepCount(hint);
      batch = batch.durable;
      if (!batch.items.length) return;
    }
    this.transmit(batch);
    if (this.queued > MOST_BYTES) this.close(4408, null);
  }

  close(code: CloseCode, retryAfterMs: number | null): void {
    if (this.closed) return;
    this.end(code, retryAfterMs);
    this.gone();
  }

  gone(): void {
    if (this.closed) return;
    this.closed = true;
    this.onClose(this);
  }

  /** What a slow reader missed of counts, once he reads again; and whether he does. */
  relieve(now: number): void {
    const { queued } = this;
    if (queued === 0) this.stalledAt = 0;
    else {
      const flushed = this.sent - queued;
      if (!this.stalledAt || flushed !== this.flushed) this.stalledAt = now;
      this.flushed = flushed;
      if (now - this.stalledAt > STALLED_MS) this.close(4408, null);
    }
    if (!this.counters || this.pressed) return;
    const counters = [...this.counters.values()];
    this.counters = undefined;
    this.deliver(new Batch(counters));
  }

  private keepCount(hint: Outgoing): void {
    const { counted } = hint;
    if (counted) (this.counters ??= new Map()).set(counted, hint);
  }
}
