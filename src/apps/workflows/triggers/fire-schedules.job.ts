import { TickJob } from '../../../jobs/tick.job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { RunStarts } from '../running/run-starts.service.js';
import { nextRunAt } from '../schedules/schedule.policy.js';
import { TriggerRepository } from './trigger.repository.js';

const BATCH = 5_000;
/** Batches at once: each skips the workflows that the others have locked. */
const AT_ONCE = 2;

/** Starts what is due by its schedule. The next time is computed from now, so that an outage is caught up once. */
@AppProvider()
export class FireSchedules extends TickJob {
  readonly name = 'workflows.fire-schedules';
  // One look at an index, so that nothing starts late.
  protected readonly seconds = 1;

  constructor(
    private readonly database: DatabaseService,
    private readonly triggers: TriggerRepository,
    private readonly starts: RunStarts,
  ) {
    super();
  }

  protected async tick(): Promise<void> {
    if (!(await this.fired())) return;
    await Promise.all(Array.from({ length: AT_ONCE }, () => this.rest()));
    // Only now, because the runs take time from the schedules that are still due.
    await this.database.transaction(() => this.starts.wake());
  }

  private async rest(): Promise<void> {
    while (await this.fired());
  }

  /** False: nothing is due any more. */
  private async fired(): Promise<boolean> {
    return (await this.database.transaction(() => this.batch())) > 0;
  }

  private async batch(): Promise<number> {
    const due = await this.triggers.due(BATCH);
    if (!due.length) return 0;
    const times = new Map<string, Date | null>();
    const next = due.map(({ id, trigger, timezone, now }) => {
      const key = JSON.stringify([trigger, timezone]);
      if (!times.has(key)) times.set(key, nextRunAt(trigger, timezone, now) ?? null);
      return { id, at: times.get(key) as Date | null };
    });
    await this.triggers.fire(next);
    return due.length;
  }
}
