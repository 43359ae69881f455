import type { Response } from 'express';
import { type CloseCode, Connection } from '../connections/connection.js';
import { type Batch, Outgoing } from '../outgoing.js';

const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keep-alive\n\n';

/** A connection of server-sent events. It carries the same frames as a WebSocket, in one direction. */
export class EventStream extends Connection {
  private keptAliveAt = this.openedAt;

  constructor(private readonly response: Response) {
    super();
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 3000\n');
    // A client that closes leaves a half-closed connection, and an endless response would keep it open. So
    // 'end' destroys it.
    const { socket } = response;
    const destroy = () => this.destroy();
    socket?.once('end', destroy);
    response.once('close', () => {
      socket?.off('end', destroy);
      this.markClosed();
    });
  }

  get queuedBytes(): number {
    return this.response.writableLength;
  }

  protected get sentBytes(): number {
    return this.response.socket?.bytesWritten ?? 0;
  }

  protected transmit(batch: Batch): void {
    this.response.write(batch.eventStream);
  }

  protected end(code: CloseCode, retryAfterMs: number | null): void {
    if (code === 4408) return this.destroy();
    this.response.end(Outgoing.fromFrame({ op: 'bye', code, retry_after_ms: retryAfterMs }).eventStream);
  }

  destroy(): void {
    this.response.destroy();
  }

  tick(now: number): void {
    if (now - this.keptAliveAt < KEEP_ALIVE_MS) return;
    this.keptAliveAt = now;
    this.response.write(KEEP_ALIVE);
  }
}
