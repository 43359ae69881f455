import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { DROP_AFTER_SECONDS, DropSiteEventsJob } from './jobs/drop-site-events.job.js';
import { SiteRepository } from './sites/site.repository.js';

/** The sites of a deleted account go with it, and their events by jobs. */
@AppProvider()
export class AnalyticsAccountDeletion extends AccountDeletionHook {
  constructor(
    private readonly sites: SiteRepository,
    private readonly jobs: JobsService,
    private readonly forget: DropSiteEventsJob,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    for (const site_id of await this.sites.idsOf(userId)) {
      await this.jobs.enqueue(this.forget, { site_id }, DROP_AFTER_SECONDS);
    }
  }
}
