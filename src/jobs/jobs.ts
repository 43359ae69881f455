import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { type JobResult, type JobWithMetadata as Claimed, PgBoss } from 'pg-boss';
import { Database } from '../platform/database/database.js';
import { Declared } from '../platform/declared.js';
import { sql } from '../platform/database/sql.js';
import { Readiness } from '../platform/http/health/readiness.js';
import { Job } from './job.js';
import { QUEUE_SCHEMA } from './jobs.schema.js';
import { JobsRole } from './jobs-role.js';

const INSTALLED = sql('jobs_installed', `SELECT version FROM ${QUEUE_SCHEMA}.version`);
const STOP_MS = 2_000;
/** Polls when nothing wakes it; while there is more than a batch, it goes on without a pause. */
const WORK = {
  batchSize: 5,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
  pollingIntervalSeconds: 2,
} as const;
const DAY = 86_400;

@Injectable()
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly boss: PgBoss;
  private readonly wakers = new Map<string, string>();
  private running = false;

  constructor(
    private readonly database: Database,
    private readonly declared: Declared,
    private readonly role: JobsRole,
    readiness: Readiness,
  ) {
    this.boss = new PgBoss({
      schema: QUEUE_SCHEMA,
      migrate: false,
      schedule: role.works,
      supervise: role.works,
      // Timers of the queue may be born inside somebody's transaction, and must not outlive it in it.
      db: { executeSql: (text, values) => database.outside(() => database.raw(text, values)) },
    });
    this.boss.on('error', (error: Error) => this.logger.warn(`the queue met an error: ${error.message}`));
    readiness.watch('jobs', async () =>
      this.running && (await database.rows(INSTALLED)).length ? 'ok' : 'down',
    );
  }

  /** Enqueues in the caller's transaction, and wakes the worker of this process once that has committed. */
  async enqueue<Data extends object>(job: Job<Data>, data: Data, startAfterSeconds = 0): Promise<void> {
    const db = { executeSql: (text: string, values?: unknown[]) => this.database.raw(text, values) };
    await this.boss.send(job.name, data, { db, startAfter: startAfterSeconds });
    if (startAfterSeconds > 0) return;
    this.database.afterCommit(() => {
      const worker = this.wakers.get(job.name);
      if (worker) this.boss.notifyWorker(worker);
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.boss.start();
    const jobs = this.declared.all(Job) as Job[];
    const known = new Set((await this.boss.getQueues()).map(({ name }) => name));
    for (const job of jobs) {
      const retry = { retryLimit: job.retryLimit, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 };
      const options = { ...retry, expireInSeconds: 300, deleteAfterSeconds: DAY };
      if (!known.has(job.name)) await this.boss.createQueue(job.name, options);
    }
    if (this.role.works) for (const job of jobs) await this.work(job);
    this.running = true;
  }

  /** What has begun is finished; what has not stays in the queue for the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    await this.boss.stop({ graceful: true, timeout: STOP_MS, close: true });
  }

  private async work(job: Job): Promise<void> {
    const worker = await this.boss.work(job.name, WORK, (batch: Claimed[]) =>
      Promise.all(batch.map((claimed) => this.attempt(job, claimed))),
    );
    this.wakers.set(job.name, worker);
    if (job.every) await this.boss.schedule(job.name, job.every, {}, { tz: 'UTC' });
  }

  /** Each job of a batch ends for itself: one that fails does not take the others with it. */
  private async attempt(job: Job, { id, data, retryCount, retryLimit }: Claimed): Promise<JobResult> {
    try {
      await job.run(data as object, id);
      return { id, status: 'completed' };
    } catch (error) {
      const failure = { err: error, job: job.name, job_id: id };
      if (retryCount < retryLimit) this.logger.warn(failure);
      // Nobody tries it again: somebody has to look.
      else this.logger.error(failure);
      return { id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } };
    }
  }
}
