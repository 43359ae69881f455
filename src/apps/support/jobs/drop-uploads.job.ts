import { Injectable } from '@nestjs/common';
import { Job } from '../../../jobs/job.js';
import { Database } from '../../../platform/database/database.js';
import { Uploads } from '../messages/uploads.js';

const BATCH = 500;

/** Uploads that no message has carried for a day. */
@Injectable()
export class DropUploads extends Job {
  readonly name = 'support.drop-uploads';
  override readonly every = '41 * * * *';

  constructor(
    private readonly uploads: Uploads,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.uploads.drop(BATCH))) === BATCH);
  }
}
