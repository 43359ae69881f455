import type { Response } from 'express';
import type { CloseCode } from '../connections/close-code.js';
import { Connection } from '../connections/connection.js';
import { Outgoing } from '../outgoing.js';
import type { Batch } from '../outgoing.js';

const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keep-alive\n\n';

/** Server-sent events: the same frames, to whoever only listens. */
export class EventStream extends Connection {
  private saidAt = this.openedAt;

  constructor(private readonly response: Response) {
    super();
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 3000\n');
    response.once('close', () => this.gone());
  }

  get queued(): number {
    return this.response.writableLength;
  }

  protected get sent(): number {
    return this.response.socket?.bytesWritten ?? 0;
  }

  protected transmit(batch: Batch): void {
    this.response.write(batch.eventStream);
  }

  protected end(code: CloseCode, retryAfterMs: number | null): void {
    if (code === 4408) return this.destroy();
    this.response.end(Outgoing.of({ op: 'bye', code, retry_after_ms: retryAfterMs }).eventStream);
  }

  destroy(): void {
    this.response.destroy();
  }

  tick(now: number): void {
    if (now - this.saidAt < KEEP_ALIVE_MS) return;
    this.saidAt = now;
    this.response.write(KEEP_ALIVE);
  }
}
