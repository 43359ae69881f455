import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { ForumRepository } from '../forums/forum.repository.js';

const BATCH = 500;

/** Forums whose owner has gone. */
@AppProvider()
export class AdoptForums extends Job {
  readonly name = 'forums.adopt-forums';
  override readonly every = '10 4 * * *';

  constructor(
    private readonly forums: ForumRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.forums.adoptBatch(BATCH))) === BATCH);
  }
}
