import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { Uploads } from '../messages/uploads.js';

const BATCH = 500;

/** Uploads that no message has carried for a day. */
@AppProvider()
export class DropUploads extends Job {
  readonly name = 'support.drop-uploads';
  override readonly every = '41 * * * *';

  constructor(
    private readonly uploads: Uploads,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.uploads.drop(BATCH))) === BATCH);
  }
}
