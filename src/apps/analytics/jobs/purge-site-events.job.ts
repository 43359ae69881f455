import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { Job } from '../../../jobs/job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AnalyticsSettings } from '../analytics.settings.js';
import { EventUpkeepRepository, PURGE_BATCH } from './event-upkeep.repository.js';

const SITES_AT_ONCE = 100;

/** Deletes the events of closed days once they are older than their owner keeps them. */
@AppProvider()
export class PurgeSiteEventsJob extends Job {
  readonly name = 'analytics.purge-events';
  override readonly every = '40 2 * * *';

  constructor(
    private readonly events: EventUpkeepRepository,
    private readonly settings: AppSettings,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    for (let after: string | undefined = FIRST_ID; after;) {
      const sites = await this.events.sitesAfter(after, SITES_AT_ONCE);
      const settings = await this.settings.ofMany(AnalyticsSettings, [
        ...new Set(sites.map(({ owner_id }) => owner_id)),
      ]);
      const ids = sites.map(({ id }) => id);
      const days = sites.map(({ owner_id }) => (settings.get(owner_id) as AnalyticsSettings).raw_retention_days);
      const purge = () => this.database.transaction(() => this.events.purge(ids, days));
      if (sites.length) while ((await purge()) === PURGE_BATCH);
      after = sites.length === SITES_AT_ONCE ? ids.at(-1) : undefined;
    }
  }
}
