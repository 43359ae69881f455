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
/** The worker polls when nothing wakes it. While there is more than a batch, it continues without a pause. */
const WORK = {
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
  pollingIntervalSeconds: 2,
} as const;
const DAY = 86_400;

@Injectable()
export class JobsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly boss: PgBoss;
  private readonly workerIds = new Map<string, string>();
  private running = false;

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
    this.database.afterCommit(() => {
      const worker = this.workerIds.get(job.name);
      if (worker) this.boss.notifyWorker(worker);
    });
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
    if (this.role.works) for (const job of jobs) await this.startWorker(job);
    this.running = true;
  }

  /** Jobs that run are finished; the others stay in the queue for the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    await this.boss.stop({ graceful: true, timeout: STOP_MS, close: true });
  }

  private async startWorker(job: Job): Promise<void> {
    const worker = await this.boss.work(job.name, { ...WORK, batchSize: job.atOnce }, (batch: Claimed[]) =>
      Promise.all(batch.map((claimed) => this.runJob(job, claimed))),
    );
    this.workerIds.set(job.name, worker);
    if (job.every) await this.boss.schedule(job.name, job.every, {}, { tz: 'UTC' });
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
