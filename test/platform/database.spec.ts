import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { sql } from '../../src/platform/database/sql.js';
import { BareDatabase } from '../support/bare-database.js';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { eventually } from '../support/service.js';

const SETTING = sql('test_setting', 'SELECT current_setting($1) AS value');
const WHERE = sql('test_where', 'SELECT name FROM public.here');
const FLAKY = sql('test_flaky', 'SELECT public.conflict() AS name');
const SLEEP = sql('test_sleep', 'SELECT pg_sleep(1.5)');
const WRONG = sql('test_wrong', 'SELECT $1::text::uuid');

let primary: BareDatabase;
beforeAll(async () => {
  primary = await BareDatabase.open();
  await mark(primary.name, 'primary');
});
afterAll(() => primary.close());

/**
 * Creates a function that returns the name of the database; on a replica, `conflict` fails like a query that
 * conflicts with replication.
 */
async function mark(name: string, as: 'primary' | 'replica'): Promise<void> {
  const client = new Client({ connectionString: addressOf(name) });
  await client.connect();
  await client.query(`CREATE TABLE public.here AS SELECT '${as}' AS name`);
  await client.query(`CREATE FUNCTION public.conflict() RETURNS text LANGUAGE plpgsql AS $$ BEGIN
    IF '${as}' = 'replica' THEN RAISE EXCEPTION 'conflict with recovery' USING ERRCODE = '40001'; END IF;
    RETURN '${as}'; END $$`);
  await client.end();
}

describe('a connection of the pool', () => {
  const SETTINGS: [name: string, value: string][] = [
    ['statement_timeout', '10s'],
    ['lock_timeout', '5s'],
    ['idle_in_transaction_session_timeout', '15s'],
    ['application_name', 'community-platform'],
    ['client_encoding', 'UTF8'],
  ];
  it.each(SETTINGS)('has %s = %s, inside a transaction and outside', async (name, value) => {
    const read = async () => (await primary.database.rows<{ value: string }>(SETTING, [name]))[0]?.value;
    expect(await read()).toBe(value);
    expect(await primary.database.transaction(read)).toBe(value);
    const [row] = await primary.database.transaction(() =>
      primary.database.manager.query('SELECT current_setting($1) AS value', [name]),
    );
    expect(row.value).toBe(value);
  });

  it("has a driver time-out slightly later than the server's", () => {
    expect(primary.pool.options).toMatchObject({
      connectionTimeoutMillis: 5_000,
      query_timeout: 12_000,
      max: 10,
    });
  });

  it('waits longer in a transaction with a longer time-out, on both sides', async () => {
    const hasty = await BareDatabase.open(1);
    try {
      const { rows } = await hasty.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      // The pool opens its connection again, with a driver that gives up sooner than each of these statements is answered.
      hasty.pool.options.query_timeout = 1_000;
      await primary.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      const gone = () => eventually(async () => expect(hasty.pool.totalCount).toBe(0));
      await gone();
      const sleep = () => hasty.database.rows(SLEEP);
      const patient = hasty.database.transaction(async () => {
        await hasty.database.takeTime(20_000);
        await sleep();
        await hasty.database.raw('SELECT pg_sleep(1.5)');
        hasty.database.atEnd(SLEEP, []);
        return (await hasty.database.rows<{ value: string }>(SETTING, ['statement_timeout']))[0]?.value;
      });
      expect(await patient).toBe('20s');
      await expect(hasty.database.transaction(sleep)).rejects.toThrow('Query read timeout');
      await gone();
    } finally {
      await hasty.close();
    }
  });
});

describe('platform.uuid_v7()', () => {
  it('is of version 7 and variant 1, contains its time, and grows with each millisecond', async () => {
    const { rows } = await primary.pool.query<{ id: string }>(
      `SELECT platform.uuid_v7()::text AS id FROM generate_series(1, 2000) WHERE pg_sleep(0.00002) IS NOT NULL`,
    );
    const ids = rows.map(({ id }) => id);
    const timeOf = (id: string) => parseInt(id.replaceAll('-', '').slice(0, 12), 16);
    expect(new Set(ids).size).toBe(2000);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const times = ids.map(timeOf);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBeGreaterThan(10);
    expect(Math.abs(Date.now() - (times.at(-1) as number))).toBeLessThan(60_000);
    const firsts = times.flatMap((time, at) => (time === times[at - 1] ? [] : [ids[at]]));
    expect(firsts).toEqual([...firsts].sort());
  });
});

describe('a read that may be out of date', () => {
  let replicaName: string;
  beforeAll(async () => {
    replicaName = await cloneTemplate();
    await mark(replicaName, 'replica');
  });
  afterAll(() => dropDatabase(replicaName));

  /** A service on its own primary with these replicas. */
  async function withReplicas<T>(urls: string[], work: (bare: BareDatabase) => Promise<T>): Promise<T> {
    const bare = await BareDatabase.open(5, urls);
    await mark(bare.name, 'primary');
    try {
      return await work(bare);
    } finally {
      await bare.close();
    }
  }
  const ask = async ({ database }: BareDatabase) => (await database.laggingRows<{ name: string }>(WHERE))[0]?.name;

  it('goes to the replica; other reads, and all of a transaction, go to the primary', async () => {
    await withReplicas([addressOf(replicaName)], async (bare) => {
      expect(await ask(bare)).toBe('replica');
      expect(await bare.database.rows(WHERE)).toEqual([{ name: 'primary' }]);
      expect(await bare.database.transaction(() => ask(bare))).toBe('primary');
      const { rows } = await bare.pool.query(
        `SELECT DISTINCT application_name FROM pg_stat_activity WHERE datname = '${replicaName}'`,
      );
      expect(rows).toEqual([{ application_name: 'community-platform replica' }]);
    });
  });

  it('goes to the primary where there is no replica', async () => {
    expect(await ask(primary)).toBe('primary');
  });

  it('goes to all replicas in turn, and to the primary for one that is unavailable', async () => {
    const urls = [addressOf(replicaName), addressOf('no_such_database')];
    await withReplicas(urls, async (bare) => {
      const names = [];
      for (let read = 0; read < 4; read++) names.push(await ask(bare));
      expect(names).toEqual(['replica', 'primary', 'replica', 'primary']);
    });
  });

  it('goes to the primary when nothing listens at the address of the replica', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await withReplicas([`postgres://nobody@127.0.0.1:${port}/x`], async (bare) => {
      expect(await ask(bare)).toBe('primary');
    });
  });

  it('goes to the primary after a conflict with replication', async () => {
    await withReplicas([addressOf(replicaName)], async ({ database }) => {
      expect(await database.laggingRows(FLAKY)).toEqual([{ name: 'primary' }]);
    });
  });

  it('that fails by itself is not repeated on the primary', async () => {
    await withReplicas([addressOf(replicaName)], async ({ database }) => {
      await expect(database.laggingRows(WRONG, ['no uuid'])).rejects.toMatchObject({ code: '22P02' });
    });
  });
});
