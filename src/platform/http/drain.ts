import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';

const PATIENCE_MS = 8_000;

/** The way out: no new connections, every request in flight answered, then the rest may close. */
@Injectable()
export class Drain {
  started = false;

  async run(server: Server): Promise<void> {
    this.started = true;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A kept-alive connection counts as open until somebody closes it after its last answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 25);
    const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(impatience);
  }
}
