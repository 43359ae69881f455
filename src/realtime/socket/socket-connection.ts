import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { CloseCode } from '../connections/close-code.js';
import { Connection } from '../connections/connection.js';
import { Outgoing } from '../outgoing.js';
import type { Batch } from '../outgoing.js';

export const HEARTBEAT_MS = 30_000;
const DEAD_MS = 65_000;
export const AUTH_TIMEOUT_MS = 5_000;
/** How long a peer may take over its part of the closing. */
const CLOSING_MS = 3_000;
const WINDOW_MS = 60_000;
export const FRAMES_PER_MINUTE = 120;
const PING = Buffer.from([0x89, 0x00]);

/** A WebSocket. `ws` reads; what is written are whole frames, made once for all, straight into the connection. */
export class SocketConnection extends Connection {
  /** Frames that wait for the one before them. */
  readonly waiting: (() => Promise<void>)[] = [];
  isWorking = false;
  /** Whether it has begun to say who it is. */
  asked = false;
  private heardAt = this.openedAt;
  private pingedAt = this.openedAt;
  private frames: number[] | undefined;

  constructor(
    readonly webSocket: WebSocket,
    private readonly socket: Socket,
  ) {
    super();
  }

  get queued(): number {
    return this.socket.writableLength;
  }

  protected get sent(): number {
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
      this.socket.write(Outgoing.of({ op: 'bye', code, retry_after_ms: retryAfterMs }).webSocket);
    }
    this.webSocket.close(code);
  }

  destroy(): void {
    this.webSocket.terminate();
  }

  heard(now: number): void {
    this.heardAt = now;
  }

  /** Counts a frame; when it is one too many, so long until there is room again. */
  count(now: number): number | undefined {
    this.heardAt = now;
    const frames = (this.frames ??= []);
    while (frames.length && (frames[0] as number) <= now - WINDOW_MS) frames.shift();
    if (frames.length >= FRAMES_PER_MINUTE) return (frames[0] as number) + WINDOW_MS - now;
    frames.push(now);
    return undefined;
  }

  tick(now: number): void {
    if (!this.caller && !this.asked && now - this.openedAt >= AUTH_TIMEOUT_MS) this.close(4401, null);
    else if (now - this.heardAt >= DEAD_MS) {
      this.gone();
      this.destroy();
    } else if (now - this.pingedAt >= HEARTBEAT_MS) {
      this.pingedAt = now;
      if (this.socket.writable) this.socket.write(PING);
    }
  }
}
