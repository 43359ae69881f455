import { AppProvider } from '../../kernel/app-provider.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { AttemptRepository } from '../attempts/attempt.repository.js';

const BATCH = 500;

/** Deletes previews that are older than a week. */
@AppProvider()
export class DropPreviews extends BatchJob {
  readonly name = 'quizzes.drop-previews';
  override readonly every = '41 3 * * *';

  constructor(private readonly attempts: AttemptRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.attempts.dropPreviews(BATCH)) === BATCH;
  }
}
