import { setTimeout as sleep } from 'node:timers/promises';
import 'reflect-metadata';
import { Client } from 'pg';
import { schemaOfService } from '../../src/app.module.js';
import { StartRefusal } from '../../src/platform/config/start-refusal.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { waitingFor } from '../support/lock-waits.js';

const SCHEMA = schemaOfService();
const NAME = 'Departures1790000013500';
/**
 * Undoes a migration of several statements: its first one needs realtime.connections, a later one departures.
 */
const UNDO = `
  DELETE FROM platform.migrations WHERE name = '${NAME}';
  DROP FUNCTION realtime.up_since;
  DROP TABLE realtime.uptime;
  DROP INDEX realtime.departures_by_age;
  ALTER TABLE realtime.departures DROP COLUMN told;
  CREATE INDEX departures_by_age ON realtime.departures (left_at);
  CREATE FUNCTION realtime.departed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
  CREATE TRIGGER connections_departed AFTER DELETE ON realtime.connections
    FOR EACH STATEMENT EXECUTE FUNCTION realtime.departed()`;
const STATE = `SELECT
  (SELECT count(*)::int FROM platform.migrations WHERE name = '${NAME}') AS recorded,
  (SELECT count(*)::int FROM pg_trigger WHERE tgname = 'connections_departed') AS triggers,
  (SELECT count(*)::int FROM information_schema.columns
   WHERE table_schema = 'realtime' AND table_name = 'departures' AND column_name = 'told') AS columns`;
const BEFORE = { recorded: 0, triggers: 1, columns: 0 };
const AFTER = { recorded: 1, triggers: 0, columns: 1 };
const READ = 'SELECT count(*) FROM realtime.departures';

let name: string;
let url: string;
let holder: Client;
let reader: Client;
beforeEach(async () => {
  name = await cloneTemplate();
  url = addressOf(name);
  [holder, reader] = [client('a long report'), client('another reader')];
  await Promise.all([holder.connect(), reader.connect()]);
  await holder.query(UNDO);
});
afterEach(async () => {
  await Promise.all([holder.end(), reader.end()]);
  await dropDatabase(name);
});

const client = (application_name: string) => new Client({ connectionString: url, application_name });
const state = async () => (await reader.query(STATE)).rows[0];

async function hold(): Promise<void> {
  await holder.query('BEGIN');
  await holder.query(READ);
}

/** Waits until a migration is queued for the table. */
async function untilQueued(): Promise<void> {
  for (const end = Date.now() + 45_000; Date.now() < end; await sleep(20))
    if ((await reader.query(waitingFor('realtime.departures'))).rowCount) return;
  throw new Error('no migration waits for the table');
}

it('a migration that waits for a long reader lets other readers through, and succeeds afterwards', async () => {
  await hold();
  const told: string[] = [];
  const between: Promise<unknown>[] = [];
  const tell = (_level: string, message: string) => {
    told.push(message);
    between.push(state());
  };
  const migrated = migrate(url, SCHEMA, { report: tell });
  // Twice, because the table must be readable after each attempt and not only after the first.
  for (let time = 0; time < 2; time++) {
    await untilQueued();
    await reader.query('SET statement_timeout = 10000');
    await reader.query(READ);
  }
  while (!told.length) await sleep(20);
  // A failed attempt leaves nothing, not even of the statements that had got their locks.
  expect(await between[0]).toEqual(BEFORE);
  await holder.query('COMMIT');
  expect(await migrated).toEqual([NAME]);
  expect(await state()).toEqual(AFTER);
  for (const line of told) {
    expect(line).toMatch(
      /^migration Departures1790000013500 waits for AccessExclusiveLock on realtime\.departures, held by process \d+ \(a long report, idle in transaction for \d+ s\): attempt \d follows in [\d.]+ s$/,
    );
  }
});

it('a migration that never gets its lock fails with the reason, and leaves nothing', async () => {
  await hold();
  const refused = migrate(url, SCHEMA, { patienceMs: 0 });
  await expect(refused).rejects.toThrow(StartRefusal);
  await expect(refused).rejects.toThrow(
    /^The database cannot be brought up to date: migration Departures1790000013500 waits for AccessExclusiveLock on realtime\.departures, held by process \d+ \(a long report, idle in transaction for \d+ s\); given up at attempt 1, after \d+ s\. End that session or wait for its transaction, then start again$/,
  );
  expect(await state()).toEqual(BEFORE);
  await holder.query('COMMIT');
  expect(await migrate(url, SCHEMA)).toEqual([NAME]);
  expect(await state()).toEqual(AFTER);
});

it('another error of a migration is not retried', async () => {
  await holder.query('CREATE TABLE realtime.uptime ()');
  const told: string[] = [];
  const tell = (_level: string, message: string) => void told.push(message);
  await expect(migrate(url, SCHEMA, { report: tell })).rejects.toMatchObject({ code: '42P07' });
  expect(told).toEqual([]);
  expect(await state()).toEqual(BEFORE);
});

it('several processes that start at once migrate once, and the others log what they wait for', async () => {
  const told: string[] = [];
  const tell = (_level: string, message: string) => void told.push(message);
  await hold();
  const first = migrate(url, SCHEMA);
  await untilQueued();
  const others = [migrate(url, SCHEMA, { report: tell }), migrate(url, SCHEMA, { report: tell })];
  while (told.length < others.length) await sleep(20);
  await holder.query('COMMIT');
  expect(await first).toEqual([NAME]);
  expect(await Promise.all(others)).toEqual([[], []]);
  expect(new Set(told)).toEqual(new Set(['Another process migrates the database: waiting for it']));
});

it('the tables of the job queue are brought up to date within the same limit', async () => {
  await holder.query('UPDATE jobs.version SET version = version - 1');
  await holder.query('BEGIN');
  await holder.query(`DO $$ DECLARE one regclass; BEGIN
    FOR one IN SELECT c.oid FROM pg_class c WHERE c.relnamespace = 'jobs'::regnamespace AND c.relkind IN ('r', 'p')
    LOOP EXECUTE format('LOCK TABLE %s IN ACCESS SHARE MODE', one); END LOOP; END $$`);
  const begun = Date.now();
  await expect(migrate(url, SCHEMA, { patienceMs: 0 })).rejects.toThrow(
    /the installation of the job queue waits for AccessExclusiveLock on jobs\.\w+, held by process \d+/,
  );
  // The library's own limit is 30 s.
  expect(Date.now() - begun).toBeLessThan(20_000);
  await holder.query('COMMIT');
});

it('nothing is written to the standard output, which is for the result of the command', async () => {
  const written: unknown[] = [];
  const { log } = console;
  Object.assign(console, { log: (...words: unknown[]) => void written.push(words) });
  try {
    await hold();
    await expect(migrate(url, SCHEMA, { patienceMs: 0 })).rejects.toThrow(StartRefusal);
  } finally {
    Object.assign(console, { log });
  }
  await holder.query('COMMIT');
  expect(written).toEqual([]);
});
