import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { Job } from '../../jobs/job.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { BroadcastEnded } from './broadcasts.events.js';

const BATCH = 100;

/**
 * Ends broadcasts whose host had no connection for five minutes. It is enqueued for the second when that is due; the
 * schedule covers hosts whose departure was not noticed, and hosts who were suspended.
 */
@Injectable()
export class EndLeftBroadcastsJob extends Job {
  readonly name = 'community.end-left-broadcasts';
  override readonly every = '* * * * *';

  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly events: EventsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.end())) === BATCH);
  }

  private async end(): Promise<number> {
    const ended = await this.broadcasts.endLeft(BATCH);
    for (const broadcast of ended) this.events.announce(BroadcastEnded, broadcast, null);
    return ended.length;
  }
}
