import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { NoticeRepository } from './notice.repository.js';

const BATCH = 500;

/** Previews that are older than a week. */
@AppProvider()
export class DropPreviews extends Job {
  readonly name = 'quizzes.drop-previews';
  override readonly every = '41 3 * * *';

  constructor(
    private readonly notices: NoticeRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.notices.dropPreviews(BATCH))) === BATCH);
  }
}
