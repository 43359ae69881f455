import { Inject } from '@nestjs/common';
import { DatabaseService } from '../platform/database/database.service.js';
import { Job } from './job.js';

/** Work on many rows, in batches. Each batch has a transaction of its own, which keeps locks short. */
export abstract class BatchJob<Data extends object = object> extends Job<Data> {
  // Injected into the property, so that the constructors of the jobs need not pass it on.
  @Inject(DatabaseService) private readonly database!: DatabaseService;

  /** Returns false when no rows are left. */
  protected abstract batch(data: Data): Promise<boolean>;

  async run(data: Data): Promise<void> {
    while (await this.database.transaction(() => this.batch(data)));
  }
}
