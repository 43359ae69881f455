import { AccountDeletionHook } from '../../account/users/account-deletion-hook.js';
import { JobsService } from '../../jobs/jobs.service.js';
import { DropEventsJob } from '../../web-events/days/drop-events.job.js';
import { AppProvider } from '../kernel/app-provider.js';
import { DROP_AFTER_SECONDS, SITE_EVENTS } from './days/site-events.js';
import { SiteRepository } from './sites/site.repository.js';

/** The sites of a deleted account go with it, and their events by jobs. */
@AppProvider()
export class AnalyticsAccountDeletion extends AccountDeletionHook {
  constructor(
    private readonly sites: SiteRepository,
    private readonly jobs: JobsService,
    private readonly dropEvents: DropEventsJob,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    for (const thing_id of await this.sites.idsOf(userId)) {
      await this.jobs.enqueue(this.dropEvents, { events: SITE_EVENTS.name, thing_id }, DROP_AFTER_SECONDS);
    }
  }
}
