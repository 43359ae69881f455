import { FilesService } from '../../../files/files.service.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AssetRepository } from '../assets/asset.repository.js';

const BATCH = 500;

/** Deletes images that have not arrived in a day, and those that no version of a template has. */
@AppProvider()
export class DropAssetsJob extends Job {
  readonly name = 'certificates.drop-assets';
  override readonly every = '40 4 * * *';

  constructor(
    private readonly assets: AssetRepository,
    private readonly files: FilesService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.release(() => this.assets.dropAwaiting(BATCH))) === BATCH);
    for (let after = FIRST_ID; ;) {
      const last = (await this.assets.idsAfter(after, BATCH)).at(-1);
      if (last === undefined) return;
      const from = after;
      await this.release(() => this.assets.dropUnused(from, last));
      after = last;
    }
  }

  /** The rows and their files go together. */
  private release(drop: () => Promise<string[]>): Promise<number> {
    return this.database.transaction(async () => {
      const files = await drop();
      await this.files.release(files);
      return files.length;
    });
  }
}
