import { DatabaseService } from '../../../platform/database/database.service.js';
import { Job } from '../../../jobs/job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { MOST_RETENTION_DAYS } from '../days/site-events.js';
import { addDays } from '../reports/periods.js';
import { EventUpkeepRepository } from './event-upkeep.repository.js';

/** So many days are counted in one transaction. */
const STEP_DAYS = 7;
const PATIENCE_MS = 5 * 60 * 1000;

interface Data {
  site_id: string;
  goal_ids: string[];
}

/** Counts new and changed goals over the closed days whose events are still kept. Open days are counted as they are read. */
@AppProvider()
export class CountGoalsJob extends Job<Data> {
  readonly name = 'analytics.count-goals';

  constructor(
    private readonly events: EventUpkeepRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ site_id, goal_ids }: Data): Promise<void> {
    for (let step = 0; step <= MOST_RETENTION_DAYS; step += STEP_DAYS) {
      await this.database.transaction(async () => {
        const first = await this.events.holdSite(site_id);
        if (first === undefined) return;
        await this.database.takeTime(PATIENCE_MS);
        const from = addDays(first, step);
        await this.events.countGoals(site_id, goal_ids, from, addDays(from, STEP_DAYS - 1));
      });
    }
  }
}
