import { AppProvider } from '../../kernel/app-provider.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { TopicRepository } from '../topics/topic.repository.js';

const BATCH = 500;

/** Topics in which nobody has written for as long as their category allows. */
@AppProvider()
export class AutoClose extends BatchJob {
  readonly name = 'forums.auto-close';
  override readonly every = '40 3 * * *';

  constructor(private readonly topics: TopicRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.topics.closeBatch(BATCH)) === BATCH;
  }
}
