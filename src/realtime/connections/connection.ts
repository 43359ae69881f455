import { randomBytes } from 'node:crypto';
import type { Caller } from '../../platform/access/access.js';
import type { Channel, Replay } from '../hub/channel.js';
import { Batch, Outgoing } from '../outgoing.js';

/** Why the server closes a connection. The realtime page documents what a client does for each code. */
export type CloseCode = 1012 | 4400 | 4401 | 4403 | 4408 | 4409 | 4429;

/**
 * The limit of bytes waiting for a slow reader. Above it hints are left out; above `MOST_BYTES` the
 * connection is closed.
 */
const BACKPRESSURE_BYTES = 256 * 1024;
const MOST_BYTES = 4 * 1024 * 1024;
const STALLED_MS = 30_000;
export const POSITIONS_MS = 30_000;

/**
 * Boolean: may the viewer see this user's presence. Object: the check is pending; holds the last update
 * received meanwhile.
 */
type WatchedUser = { meanwhile?: Outgoing } | boolean;

/** A WebSocket or an event stream. There are thousands, so rarely used fields are created on demand. */
export abstract class Connection {
  readonly id = `c_${randomBytes(6).toString('base64url')}`;
  readonly openedAt = Date.now();
  /** Undefined until the connection is authenticated. */
  caller: Caller | undefined;
  /** When the credential expires; null if it does not. */
  expiresAt: number | null = null;
  closed = false;
  /** All subscribed streams. `replays` has those that have not reached the head. */
  readonly streams = new Map<string, Channel>();
  replays: Map<string, Replay> | undefined;
  /** The users whose presence is watched, by id. */
  watchedUsers: Map<string, WatchedUser> | undefined;
  positionsAt = this.openedAt;
  private latestHints: Map<string, Outgoing> | undefined;
  private stalledAt = 0;
  private flushedBytes = 0;

  /** Bytes that wait for the reader. */
  abstract get queuedBytes(): number;
  /** Bytes that were given to the operating system since the start. */
  protected abstract get sentBytes(): number;
  protected abstract transmit(batch: Batch): void;
  protected abstract end(code: CloseCode, retryAfterMs: number | null): void;
  /** The heartbeat calls it several times a second. */
  abstract tick(now: number): void;
  /** Ends the connection immediately, without a closing frame. */
  abstract destroy(): void;
  /** Runs once, when the connection is closed for any reason. */
  onClose: (connection: Connection) => void = () => undefined;

  get underBackpressure(): boolean {
    return this.queuedBytes > BACKPRESSURE_BYTES;
  }

  send(frame: object): void {
    if (!this.closed) this.deliver(new Batch([Outgoing.fromFrame(frame)]));
  }

  deliver(batch: Batch): void {
    if (this.closed) return;
    if (this.underBackpressure) {
      for (const hint of batch.hints) this.keepLatestHint(hint);
      batch = batch.durable;
      if (!batch.items.length) return;
    }
    this.transmit(batch);
    if (this.queuedBytes > MOST_BYTES) this.close(4408, null);
  }

  close(code: CloseCode, retryAfterMs: number | null): void {
    if (this.closed) return;
    this.end(code, retryAfterMs);
    this.markClosed();
  }

  markClosed(): void {
    if (this.closed) return;
    this.closed = true;
    this.onClose(this);
  }

  /**
   * Sends the latest hints that were left out once the reader catches up. Closes the connection if the reader
   * makes no progress.
   */
  checkBackpressure(now: number): void {
    const { queuedBytes } = this;
    if (queuedBytes === 0) this.stalledAt = 0;
    else {
      const flushed = this.sentBytes - queuedBytes;
      if (!this.stalledAt || flushed !== this.flushedBytes) this.stalledAt = now;
      this.flushedBytes = flushed;
      if (now - this.stalledAt > STALLED_MS) this.close(4408, null);
    }
    if (!this.latestHints || this.underBackpressure) return;
    const counters = [...this.latestHints.values()];
    this.latestHints = undefined;
    this.deliver(new Batch(counters));
  }

  private keepLatestHint(hint: Outgoing): void {
    const { stateKey } = hint;
    if (stateKey) (this.latestHints ??= new Map()).set(stateKey, hint);
  }
}
