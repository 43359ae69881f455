import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { HoldRepository } from '../bookings/hold.repository.js';

/** Every minute: bookings that were not paid in time give back their time or seat. */
@AppProvider()
export class ExpireHolds extends BatchJob {
  readonly name = 'live-sessions.expire-holds';
  override readonly every = '* * * * *';

  constructor(private readonly holds: HoldRepository) {
    super();
  }

  protected batch(): Promise<boolean> {
    return this.holds.expireSome();
  }
}
