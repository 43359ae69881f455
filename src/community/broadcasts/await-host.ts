import { Injectable } from '@nestjs/common';
import { Jobs } from '../../jobs/jobs.js';
import { Departed, type Departure } from '../../realtime/departed.port.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { EndLeftBroadcasts } from './end-left-broadcasts.job.js';

/** A host who has gone has so long to come back, to the second. */
@Injectable()
export class AwaitHost extends Departed {
  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly end: EndLeftBroadcasts,
    private readonly jobs: Jobs,
  ) {
    super();
  }

  async departed(people: Departure[]): Promise<void> {
    const due = await this.broadcasts.dueIn(people.map(({ user_id }) => user_id));
    for (const seconds of due) await this.jobs.enqueue(this.end, {}, seconds);
  }
}
