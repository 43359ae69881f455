import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { BatchJob } from '../../jobs/batch.job.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { BroadcastEnded } from './broadcasts.events.js';

const BATCH = 100;

/**
 * Ends broadcasts whose host had no connection for five minutes. It is enqueued for the second when that is due; the
 * schedule covers hosts whose departure was not noticed, and hosts who were suspended.
 */
@Injectable()
export class EndLeftBroadcastsJob extends BatchJob {
  readonly name = 'community.end-left-broadcasts';
  override readonly every = '* * * * *';

  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly events: EventsService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const ended = await this.broadcasts.endLeft(BATCH);
    for (const broadcast of ended) this.events.announce(BroadcastEnded, broadcast, null);
    return ended.length === BATCH;
  }
}
