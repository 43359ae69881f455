import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import pg from 'pg';
import { build } from '../../scripts/prepare.mjs';

/**
 * Starts one temporary PostgreSQL for the whole test run, with a migrated template: every service that a test
 * starts gets a clone of it in some tens of milliseconds. It uses the built code, because Jest's global setup
 * runs outside its transformation.
 */
export default async function startCluster() {
  await build();
  const { schemaOfService } = await import('../../dist/app.module.js');
  const { startEmbeddedDatabase } = await import('../../dist/platform/process/embedded-database.js');
  const { migrate } = await import('../../dist/platform/database/migrate.js');
  const dataDir = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'platform-tests-'));
  const postgres = await startEmbeddedDatabase({
    dataDir,
    role: 'server',
    log: (level, message) => level !== 'info' && console.error(message),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Specs that ask for plans analyze their tables, and no table lives long enough to be vacuumed.
      autovacuum: 'off',
      max_connections: '300',
      max_wal_size: '128MB',
      ...statementLog(),
    },
  });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('CREATE DATABASE platform_template');
  await admin.end();
  const template = new URL(postgres.url);
  template.pathname = '/platform_template';
  await migrate(template.href, schemaOfService());
  await startOnce(template.href, dataDir);
  await stopTimetable(template.href);
  process.env.TEST_CLUSTER_URL = postgres.url;
  process.env.TEST_RUN_DIR = dataDir;
  globalThis.testCluster = { postgres, dataDir };
}

/** For `npm run lock-order`, which reads what each transaction did. */
function statementLog() {
  const { TEST_STATEMENT_LOG: log_directory, TEST_STATEMENT_PREFIX: log_line_prefix } = process.env;
  if (!log_directory) return {};
  const file = { log_directory, log_filename: 'statements.log', log_rotation_size: '0', log_line_prefix };
  return { logging_collector: 'on', log_statement: 'all', log_parameter_max_length: '0', ...file };
}

/** The queues and schedules that a first start writes are then in every clone. */
async function startOnce(connectionString, dataDir) {
  const { AppModule } = await import('../../dist/app.module.js');
  const { readEnvironment } = await import('../../dist/platform/config/environment.js');
  const { Runtime } = await import('../../dist/platform/config/runtime.js');
  const { logTo } = await import('../../dist/platform/process/log.js');
  const { serve } = await import('../../dist/platform/process/serve.js');
  const { settleAddress } = await import('../../dist/platform/process/addresses.js');
  const environment = {
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: mkdtempSync(join(dataDir, 'template-')),
    DATABASE_URL: connectionString,
  };
  const processor = { PROCESSOR_SECRET_KEY: 'sk_template', PROCESSOR_API_BASE: 'http://127.0.0.1:9' };
  const runtime = new Runtime(readEnvironment({ ...environment, ...processor }));
  await settleAddress(runtime);
  const service = await serve(AppModule.with(runtime, { jobs: true }), runtime, logTo(process.stderr, 'error'));
  await service.stop();
}

/**
 * Prevents periodic jobs, which would run in the middle of a test and change or delete its rows. A process
 * that has just checked the schedule blocks all others; this row claims that one will have done so tomorrow.
 */
async function stopTimetable(connectionString) {
  const database = new pg.Client({ connectionString });
  await database.connect();
  await database.query(`UPDATE jobs.version SET cron_on = now() + interval '1 day'`);
  await database.end();
}

/** A clone has 1,500 files, which take five times as long to create and to remove on a disk. */
function roomyMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 ** 30 ? '/dev/shm' : undefined;
  } catch {
    return undefined;
  }
}
