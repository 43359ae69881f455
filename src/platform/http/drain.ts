import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** From the signal on; jobs and the database need their part of the ten seconds. */
const PATIENCE_MS = 7_500;
/**
 * A request that its caller has sent may still wait to be accepted, or to be read: it is in flight too. So nothing is
 * closed before nothing new has come for a moment; on a machine that is out of breath that takes a little longer.
 */
const QUIET_MS = 150;
const ARRIVING_MS = { least: 300, most: 2_000 };

/** The way out: no new connections, every request in flight answered, then the rest may close. */
@Injectable()
export class Drain {
  started = false;
  private readonly leavers: (() => void)[] = [];

  /** For connections that would not end by themselves. */
  onStart(leave: () => void): void {
    this.leavers.push(leave);
  }

  async run(server: Server): Promise<void> {
    this.started = true;
    for (const leave of this.leavers) leave();
    const deadline = Date.now() + PATIENCE_MS;
    await this.quiet(server);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A kept-alive connection counts as open until somebody closes it after its last answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 25);
    const impatience = setTimeout(() => server.closeAllConnections(), deadline - Date.now());
    await closed;
    clearInterval(sweep);
    clearTimeout(impatience);
  }

  private async quiet(server: Server): Promise<void> {
    const begun = Date.now();
    let arrived = 0;
    server.on('connection', () => arrived++).on('request', () => arrived++);
    for (let seen = -1; seen !== arrived || Date.now() - begun < ARRIVING_MS.least; await sleep(QUIET_MS)) {
      if (Date.now() - begun > ARRIVING_MS.most) return;
      seen = arrived;
    }
  }
}
