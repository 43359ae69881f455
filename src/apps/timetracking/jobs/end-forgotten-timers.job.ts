import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { TimetrackingSettings } from '../timetracking.settings.js';

const BATCH = 500;

/**
 * Every 5 minutes: a timer that is older than its owner's setting ends where that has passed. Owners who are changing their entries
 * at this moment are left for the next run.
 */
@AppProvider()
export class EndForgottenTimers extends BatchJob<{ after?: { started_at: Date; id: string } }> {
  readonly name = 'timetracking.end-forgotten-timers';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
    private readonly settings: AppSettings,
  ) {
    super();
  }

  protected async batch(place: { after?: { started_at: Date; id: string } }): Promise<boolean> {
    const rows = await this.entries.longRunning(place.after, BATCH);
    const owners = await this.states.lockFree(rows.map(({ owner_id }) => owner_id));
    const settings = await this.settings.ofMany(TimetrackingSettings, owners);
    await this.entries.endOverdue(
      [...settings].map(([owner_id, { max_timer_hours }]) => ({ owner_id, max_timer_hours })),
    );
    place.after = rows.at(-1);
    return rows.length === BATCH;
  }
}
