import { Injectable, Logger } from '@nestjs/common';
import { DatabaseService } from '../platform/database/database.service.js';
import { sql } from '../platform/database/sql.js';

interface PendingEvent {
  /** Sends statements, or leaves them for the end of the transaction. */
  write: () => unknown;
  done: () => void;
}

/**
 * Does not wait for the disk at COMMIT. A crash of the database loses the events of its last second, and nothing else.
 */
const ASYNCHRONOUS_COMMIT = sql('web_events_unhurried', `SELECT set_config('synchronous_commit', 'off', true)`);
const BATCH = 200;
/** A limit for the memory while the database does not answer. Further events are dropped. */
const MOST_WAITING = 20_000;
/** A batch that takes longer does not hold up later events: another writer starts, up to `MOST_WRITERS`. */
const SLOW_MS = 20;
const MOST_WRITERS = 4;

/**
 * Writes events in batches, as a COMMIT costs more than an insert. Events that arrive during a write form the
 * next batch.
 */
@Injectable()
export class EventBatchesService {
  private readonly logger = new Logger('WebEvents');
  private waiting: PendingEvent[] = [];
  private writers = 0;
  private batchStartedAt = 0;

  constructor(private readonly database: DatabaseService) {}

  /** Resolves after the write, also if it failed: visitors cannot do anything about a failure. */
  add(write: () => unknown): Promise<void> {
    if (this.waiting.length === MOST_WAITING) return Promise.resolve();
    return new Promise((done) => {
      this.waiting.push({ write, done });
      // Outside of the caller's transaction, as the batch has events of other callers.
      if (this.needsWriter()) this.database.outside(() => void this.writeAll());
    });
  }

  private needsWriter(): boolean {
    return !this.writers || (this.writers < MOST_WRITERS && performance.now() - this.batchStartedAt > SLOW_MS);
  }

  private async writeAll(): Promise<void> {
    this.writers++;
    while (this.waiting.length) {
      this.batchStartedAt = performance.now();
      await this.writeBatch(this.waiting.splice(0, BATCH));
    }
    this.writers--;
  }

  /** After a failure each event is written alone, so that one bad event does not lose the others. */
  private async writeBatch(events: PendingEvent[]): Promise<void> {
    try {
      await this.database.transaction(async () => {
        for (const { write } of events) await write();
        this.database.atEnd(ASYNCHRONOUS_COMMIT, []);
      });
      for (const { done } of events) done();
    } catch (error) {
      if (events.length > 1) {
        for (const one of events) await this.writeBatch([one]);
        return;
      }
      this.logger.error({ err: error }, 'a web event was not written');
      for (const { done } of events) done();
    }
  }
}
