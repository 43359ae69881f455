import { randomBytes } from 'node:crypto';
import { Pool } from 'pg';
import { boot } from '../support/boot.js';
import { addressOf, administer, dropDatabase } from '../support/databases.js';
import { eventually, OPEN_JOB, TestService } from '../support/service.js';
import {
  type Asked,
  BareSide,
  type Prepared,
  quickSizes,
  type Scenario,
  scenarios,
  seedDatabase,
  send,
} from './bare-side.js';
import { type Change, changesBetween, comparable, countByTable, idsIn, readRows } from './left-rows.js';

const writes = scenarios.filter((scenario) => scenario.writes);
const sizes = { ...quickSizes, network: { users: 60, posts: 300 }, callers: 8, rooms: 4, unread: 5 };
const AT_ONCE = 10;
const JWT_SECRET = randomBytes(32).toString('hex');
/** The service ends as soon as its open requests are answered. */
const AT_ONCE_ENDED = { least: 0, most: -1 };

interface Side {
  url: string;
  database: Pool;
}

const prepared = new Map<string, Prepared>();
const names: string[] = [];
let service: TestService;
let bareSide: BareSide;
let here: Side;
let bare: Side;
/** The ids that both databases have. */
let known: Set<string>;

/**
 * Both sides get the same database: one is filled and prepared through a first service, which ends, and copied. So the
 * same requests have to leave the same rows in both, counters included.
 */
beforeAll(async () => {
  const { databaseName, dataDir } = await fill();
  names.push(databaseName, `${databaseName}_bare`);
  await copyDatabase(databaseName, `${databaseName}_bare`);
  const [databaseUrl, bareUrl] = names.map(addressOf) as [string, string];
  service = await TestService.start({ JWT_SECRET, DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const base = service.runtime.publicUrl;
  bareSide = await BareSide.start({ databaseUrl: bareUrl, jwtSecret: JWT_SECRET, service: service.url, base });
  here = { url: service.url, database: service.database };
  bare = { url: bareSide.url, database: new Pool({ connectionString: bareUrl, max: 1 }) };
  known = idsIn(await readRows(bare.database));
});
afterAll(async () => {
  await bareSide?.stop();
  await bare?.database.end();
  await service?.stop();
  for (const name of names) await dropDatabase(name);
});

/** A database with all that the scenarios need, without any connection to it. */
async function fill() {
  const first = await boot({ JWT_SECRET });
  const { databaseName, runtime, database, running } = first;
  const { dataDir } = runtime.environment;
  const environment = { PATH: process.env.PATH, DATABASE_URL: runtime.databaseUrl, DATA_DIR: dataDir };
  await seedDatabase(environment, sizes.network);
  const base = `http://127.0.0.1:${runtime.port}`;
  for (const { name, prepare } of writes) prepared.set(name, (await prepare?.({ base }, environment, sizes)) ?? {});
  await eventually(async () => {
    const { rows } = await database.query(`SELECT FROM jobs.job WHERE ${OPEN_JOB} LIMIT 1`);
    if (rows.length) throw new Error('a job is open');
  });
  await running.stop(AT_ONCE_ENDED);
  await database.end();
  return { databaseName, dataDir };
}

/** A database is copied only while nobody is connected to it, and a connection that was ended takes its time on a busy machine. */
async function copyDatabase(from: string, to: string): Promise<void> {
  await eventually(async () => {
    await administer(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${from}'`);
    await administer(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY file_copy`);
  }, 60);
}

/** Sends the requests to one side at once. Returns a function that reads what they have changed so far. */
async function sendAll({ url, database }: Side, scenario: Scenario, requests: Asked[]) {
  const before = await readRows(database);
  await Promise.all(requests.map((request) => send(url, scenario, request)));
  return async (): Promise<Change[]> => changesBetween(before, await readRows(database));
}

/** The rows that both sides leave for the same requests; those of the service may be written shortly after the answer. */
async function expectSameRows(scenario: Scenario, requests: Asked[], options?: { inAnyOrder: boolean }) {
  const readBare = await sendAll(bare, scenario, requests);
  const readHere = await sendAll(here, scenario, requests);
  const wanted = await readBare();
  await eventually(async () => {
    const left = await readHere();
    expect(countByTable(left)).toEqual(countByTable(wanted));
    expect(comparable(left, known, options)).toEqual(comparable(wanted, known, options));
  });
  return countByTable(wanted);
}

describe('a write leaves the same rows on the bare side of the benchmark as in the service', () => {
  it.each(writes.map((scenario): [string, Scenario] => [scenario.name, scenario]))('%s', async (_, scenario) => {
    const { posts, ...request } = prepared.get(scenario.name) as Prepared;
    const [one, ...others] = (posts?.(1 + AT_ONCE) ?? []).map((each) => ({ ...request, ...each }));
    const left = await expectSameRows(scenario, [one as Asked]);
    expect(Object.keys(left)).not.toEqual([]);
    const leftByMany = await expectSameRows(scenario, others, { inAnyOrder: true });
    expect(Object.keys(leftByMany).sort()).toEqual(Object.keys(left).sort());
  });
});
