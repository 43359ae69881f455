import { setTimeout as pause } from 'node:timers/promises';
import { TickJob } from '../../../jobs/tick.job.js';
import type { Lease, LeasedRuns } from './leased-runs.js';

const RENEW_MS = 20_000;
const LOOK_MS = 100;
/** Runs that end in the same moment are replaced by one claim. */
const GATHER_MS = 4;

/**
 * Claims runs and works on so many of them at once, until nothing is due. `jobs.enqueue(worker, {})` wakes it after the
 * COMMIT of a new run; every five seconds it finds what waits for its time and what lost workers have left.
 */
export abstract class RunWorkerJob<Run extends Lease> extends TickJob {
  /** Each only wakes the one loop. The queue pauses after a job that it takes alone. */
  override readonly atOnce = 100;
  protected readonly seconds = 5;
  private stopping = false;
  private wanted = false;
  /** How many runs this process works on at once. */
  protected readonly most: number = 10;

  protected abstract readonly runs: Pick<LeasedRuns<Run>, 'claim' | 'renew'>;

  /** Ends the run, or lets it wait. What it throws leaves the run to its lease. */
  protected abstract work(run: Run): Promise<void>;

  /** Waits until the runs that are worked on have stopped between two steps. */
  override beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    return super.beforeApplicationShutdown();
  }

  /** True from the shutdown on: a run stops between two steps. */
  protected get stops(): boolean {
    return this.stopping;
  }

  /** A loop that works takes what is new at once: the queue sends nothing while its last batch runs. */
  look(): void {
    this.wanted = true;
  }

  override run(): Promise<void> {
    this.look();
    return super.run();
  }

  protected async tick(): Promise<void> {
    const working = new Set<Promise<void>>();
    while (!this.stopping) {
      const free = this.most - working.size;
      this.wanted = false;
      const claimed = free > 0 ? await this.runs.claim(free) : [];
      for (const run of claimed) {
        const one: Promise<void> = this.leased(run).finally(() => {
          working.delete(one);
          this.wanted = true;
        });
        working.add(one);
      }
      if (!working.size && !this.wanted) return;
      await this.change(working);
    }
    await Promise.all(working);
  }

  /** Until a run ends, or until somebody asks for a claim. */
  private async change(working: Set<Promise<void>>): Promise<void> {
    while (working.size && !(this.wanted && working.size < this.most) && !this.stopping) {
      const before = working.size;
      await Promise.race([...working, pause(LOOK_MS)]);
      if (working.size < before) break;
    }
    await pause(GATHER_MS);
  }

  private async leased(run: Run): Promise<void> {
    const timer = setInterval(() => void this.runs.renew(run).catch(() => undefined), RENEW_MS).unref();
    try {
      await this.work(run);
    } catch (error) {
      this.logger.warn({ err: error, run: run.id });
    } finally {
      clearInterval(timer);
    }
  }
}
