import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource, type Logger, MigrationExecutor } from 'typeorm';
import { StartRefusal } from '../config/start-refusal.js';
import { dataSourceOptions } from './connection/data-source.js';
import { isLockTimeout, isRetryable } from './database-error.js';
import { LockObserver } from './lock-observer.js';
import type { Schema } from './database.module.js';

/** The key of the advisory lock. Several processes may start at once; one of them migrates. */
const MIGRATION_LOCK = 7_203_114;
const MIGRATION_LOCK_PAUSE_MS = 200;
/**
 * Readers and writers of a table queue behind a migration that waits for its lock. A migration therefore
 * waits only this long, and pauses before it tries again.
 */
const LOCK_TIMEOUT_MS = 2_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const PATIENCE_MS = 120_000;

/** TypeORM prints a failed migration to the standard output, where commands print their JSON. */
const SILENT: Logger = {
  log: () => undefined,
  logMigration: () => undefined,
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
};

type Report = (level: 'info' | 'warn', message: string) => void;

export interface MigrateOptions {
  report?: Report;
  /** How long a migration keeps trying to get its locks before it fails. */
  patienceMs?: number;
}

/**
 * Brings the schema up to date and returns the names of the migrations that ran. An advisory lock prevents that several
 * processes migrate at once; TypeORM has no such lock. A separate connection holds it, because TypeORM's runner returns
 * its connections between migrations. There is no statement time-out, because building an index may take long.
 */
export async function migrate(
  url: string,
  schema: Schema,
  { report: tell, patienceMs }: MigrateOptions = {},
): Promise<string[]> {
  const lock = new Client({ connectionString: url, application_name: 'community-platform migrations' });
  // A lost connection fails the migration by its own error. Without a listener this event would end the process.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await takeMigrationLock(lock, tell);
    await lock.query('CREATE SCHEMA IF NOT EXISTS platform');
    const migration = new Migration(url, schema, lock, tell ?? (() => undefined), patienceMs ?? PATIENCE_MS);
    return await migration.run();
  } finally {
    await lock.end();
  }
}

/**
 * Polls for the lock: a session that waits inside pg_advisory_lock holds a snapshot, and an index that the
 * other process builds CONCURRENTLY would wait for that session.
 */
async function takeMigrationLock(lock: Client, tell?: Report): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await lock.query('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK]);
    if (rows[0].taken) return;
    if (attempt === 1) tell?.('info', 'Another process migrates the database: waiting for it');
    await sleep(MIGRATION_LOCK_PAUSE_MS);
  }
}

class Migration {
  private readonly applicationName: string;

  constructor(
    private readonly url: string,
    private readonly schema: Schema,
    private readonly lock: Client,
    private readonly report: Report,
    private readonly patienceMs: number,
  ) {
    const { processID } = lock as unknown as { processID: number };
    this.applicationName = `community-platform migrations of ${processID}`;
  }

  async run(): Promise<string[]> {
    const names = (await this.isMigrated()) ? [] : await this.runMigrations();
    await this.retryOnLock(
      () => Promise.resolve('the installation of the job queue'),
      async () => this.schema.install?.(this.urlWithLockTimeout()),
    );
    return names;
  }

  /** One statement tells it at nearly every start. TypeORM would first build the metadata of all entities. */
  private async isMigrated(): Promise<boolean> {
    const { rows } = await this.lock.query<{ name: string }>(`SELECT to_regclass('platform.migrations')::text AS name`);
    if (!rows[0]?.name) return false;
    const recorded = await this.lock.query<{ name: string }>('SELECT name FROM platform.migrations');
    const names = new Set(recorded.rows.map(({ name }) => name));
    return this.schema.migrations.every(({ name }) => names.has(name));
  }

  private async runMigrations(): Promise<string[]> {
    const options = dataSourceOptions({ url: this.url, poolSize: 2, onLost: () => undefined }, this.schema);
    const dataSource = await new DataSource({
      ...options,
      applicationName: this.applicationName,
      logger: SILENT,
      extra: { lock_timeout: LOCK_TIMEOUT_MS },
    } as typeof options).initialize();
    try {
      const executor = new MigrationExecutor(dataSource);
      const pending = async () => (await executor.getPendingMigrations()).map(({ name }) => name);
      const names = await pending();
      // Each migration is one transaction: those that committed stay, and a new attempt starts with the one
      // that failed.
      await this.retryOnLock(
        async () => `migration ${(await pending())[0]}`,
        () => dataSource.runMigrations(),
      );
      return names;
    } finally {
      await dataSource.destroy();
    }
  }

  /** Retries after a lock time-out or a deadlock with other traffic, both of which PostgreSQL has rolled back. */
  private async retryOnLock(what: () => Promise<string>, work: () => Promise<unknown>): Promise<void> {
    const begun = Date.now();
    for (let attempt = 1, pause = FIRST_PAUSE_MS; ; attempt++, pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const observer = new LockObserver(this.lock, this.applicationName);
      try {
        return void (await work());
      } catch (error) {
        if (!isLockTimeout(error) && !isRetryable(error)) throw error;
        const waits = `${await what()} waits for ${observer.lastWait ?? 'a lock'}`;
        const seconds = Math.round((Date.now() - begun) / 1000);
        if (Date.now() + pause > begun + this.patienceMs) {
          throw new StartRefusal(
            `The database cannot be brought up to date: ${waits}; given up at attempt ${attempt}, after ${seconds} s. ` +
              'End that session or wait for its transaction, then start again',
          );
        }
        this.report('warn', `${waits}: attempt ${attempt + 1} follows in ${pause / 1000} s`);
        await sleep(pause);
      } finally {
        await observer.stop();
      }
    }
  }

  /** The address with the lock time-out, for a library that opens its own connection. */
  private urlWithLockTimeout(): string {
    const url = new URL(this.url);
    const options = url.searchParams.get('options') ?? '';
    url.searchParams.set('options', `${options} -c lock_timeout=${LOCK_TIMEOUT_MS}`.trim());
    url.searchParams.set('application_name', this.applicationName);
    return url.href;
  }
}
