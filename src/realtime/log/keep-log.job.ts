import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { KeepLogRepository } from './keep-log.repository.js';

/** Days to come have a place before they are there; what is older than 72 hours goes. */
@Injectable()
export class KeepLog extends Job implements OnApplicationBootstrap {
  readonly name = 'realtime.keep-log';
  override readonly every = '23 * * * *';

  constructor(
    private readonly repository: KeepLogRepository,
    private readonly database: Database,
  ) {
    super();
  }

  /** However long nothing ran. */
  async onApplicationBootstrap(): Promise<void> {
    await this.database.transaction(() => this.repository.makePartitions());
  }

  async run(): Promise<void> {
    await this.database.transaction(() => this.repository.makePartitions());
    await this.database.transaction(() => this.repository.dropPartitions());
    await this.database.transaction(() => this.repository.forgetHeads());
    await this.database.transaction(() => this.repository.forgetTickets());
  }
}
