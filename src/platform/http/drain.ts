import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

const PATIENCE_MS = 8_000;
/** A request that its caller has sent may still wait to be accepted, or to be read: it is in flight too. */
const ARRIVING_MS = 300;

/** The way out: no new connections, every request in flight answered, then the rest may close. */
@Injectable()
export class Drain {
  started = false;

  async run(server: Server): Promise<void> {
    this.started = true;
    await sleep(ARRIVING_MS);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A kept-alive connection counts as open until somebody closes it after its last answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 25);
    const impatience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    await closed;
    clearInterval(sweep);
    clearTimeout(impatience);
  }
}
