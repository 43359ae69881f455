import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { type JobResult, type JobWithMetadata as Claimed, PgBoss } from 'pg-boss';
import { DatabaseService } from '../platform/database/database.service.js';
import { sql } from '../platform/database/sql.js';
import { type ByKey, ExtensionsService } from '../platform/extensions.service.js';
import { ReadinessService } from '../platform/http/health/readiness.service.js';
import { Job } from './job.js';

export const QUEUE_SCHEMA = 'jobs';

/** pg-boss would wait 30 s for a table lock, and all readers and writers of the table queue behind it. */
const OWN_LOCK_TIMEOUT = /SET LOCAL lock_timeout = \d+;/g;

/** Creates and migrates the tables of pg-boss, within the migration run of the service and its limits. */
export async function installQueue(connectionString: string): Promise<void> {
  const pool = new Pool({ connectionString, max: 2 });
  const db = {
    executeSql: (text: string, values?: unknown[]) => pool.query(text.replace(OWN_LOCK_TIMEOUT, ''), values),
  };
  const boss = new PgBoss({ db, schema: QUEUE_SCHEMA, supervise: false, schedule: false });
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false });
    await pool.end();
  }
}

/** Whether this process runs jobs, or only enqueues them. */
export class JobsRole {
  constructor(readonly works: boolean) {}
}

const INSTALLED = sql('jobs_installed', `SELECT version FROM ${QUEUE_SCHEMA}.version`);
const STOP_MS = 2_000;
/** While there is more than a batch, the worker continues without a pause. It is woken, and hardly ever asks by itself. */
const WORK = {
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
  pollingIntervalSeconds: 60,
} as const;
const WAKE_MS = 2_000;
const DUE = sql(
  'jobs_due',
  `SELECT name FROM unnest($1::text[]) name WHERE EXISTS (SELECT FROM ${QUEUE_SCHEMA}.job j
     WHERE j.name = name.name AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now())`,
);
const DAY = 86_400;

@Injectable()
export class JobsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly boss: PgBoss;
  /** By the names of their jobs, from the first job on: an idle service has none. */
  private readonly workers = new Map<string, Promise<string>>();
  private running = false;
  private wakeTimer: NodeJS.Timeout | undefined;

  private readonly jobs: ByKey<Job>;

  constructor(
    private readonly database: DatabaseService,
    extensions: ExtensionsService,
    private readonly role: JobsRole,
    readiness: ReadinessService,
  ) {
    this.jobs = extensions.byKey(Job, ({ name }) => name);
    this.boss = new PgBoss({
      schema: QUEUE_SCHEMA,
      migrate: false,
      schedule: role.works,
      supervise: role.works,
      // Timers of the queue may be created inside a transaction, and must not use it after its end.
      db: { executeSql: (text, values) => database.outside(() => database.raw(text, values)) },
    });
    this.boss.on('error', (error: Error) => this.logger.warn(`the job queue reported an error: ${error.message}`));
    readiness.addCheck('jobs', async () => (this.running && (await database.rows(INSTALLED)).length ? 'ok' : 'down'));
  }

  /** Enqueues in the caller's transaction, and wakes the worker of this process once that has committed. */
  async enqueue<Data extends object>(job: Job<Data>, data: Data, startAfterSeconds = 0): Promise<void> {
    const db = { executeSql: (text: string, values?: unknown[]) => this.database.raw(text, values) };
    await this.boss.send(job.name, data, { db, startAfter: startAfterSeconds });
    if (startAfterSeconds > 0) return;
    this.database.afterCommit(() => this.wake(job.name));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.boss.start();
    const jobs = this.jobs.values as Job[];
    const known = new Set((await this.boss.getQueues()).map(({ name }) => name));
    for (const job of jobs) {
      const retry = { retryLimit: job.retryLimit, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 };
      const options = { ...retry, expireInSeconds: 300, deleteAfterSeconds: DAY };
      if (!known.has(job.name)) await this.boss.createQueue(job.name, options);
    }
    const scheduled = new Map((await this.boss.getSchedules()).map(({ name, cron }) => [name, cron]));
    for (const { name, every } of this.role.works ? jobs : []) {
      if (every && scheduled.get(name) !== every) await this.boss.schedule(name, every, {}, { tz: 'UTC' });
    }
    this.running = true;
    if (this.role.works) void this.wakeDue();
  }

  /** Jobs that run are finished; the others stay in the queue for the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    clearTimeout(this.wakeTimer);
    await this.boss.stop({ graceful: true, timeout: STOP_MS, close: true });
  }

  /** Every two seconds one statement finds the jobs that are due: of other processes, of retries, of before the start. */
  private async wakeDue(): Promise<void> {
    try {
      const due = await this.database.rows<{ name: string }>(DUE, [this.jobs.values.map((job) => job.name)]);
      for (const { name } of due) this.wake(name);
    } catch (error) {
      this.logger.warn(`the job queue cannot be read: ${(error as Error).message}`);
    } finally {
      if (this.running) this.wakeTimer = setTimeout(() => void this.wakeDue(), WAKE_MS).unref();
    }
  }

  private wake(name: string): void {
    if (!this.running || !this.role.works) return;
    const worker = this.workers.get(name);
    if (worker) void worker.then((id) => this.boss.notifyWorker(id));
    else this.workers.set(name, this.startWorker(this.jobs.get(name) as Job));
  }

  private startWorker(job: Job): Promise<string> {
    return this.boss.work(job.name, { ...WORK, batchSize: job.atOnce }, (batch: Claimed[]) =>
      Promise.all(batch.map((claimed) => this.runJob(job, claimed))),
    );
  }

  /** Each job of a batch ends separately: a failure does not affect the others. */
  private async runJob(job: Job, { id, data, retryCount, retryLimit }: Claimed): Promise<JobResult> {
    try {
      await job.run(data as object, id);
      return { id, status: 'completed' };
    } catch (error) {
      const failure = { err: error, job: job.name, job_id: id };
      if (retryCount < retryLimit) this.logger.warn(failure);
      // There is no further retry, so an operator has to look at it.
      else this.logger.error(failure);
      return { id, status: 'failed', output: { error: error instanceof Error ? error.name : 'unknown' } };
    }
  }
}
