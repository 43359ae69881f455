import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { type CloseCode, Connection } from '../connections/connection.js';
import { type Batch, Outgoing } from '../outgoing.js';

export const HEARTBEAT_MS = 30_000;
const DEAD_MS = 65_000;
export const AUTH_TIMEOUT_MS = 5_000;
/** The time a peer has for its part of the closing handshake. */
const CLOSING_MS = 3_000;
const WINDOW_MS = 60_000;
export const FRAMES_PER_MINUTE = 120;
const PING = Buffer.from([0x89, 0x00]);

/**
 * A WebSocket. `ws` parses incoming frames; outgoing frames are encoded once for all receivers and written to
 * the TCP socket directly.
 */
export class SocketConnection extends Connection {
  /** Frames are handled one after the other; these wait. */
  readonly pending: (() => Promise<void>)[] = [];
  isWorking = false;
  /** True after a credential was sent, while it is checked. */
  isAuthenticating = false;
  private receivedAt = this.openedAt;
  private pingedAt = this.openedAt;
  private frameTimes: number[] | undefined;

  constructor(
    readonly webSocket: WebSocket,
    private readonly socket: Socket,
  ) {
    super();
  }

  get queuedBytes(): number {
    return this.socket.writableLength;
  }

  protected get sentBytes(): number {
    return this.socket.bytesWritten;
  }

  protected transmit(batch: Batch): void {
    if (this.socket.writable) this.socket.write(batch.webSocket);
  }

  protected end(code: CloseCode, retryAfterMs: number | null): void {
    if (code === 4408) {
      this.webSocket.close(code);
      setTimeout(() => this.destroy(), CLOSING_MS).unref();
      return;
    }
    if (this.socket.writable) {
      this.socket.write(Outgoing.fromFrame({ op: 'bye', code, retry_after_ms: retryAfterMs }).webSocket);
    }
    this.webSocket.close(code);
  }

  destroy(): void {
    this.webSocket.terminate();
  }

  recordActivity(now: number): void {
    this.receivedAt = now;
  }

  /** Counts a frame. Above the limit, returns the milliseconds until the next frame is allowed. */
  countFrame(now: number): number | undefined {
    this.receivedAt = now;
    const frames = (this.frameTimes ??= []);
    while (frames.length && (frames[0] as number) <= now - WINDOW_MS) frames.shift();
    if (frames.length >= FRAMES_PER_MINUTE) return (frames[0] as number) + WINDOW_MS - now;
    frames.push(now);
    return undefined;
  }

  tick(now: number): void {
    if (!this.caller && !this.isAuthenticating && now - this.openedAt >= AUTH_TIMEOUT_MS) this.close(4401, null);
    else if (now - this.receivedAt >= DEAD_MS) {
      this.markClosed();
      this.destroy();
    } else if (now - this.pingedAt >= HEARTBEAT_MS) {
      this.pingedAt = now;
      if (this.socket.writable) this.socket.write(PING);
    }
  }
}
