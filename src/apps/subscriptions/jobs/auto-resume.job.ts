import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PausesService } from '../members/pauses.service.js';
import { DueRepository } from './due.repository.js';

/** Every five minutes: pauses that are over. */
@AppProvider()
export class AutoResume extends BatchJob {
  readonly name = 'subscriptions.auto-resume';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly due: DueRepository,
    private readonly pauses: PausesService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const rows = await this.due.toResume();
    await this.pauses.resume(rows, 'system');
    return rows.length > 0;
  }
}
