import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { TopicRepository } from '../topics/topic.repository.js';

const BATCH = 5000;

/** Views are counted together, so that a topic that many read is not written by each of them. */
@AppProvider()
export class CountViews extends Job {
  readonly name = 'forums.count-views';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly topics: TopicRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while (await this.database.transaction(() => this.topics.countViewsBatch(BATCH)));
    await this.database.transaction(() => this.topics.purgeViews());
  }
}
