import { Injectable } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { Database } from '../../../platform/database/database.js';
import { KeepingRepository } from './keeping.repository.js';

const BATCH = 500;

/** Topics in which nobody has written for as long as their category allows. */
@Injectable()
export class AutoClose extends Job {
  readonly name = 'forums.auto-close';
  override readonly every = '40 3 * * *';

  constructor(
    private readonly keeping: KeepingRepository,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.keeping.close(BATCH))) === BATCH);
  }
}
