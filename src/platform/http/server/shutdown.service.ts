import type { Server } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** Counted from the signal. Jobs and the database need the rest of the ten seconds. */
const PATIENCE_MS = 7_500;
/**
 * A request that was sent may still wait to be accepted or read, and counts as in flight. So the server
 * closes only when no new request has arrived for this time; an overloaded machine gets more.
 */
const QUIET_MS = 150;
const ARRIVING_MS = { least: 300, most: 4_000 };

/** Orderly shutdown: requests in flight are answered, then the server accepts no more connections and closes. */
@Injectable()
export class ShutdownService {
  started = false;
  private readonly startListeners: (() => void)[] = [];

  /** Registers a callback that ends long-lived connections. */
  onStart(leave: () => void): void {
    this.startListeners.push(leave);
  }

  async shutDown(server: Server, arriving = ARRIVING_MS): Promise<void> {
    this.started = true;
    for (const leave of this.startListeners) leave();
    const deadline = Date.now() + PATIENCE_MS;
    await this.waitForQuiet(server, arriving);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // A kept-alive connection stays open until it is closed after its last answer.
    const sweep = setInterval(() => server.closeIdleConnections(), 25);
    const impatience = setTimeout(() => server.closeAllConnections(), deadline - Date.now());
    await closed;
    clearInterval(sweep);
    clearTimeout(impatience);
  }

  private async waitForQuiet(server: Server, { least, most }: typeof ARRIVING_MS): Promise<void> {
    const begun = Date.now();
    let arrived = 0;
    server.on('connection', () => arrived++).on('request', () => arrived++);
    for (let seen = -1; seen !== arrived || Date.now() - begun < least;) {
      if (Date.now() - begun > most) return;
      seen = arrived;
      await sleep(QUIET_MS);
      // On an overloaded machine the timer runs before what has arrived meanwhile is read.
      await turn();
    }
  }
}
