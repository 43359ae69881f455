import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { OccurrenceRepository } from '../occurrences/occurrence.repository.js';

const BATCH = 1_000;

/** Deletes closed occurrences of more than 400 days ago. */
@AppProvider()
export class ForgetOccurrences extends BatchJob {
  readonly name = 'reminders.forget-occurrences';
  override readonly every = '37 3 * * *';

  constructor(private readonly occurrences: OccurrenceRepository) {
    super();
  }

  protected async batch(): Promise<boolean> {
    return (await this.occurrences.forget(BATCH)) === BATCH;
  }
}
