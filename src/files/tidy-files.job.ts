import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { Database } from '../platform/database/database.js';
import { FileRepository } from './records/file.repository.js';
import { WaitingUploads } from './signed/waiting-upload.repository.js';
import { Incoming } from './uploads/incoming.js';

const BATCH = 500;

/** Files that nobody put to use or that were made for a while, promises that nobody kept, and what killed processes left on this machine's disk. */
@Injectable()
export class TidyFiles extends Job {
  readonly name = 'files.tidy';
  override readonly every = '23 * * * *';

  constructor(
    private readonly files: FileRepository,
    private readonly waiting: WaitingUploads,
    private readonly database: Database,
    private readonly incoming: Incoming,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.incoming.sweep();
    await this.all(() => this.files.forgetUnattached(BATCH));
    await this.all(() => this.files.forgetExpired(BATCH));
    await this.all(() => this.waiting.forgetExpired(BATCH));
  }

  private async all(forget: () => Promise<number>): Promise<void> {
    while ((await this.database.transaction(forget)) === BATCH);
  }
}
