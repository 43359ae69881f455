import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RenewalOpeningService } from '../members/renewal-opening.service.js';
import { DueRepository } from './due.repository.js';
import { inPlaces } from './places.js';

/** Each hour: the next period of what renews soon is opened to be paid, and announced. */
@AppProvider()
export class OpenRenewals extends Job {
  readonly name = 'subscriptions.open-renewals';
  override readonly every = '7 * * * *';

  constructor(
    private readonly due: DueRepository,
    private readonly opening: RenewalOpeningService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(): Promise<void> {
    return inPlaces(this.database, async (after) => {
      const soon = await this.due.soon(after);
      const isDue = await this.opening.due(soon);
      const ids = soon.filter((one) => !one.is_open && isDue(one)).map(({ id }) => id);
      await this.opening.open((await this.due.toOpen(ids)).filter(isDue));
      const last = soon.at(-1);
      return last && { at: last.period_end, id: last.id };
    });
  }
}
