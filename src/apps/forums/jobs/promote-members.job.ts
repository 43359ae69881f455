import { Injectable } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { Database } from '../../../platform/database/database.js';
import { KeepingRepository } from './keeping.repository.js';

const BATCH = 500;

/** Who has written well for a while is trusted. */
@Injectable()
export class PromoteMembers extends Job {
  readonly name = 'forums.promote-members';
  override readonly every = '20 3 * * *';

  constructor(
    private readonly keeping: KeepingRepository,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.keeping.promote(BATCH))) === BATCH);
  }
}
