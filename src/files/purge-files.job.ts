import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { FileRepository } from './stored/file.repository.js';
import { WaitingUploadRepository } from './signed/waiting-upload.repository.js';
import { TemporaryFilesService } from './storage/temporary-files.service.js';

const BATCH = 500;

/**
 * Deletes files that were never attached or have expired, uploads that never arrived, and temporary files of
 * killed processes.
 */
@Injectable()
export class PurgeFilesJob extends Job {
  readonly name = 'files.tidy';
  override readonly every = '23 * * * *';

  constructor(
    private readonly files: FileRepository,
    private readonly uploads: WaitingUploadRepository,
    private readonly database: DatabaseService,
    private readonly temporaryFiles: TemporaryFilesService,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.temporaryFiles.removeOld();
    await this.deleteInBatches(() => this.files.deleteUnattached(BATCH));
    await this.deleteInBatches(() => this.files.deleteExpired(BATCH));
    await this.deleteInBatches(() => this.uploads.deleteExpired(BATCH));
  }

  private async deleteInBatches(forget: () => Promise<number>): Promise<void> {
    while ((await this.database.transaction(forget)) === BATCH);
  }
}
