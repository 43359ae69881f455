import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { SweepRepository } from './sweep.repository.js';

const BATCH = 500;

/** Deletes files whose bytes never arrived, and stores of the others whether their bytes exist. */
@AppProvider()
export class SweepFiles extends Job {
  readonly name = 'assignments.sweep-files';
  override readonly every = '27 4 * * *';

  constructor(
    private readonly rows: SweepRepository,
    private readonly files: FilesService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(() => this.rows.arrived());
    while ((await this.database.transaction(() => this.batch())) === BATCH);
    await this.database.transaction(() => this.rows.lost());
  }

  private async batch(): Promise<number> {
    const dropped = await this.rows.drop(BATCH);
    await this.files.release(dropped);
    return dropped.length;
  }
}
