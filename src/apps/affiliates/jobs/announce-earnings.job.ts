import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { inBatches } from '../../../platform/database/batches.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AffiliateNotificationsService } from '../affiliate-notifications.service.js';
import { AffiliatesSettings } from '../affiliates.settings.js';
import { CommissionRepository } from '../commissions/commission.repository.js';
import { grouped } from '../../kernel/rows/grouped.js';

const BATCH = 500;

/** Notifies affiliates once a day of what they have earned since. */
@AppProvider()
export class AnnounceEarnings extends Job {
  readonly name = 'affiliates.announce-earnings';
  override readonly every = '0 8 * * *';

  constructor(
    private readonly commissions: CommissionRepository,
    private readonly settings: AppSettings,
    private readonly notifications: AffiliateNotificationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run(): Promise<void> {
    return inBatches(this.database, (after) => this.batch(after));
  }

  private async batch(after: string): Promise<string | undefined> {
    const owners = await this.commissions.unannounced(after, BATCH);
    if (!owners.length) return undefined;
    const settings = await this.settings.ofMany(AffiliatesSettings, owners);
    const earned = grouped(await this.commissions.announce(owners), ({ owner_id }) => owner_id);
    for (const [owner, sums] of earned) {
      if (settings.get(owner)?.notify_commissions === 'off') continue;
      const count = sums.reduce((all, sum) => all + sum.count, 0);
      this.notifications.notifyDigest(owner, count, sums);
    }
    return owners.at(-1);
  }
}
