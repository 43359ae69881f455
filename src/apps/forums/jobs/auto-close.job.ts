import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { TopicRepository } from '../topics/topic.repository.js';

const BATCH = 500;

/** Topics in which nobody has written for as long as their category allows. */
@AppProvider()
export class AutoClose extends Job {
  readonly name = 'forums.auto-close';
  override readonly every = '40 3 * * *';

  constructor(
    private readonly topics: TopicRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.topics.closeBatch(BATCH))) === BATCH);
  }
}
