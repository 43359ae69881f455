import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { LogRepository } from './log.repository.js';

/** Creates the partitions of the next days and drops partitions older than 72 hours. */
@Injectable()
export class LogRetentionJob extends Job implements OnApplicationBootstrap {
  readonly name = 'realtime.keep-log';
  override readonly every = '23 * * * *';

  constructor(
    private readonly log: LogRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  /**
   * Must run before the first request: the database may have been restored, or partitions may be missing
   * after days of downtime.
   */
  async onApplicationBootstrap(): Promise<void> {
    await this.database.transaction(() => this.log.checkOrigin());
    await this.database.transaction(() => this.log.makePartitions());
  }

  async run(): Promise<void> {
    await this.database.transaction(() => this.log.makePartitions());
    await this.database.transaction(() => this.log.dropPartitions());
    await this.database.transaction(() => this.log.purgeHeads());
    await this.database.transaction(() => this.log.purgeTickets());
  }
}
