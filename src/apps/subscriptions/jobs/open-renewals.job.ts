import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RenewalOpeningService } from '../members/renewal-opening.service.js';
import { DueRepository } from './due.repository.js';

type Place = { period_end: Date | string; id: string };

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

  async run(): Promise<void> {
    let place: Place | undefined = { period_end: '-infinity', id: FIRST_ID };
    while (place) {
      const from: Place = place;
      place = await this.database.transaction(async () => {
        const rows = await this.due.toOpen(from);
        await this.opening.open(rows);
        return rows.at(-1) as Place | undefined;
      });
    }
  }
}
