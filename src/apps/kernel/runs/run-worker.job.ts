import { setTimeout as pause } from 'node:timers/promises';
import { Inject } from '@nestjs/common';
import { JobsService } from '../../../jobs/jobs.service.js';
import { TickJob } from '../../../jobs/tick.job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import type { Lease, LeasedRuns } from './leased-runs.js';

const LOOK_MS = 100;
/** Runs that end in the same moment are replaced by one claim. */
const GATHER_MS = 4;

/**
 * Claims runs and works on so many of them at once, until nothing is due. Every five seconds it finds what waits for its
 * time and what lost workers have left.
 */
export abstract class RunWorkerJob<Run extends Lease> extends TickJob {
  /** Each only wakes the one loop. The queue pauses after a job that it takes alone. */
  override readonly atOnce = 100;
  protected readonly seconds = 5;
  @Inject(JobsService) private readonly jobs!: JobsService;
  @Inject(DatabaseService) protected readonly database!: DatabaseService;
  private stopping = false;
  private wanted = false;
  private readonly ends = new Set<AbortController>();
  /** How many runs this process works on at once. */
  protected readonly most: number = 10;
  /** How often a lease is renewed. As late is known that a run is no longer this worker's. */
  protected readonly renewMs: number = 20_000;

  protected abstract readonly runs: Pick<LeasedRuns<Run>, 'claim' | 'renew'>;

  /**
   * Ends the run, or lets it wait. `end` is aborted when the process stops, or when the run is no longer this worker's. What
   * it throws leaves the run to its lease.
   */
  protected abstract work(run: Run, end: AbortSignal): Promise<void>;

  /** Waits until the runs that are worked on have stopped. */
  override beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    for (const end of this.ends) end.abort();
    return super.beforeApplicationShutdown();
  }

  /** After the COMMIT of what is new. */
  async wake(): Promise<void> {
    await this.jobs.enqueue(this, {});
    // A loop that works takes what is new at once: the queue sends nothing while its last batch runs.
    this.database.afterCommit(() => (this.wanted = true));
  }

  override run(): Promise<void> {
    this.wanted = true;
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
    const end = new AbortController();
    this.ends.add(end);
    if (this.stopping) end.abort();
    const timer = setInterval(() => void this.renew(run, end), this.renewMs).unref();
    try {
      await this.work(run, end.signal);
    } catch (error) {
      this.logger.warn({ err: error, run: run.id });
    } finally {
      clearInterval(timer);
      this.ends.delete(end);
    }
  }

  /** A database that is away ends nothing. */
  private async renew(run: Run, end: AbortController): Promise<void> {
    if (!(await this.runs.renew(run).catch(() => true))) end.abort();
  }
}
