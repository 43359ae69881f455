import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { EventUpkeepRepository, PURGE_BATCH } from './event-upkeep.repository.js';

/** Other processes may record events of a deleted site for some seconds. */
export const DROP_AFTER_SECONDS = 30;

/** Deletes the events of a deleted site, which no foreign key does. */
@AppProvider()
export class DropSiteEventsJob extends BatchJob<{ site_id: string }> {
  readonly name = 'analytics.drop-site-events';

  constructor(private readonly events: EventUpkeepRepository) {
    super();
  }

  protected async batch({ site_id }: { site_id: string }): Promise<boolean> {
    return (await this.events.forgetSite(site_id)) === PURGE_BATCH;
  }
}
