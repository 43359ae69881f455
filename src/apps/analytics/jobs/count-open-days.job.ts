import { BatchJob } from '../../../jobs/batch.job.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { OpenDaysRepository } from '../days/open-days.repository.js';

/** Every hour, after days are closed: the open days of sites with many events. One site in each transaction. */
@AppProvider()
export class CountOpenDaysJob extends BatchJob<{ after?: string }> {
  readonly name = 'analytics.count-open-days';
  override readonly every = '15 * * * *';

  constructor(private readonly days: OpenDaysRepository) {
    super();
  }

  protected async batch(place: { after?: string }): Promise<boolean> {
    const day = await this.days.next(place.after ?? FIRST_ID);
    if (!day) return false;
    await this.days.countUntil(day);
    place.after = day.id;
    return true;
  }
}
