import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { OccurrenceRepository } from '../occurrences/occurrence.repository.js';

const BATCH = 1_000;

/** What is done with is not kept for ever. */
@AppProvider()
export class ForgetOccurrences extends Job {
  readonly name = 'reminders.forget-occurrences';
  override readonly every = '37 3 * * *';

  constructor(
    private readonly occurrences: OccurrenceRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    while ((await this.database.transaction(() => this.occurrences.forget(BATCH))) === BATCH);
  }
}
