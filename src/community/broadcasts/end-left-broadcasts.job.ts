import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { TellOfBroadcast } from './tell-of-broadcast.js';

const BATCH = 100;

/** Whose host has had no connection for five minutes ends: when that is due, and each minute for what else may be. */
@Injectable()
export class EndLeftBroadcasts extends Job {
  readonly name = 'community.end-left-broadcasts';
  override readonly every = '* * * * *';

  constructor(
    private readonly broadcasts: BroadcastRepository,
    private readonly tell: TellOfBroadcast,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.end())) === BATCH);
  }

  private async end(): Promise<number> {
    const ended = await this.broadcasts.endLeft(BATCH);
    for (const broadcast of ended) this.tell.ended(broadcast, null);
    return ended.length;
  }
}
