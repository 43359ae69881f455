import { Injectable, Logger } from '@nestjs/common';
import { Jobs } from '../../jobs/jobs.js';
import { Database } from '../../platform/database/database.js';
import { unavailable } from '../../platform/http/refusal.js';
import { EmptyTrash } from './empty-trash.job.js';
import { Storage } from './storage.js';
import { TrashRepository } from './trash.repository.js';

/** Bytes and the row that owns them, in two places that share no transaction: together, or neither. */
@Injectable()
export class SafeWrite {
  private readonly logger = new Logger('Files');

  constructor(
    private readonly storage: Storage,
    private readonly trash: TrashRepository,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly emptyTrash: EmptyTrash,
  ) {}

  /** `own` gives the bytes a row and says so; where it does not, or throws, they go again. */
  async run(file: string, size: number, own: (path: string) => Promise<boolean>): Promise<void> {
    const path = this.storage.newPath();
    await this.database.transaction(() => this.trash.expect(path));
    let owned = false;
    try {
      await this.storage.put(path, file, size);
      owned = await this.database.transaction(async () => {
        if (!(await own(path))) return false;
        if (!(await this.trash.claim(path))) throw unavailable();
        return true;
      });
    } finally {
      if (!owned) await this.drop(path);
    }
  }

  private async drop(path: string): Promise<void> {
    try {
      await this.database.transaction(async () => {
        await this.trash.hurry(path);
        await this.jobs.enqueue(this.emptyTrash, {});
      });
    } catch (error) {
      // It stands in the trash already, for later.
      this.logger.warn(error);
    }
  }
}
