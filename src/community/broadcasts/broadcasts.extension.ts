import { Injectable } from '@nestjs/common';
import { JobsService } from '../../jobs/jobs.service.js';
import {
  type Asked,
  type Readable,
  StreamPolicy,
  type Departure,
  UserOfflineHook,
} from '../../realtime/extension-points.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { EndLeftBroadcastsJob } from './end-left-broadcasts.job.js';

/** Enqueues the end of broadcasts whose hosts lost their last connection, for the exact second when it is due. */
@Injectable()
export class BroadcastHostOfflineExtension extends UserOfflineHook {
  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly endLeftBroadcasts: EndLeftBroadcastsJob,
    private readonly jobs: JobsService,
  ) {
    super();
  }

  async departed(people: Departure[]): Promise<void> {
    const due = await this.broadcasts.listDueIn(people.map(({ user_id }) => user_id));
    for (const seconds of due) await this.jobs.enqueue(this.endLeftBroadcasts, {}, seconds);
  }
}

/** The host and everybody who joined may read the stream of a broadcast. */
@Injectable()
export class BroadcastStreamExtension extends StreamPolicy {
  readonly kind = 'broadcast';

  constructor(private readonly broadcasts: BroadcastRepository) {
    super();
  }

  async readable(asked: Asked[]): Promise<Readable[]> {
    return (await this.broadcasts.checkReadable(asked)).map((readable) => (readable ? 'yes' : 'no'));
  }
}
