import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { sql } from '../platform/database/sql.js';

interface Recording {
  work: () => Promise<unknown>;
  done: () => void;
}

/** The disk is not waited for: when the database itself dies, the clicks of its last second are lost, and nothing else. */
const UNHURRIED = sql('web_events_unhurried', `SELECT set_config('synchronous_commit', 'off', true)`);
const TOGETHER = 200;
/** While the database does not answer, visitors go on coming. */
const WAITING = 20_000;
/** Whoever takes so long is not waited for by those after him; of such, there may be so many. */
const SLOW_MS = 20;
const WRITERS = 4;

/** What comes while others are being written goes together with the next: a COMMIT costs more than what is inserted. */
@Injectable()
export class Recordings {
  private readonly logger = new Logger('WebEvents');
  private waiting: Recording[] = [];
  private writers = 0;
  private begun = 0;

  constructor(private readonly database: Database) {}

  /** When it is recorded, or was not: nobody who reads can do anything about that. */
  add(work: () => Promise<unknown>): Promise<void> {
    if (this.waiting.length === WAITING) return Promise.resolve();
    return new Promise((done) => {
      this.waiting.push({ work, done });
      // Not in the transaction of whoever comes first.
      if (this.needsWriter()) this.database.outside(() => void this.writeAll());
    });
  }

  private needsWriter(): boolean {
    return !this.writers || (this.writers < WRITERS && performance.now() - this.begun > SLOW_MS);
  }

  private async writeAll(): Promise<void> {
    this.writers++;
    while (this.waiting.length) {
      this.begun = performance.now();
      await this.write(this.waiting.splice(0, TOGETHER));
    }
    this.writers--;
  }

  /** One that fails keeps none of the others from being recorded. */
  private async write(recordings: Recording[]): Promise<void> {
    try {
      await this.database.transaction(async () => {
        for (const { work } of recordings) await work();
        this.database.atEnd(UNHURRIED, []);
      });
      for (const { done } of recordings) done();
    } catch (error) {
      if (recordings.length > 1) {
        for (const one of recordings) await this.write([one]);
        return;
      }
      this.logger.error({ err: error }, 'an event was not recorded');
      for (const { done } of recordings) done();
    }
  }
}
