import { Injectable, Logger } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { Storage } from './storage.js';
import { TrashRepository } from './trash.repository.js';

const BATCH = 100;

/** Removes stored bytes without a file row. A path leaves the trash only after its bytes are removed. */
@Injectable()
export class EmptyTrashJob extends Job {
  readonly name = 'files.empty-trash';
  /** The job also runs periodically, because rows that are deleted by a cascade do not enqueue it. */
  override readonly every = '* * * * *';

  private readonly logger = new Logger('Files');

  constructor(
    private readonly storage: Storage,
    private readonly trash: TrashRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (;;) {
      const paths = await this.trash.listDue(BATCH);
      if (!paths.length) return;
      const removed = await Promise.all(paths.map((path) => this.removeBytes(path)));
      await this.database.transaction(async () => {
        await this.trash.deletePaths(paths.filter((_, index) => removed[index]));
        await this.trash.postpone(paths.filter((_, index) => !removed[index]));
      });
    }
  }

  private async removeBytes(path: string): Promise<boolean> {
    try {
      await this.storage.remove(path);
      return true;
    } catch (error) {
      this.logger.error(error);
      return false;
    }
  }
}
