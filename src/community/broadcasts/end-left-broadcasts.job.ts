import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { BroadcastRepository } from './broadcast.repository.js';
import { TellOfBroadcast } from './tell-of-broadcast.js';

const BATCH = 100;

/** Each minute: whose host has a connection goes on, and whose host has had none for five minutes ends. */
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
    await this.database.transaction(() => this.broadcasts.seeConnected());
    while ((await this.database.transaction(() => this.end())) === BATCH);
  }

  private async end(): Promise<number> {
    const ended = await this.broadcasts.endLeft(BATCH);
    for (const broadcast of ended) this.tell.ended(broadcast, null);
    return ended.length;
  }
}
