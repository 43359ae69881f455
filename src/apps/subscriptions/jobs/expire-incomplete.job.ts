import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { EndingService } from '../members/ending.service.js';
import { DueRepository } from './due.repository.js';

/** Every five minutes: checkouts that nobody has paid in time give back their seats, and upgrades their place. */
@AppProvider()
export class ExpireIncomplete extends BatchJob {
  readonly name = 'subscriptions.expire-incomplete';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly due: DueRepository,
    private readonly charges: ChargeRepository,
    private readonly ending: EndingService,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const expired = await this.ending.end(await this.due.abandoned(), 'expired');
    const upgrades = await this.charges.voidAbandonedUpgrades();
    return expired.length > 0 || upgrades > 0;
  }
}
