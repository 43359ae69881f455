import { Injectable, Logger } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Database } from '../../platform/database/database.js';
import { Storage } from './storage.js';
import { TrashRepository } from './trash.repository.js';

const BATCH = 100;

/** Removes the bytes that no row owns. A path leaves the trash only when its bytes are gone. */
@Injectable()
export class EmptyTrash extends Job {
  readonly name = 'files.empty-trash';
  /** Rows also go with what they belonged to, and then nobody asks for this job. */
  override readonly every = '* * * * *';

  private readonly logger = new Logger('Files');

  constructor(
    private readonly storage: Storage,
    private readonly trash: TrashRepository,
    private readonly database: Database,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (;;) {
      const paths = await this.trash.due(BATCH);
      if (!paths.length) return;
      const removed = await Promise.all(paths.map((path) => this.remove(path)));
      await this.database.transaction(async () => {
        await this.trash.forget(paths.filter((_, index) => removed[index]));
        await this.trash.postpone(paths.filter((_, index) => !removed[index]));
      });
    }
  }

  private async remove(path: string): Promise<boolean> {
    try {
      await this.storage.remove(path);
      return true;
    } catch (error) {
      this.logger.error(error);
      return false;
    }
  }
}
