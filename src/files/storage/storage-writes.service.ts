import { Injectable, Logger } from '@nestjs/common';
import { JobsService } from '../../jobs/jobs.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { unavailable } from '../../platform/http/refusal.js';
import { EmptyTrashJob } from './empty-trash.job.js';
import { Storage } from './storage.js';
import { TrashRepository } from './trash.repository.js';

/**
 * Writes bytes to the storage together with their row in the database. The two share no transaction; either
 * both exist afterwards or neither does.
 */
@Injectable()
export class StorageWritesService {
  private readonly logger = new Logger('Files');

  constructor(
    private readonly storage: Storage,
    private readonly trash: TrashRepository,
    private readonly database: DatabaseService,
    private readonly jobs: JobsService,
    private readonly emptyTrash: EmptyTrashJob,
  ) {}

  /** `own` inserts the row and returns true. When it returns false or throws, the bytes are removed. */
  async write(file: string, size: number, own: (path: string) => Promise<boolean>): Promise<void> {
    const path = this.storage.newPath();
    await this.database.transaction(() => this.trash.insertPending(path));
    let owned = false;
    try {
      await this.storage.put(path, file, size);
      owned = await this.database.transaction(async () => {
        if (!(await own(path))) return false;
        if (!(await this.trash.deletePending(path))) throw unavailable();
        return true;
      });
    } finally {
      if (!owned) await this.discard(path);
    }
  }

  private async discard(path: string): Promise<void> {
    try {
      await this.database.transaction(async () => {
        await this.trash.update({ path }, { due_at: NOW });
        await this.jobs.enqueue(this.emptyTrash, {});
      });
    } catch (error) {
      // The path is already in the trash and is removed later.
      this.logger.warn(error);
    }
  }
}
