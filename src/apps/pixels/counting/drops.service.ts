import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type DropCount, type DropReason, DropRepository } from './drop.repository.js';

const HOUR_MS = 60 * 60 * 1000;
const WRITE_MS = 60_000;

/** Counts in memory what is not counted as an event, and writes the sums once a minute: requests of bots write nothing. */
@AppProvider()
export class DropsService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Pixels');
  private counts = new Map<string, DropCount>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly drops: DropRepository,
    private readonly database: DatabaseService,
  ) {}

  add(pixelId: string, reason: DropReason): void {
    const hour = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
    const key = `${pixelId} ${hour} ${reason}`;
    const known = this.counts.get(key);
    if (known) known.count++;
    else this.counts.set(key, { pixel_id: pixelId, hour, reason, count: 1 });
    this.timer ??= setTimeout(() => void this.write(), WRITE_MS).unref();
  }

  /** What cannot be written is lost: it would fill the memory while the database does not answer. */
  async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counts = [...this.counts.values()];
    this.counts = new Map();
    if (!counts.length) return;
    try {
      await this.database.transaction(() => this.drops.add(counts));
    } catch (error) {
      this.logger.error({ err: error }, 'the numbers of requests that do not count were not written');
    }
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.write();
  }
}
