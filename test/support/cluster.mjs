import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import pg from 'pg';
import { build } from '../../scripts/prepare.mjs';

/**
 * One throw-away PostgreSQL for the whole run, and in it one migrated template: every service that a test starts
 * gets a clone of it in some tens of milliseconds. Made with the built code, as Jest's set-up runs outside its
 * transformation.
 */
export default async function startCluster() {
  await build();
  await import('../../dist/app.module.js');
  const { startEmbeddedPostgres } =
    await import('../../dist/platform/database/embedded/embedded-postgres.js');
  const { migrate } = await import('../../dist/platform/database/migrate.js');
  const dataDir = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'platform-tests-'));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    role: 'server',
    log: (level, message) => level !== 'info' && console.error(message),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      max_wal_size: '128MB',
    },
  });
  const admin = new pg.Client({ connectionString: postgres.url });
  await admin.connect();
  await admin.query('CREATE DATABASE platform_template');
  await admin.end();
  const template = new URL(postgres.url);
  template.pathname = '/platform_template';
  await migrate(template.href);
  await stopTimetable(template.href);
  process.env.TEST_CLUSTER_URL = postgres.url;
  process.env.TEST_RUN_DIR = dataDir;
  globalThis.testCluster = { postgres, dataDir };
}

/**
 * Work that comes back by itself would come in the middle of a test, and change or take away what it has just made.
 * As a process that looked at the timetable a moment ago has kept the others from it, so does one of tomorrow.
 */
async function stopTimetable(connectionString) {
  const database = new pg.Client({ connectionString });
  await database.connect();
  await database.query(`UPDATE jobs.version SET cron_on = now() + interval '1 day'`);
  await database.end();
}

/** A clone is 1,500 files, which a disk's file system takes five times as long to make and to remove. */
function roomyMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 ** 30 ? '/dev/shm' : undefined;
  } catch {
    return undefined;
  }
}
