import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { TimetrackingSettings } from '../timetracking.settings.js';

const BATCH = 500;
const HOUR = 60 * 60 * 1_000;

/** Every 5 minutes: a timer that is older than its owner's setting ends where that has passed. */
@AppProvider()
export class EndForgottenTimers extends BatchJob<{ after?: { started_at: Date; id: string } }> {
  readonly name = 'timetracking.end-forgotten-timers';
  override readonly every = '*/5 * * * *';

  constructor(
    private readonly entries: EntryRepository,
    private readonly settings: AppSettings,
  ) {
    super();
  }

  protected async batch(place: { after?: { started_at: Date; id: string } }): Promise<boolean> {
    const rows = await this.entries.longRunning(place.after, BATCH);
    const settings = await this.settings.ofMany(
      TimetrackingSettings,
      rows.map(({ owner_id }) => owner_id),
    );
    const due = rows.flatMap(({ id, owner_id, started_at }) => {
      const ends = +started_at + (settings.get(owner_id)?.max_timer_hours ?? 24) * HOUR;
      return ends <= Date.now() ? [{ id, ended_at: new Date(ends) }] : [];
    });
    await this.entries.endAll(due);
    place.after = rows.at(-1);
    return rows.length === BATCH;
  }
}
