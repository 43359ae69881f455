import { keyed, sql, type Statement } from '../../src/platform/database/sql.js';
import { BareDatabase } from '../support/bare-database.js';
import { standingClock } from '../support/clock.js';
import { DatabaseProxy } from '../support/database-proxy.js';
import { eventually } from '../support/service.js';

const PID = keyed('test_lane_pid', 'SELECT pg_backend_pid() AS pid, $1::int AS caller', 'int');
const DOUBLE = keyed('test_lane_double', 'SELECT $1::int * 2 AS double WHERE $1::int <> 13', 'int');
const MOMENT = keyed('test_lane_moment', 'SELECT statement_timestamp()::text AS at, $1::int AS caller', 'int');
const SLOW = sql('test_lane_slow', 'SELECT pg_backend_pid() AS pid FROM pg_advisory_xact_lock(77)');
const SLEEP = sql('test_lane_sleep', 'SELECT pg_backend_pid() AS pid, $1::int AS caller FROM pg_sleep(0.05)');
const LONG = sql('test_lane_long', 'SELECT FROM pg_sleep(9.5)');
const BROKEN = keyed('test_lane_broken', 'SELECT 12 / $1::int AS part', 'int');

let bare: BareDatabase;
beforeAll(async () => {
  bare = await BareDatabase.open(1);
});
afterAll(() => bare.close());

const pid = async () => (await bare.database.quickRows<{ pid: number }>(PID, [1]))[0]?.pid as number;
const double = async (value: number) => (await bare.database.quickRows<{ double: number }>(DOUBLE, [value]))[0]?.double;

describe('the pipelined connection', () => {
  it('gives each of a thousand concurrent queries its own answer, over one connection outside the pool', async () => {
    const values = Array.from({ length: 1_000 }, (_, value) => value);
    expect(await Promise.all(values.map(double))).toEqual(
      values.map((value) => (value === 13 ? undefined : value * 2)),
    );
    const lane = await pid();
    expect(new Set(await Promise.all([pid(), pid()]))).toEqual(new Set([lane]));
    const [{ pid: pooled } = { pid: 0 }] = await bare.database.rows<{ pid: number }>(PID, [1]);
    expect(pooled).not.toBe(lane);
  });

  it('answers queries that wait for the same statement with the next one', async () => {
    const ask = (value: number) => bare.database.quickRows<{ at: string; caller: number }>(MOMENT, [value]);
    const rows = await Promise.all(Array.from({ length: 300 }, (_, value) => ask(value)));
    expect(rows.map(([row]) => row?.caller)).toEqual(rows.map((_, value) => value));
    // The first one is alone, the others follow by the hundred.
    expect(new Set(rows.map(([row]) => row?.at)).size).toBe(4);
  });

  it('fails only for the faulty query, not for those sent with it', async () => {
    const divide = (by: unknown) => bare.database.quickRows(BROKEN, [by]);
    const [alone, other, two, none, word, three] = await Promise.allSettled([
      divide(0),
      double(1),
      divide(2),
      divide(0),
      divide('two'),
      divide(3),
    ]);
    for (const { status } of [alone, none, word]) expect(status).toBe('rejected');
    expect(none).toMatchObject({ reason: { code: '22012' } });
    expect(word).toMatchObject({ reason: { code: '22P02' } });
    expect(other).toMatchObject({ value: 2 });
    expect([two, three]).toMatchObject([{ value: [{ part: 6 }] }, { value: [{ part: 4 }] }]);
  });

  it('is replaced when it was lost, also for queries in flight, and the loss is reported once', async () => {
    const lane = await pid();
    bare.lost.length = 0;
    const under = Array.from({ length: 50 }, (_, value) => double(value));
    await bare.pool.query('SELECT pg_terminate_backend($1)', [lane]);
    expect(await Promise.all([...under, double(50)])).toHaveLength(51);
    expect(await pid()).not.toBe(lane);
    expect(bare.lost).toHaveLength(1);
  });

  it('is not used inside a transaction, which has its own connection', async () => {
    await bare.database.transaction(async () => {
      const [{ pid: own } = { pid: 0 }] = await bare.database.rows<{ pid: number }>(PID, [1]);
      expect(await pid()).toBe(own);
    });
  });
});

describe('the pipelined connections of hot reads', () => {
  const hotPid = async () => (await bare.database.hotRows<{ pid: number }>(PID, [1]))[0]?.pid as number;

  it('share a thousand concurrent queries with the pool, each with its own answer', async () => {
    const other = await BareDatabase.open(1);
    const values = Array.from({ length: 1_000 }, (_, value) => value);
    const ask = async (value: number) => (await other.database.hotRows<{ double: number }>(DOUBLE, [value]))[0]?.double;
    expect(await Promise.all(values.map(ask))).toEqual(values.map((value) => (value === 13 ? undefined : value * 2)));
    const pids = async (statement: Statement, count: number) => {
      const asked = Array.from({ length: count }, () => other.database.hotRows<{ pid: number }>(statement, [1]));
      return (await Promise.all(asked)).map(([row]) => row?.pid);
    };
    // From now on they seem to be slow, so that 40 queries would wait for long.
    for (let n = 0; n < 12; n++) await pids(SLEEP, 6);
    const used = await pids(PID, 40);
    const [{ pid: pooled } = { pid: 0 }] = await other.database.rows<{ pid: number }>(PID, [1]);
    expect(new Set(used).size).toBe(4);
    expect(used).toContain(pooled);
    await other.close();
  });

  it('answer a thousand concurrent queries in time where each answer takes long to arrive', async () => {
    let proxy: DatabaseProxy | undefined;
    const far = await BareDatabase.open(1, [], async (address) => {
      proxy = await DatabaseProxy.open(address, () => 'pass');
      return proxy.url;
    });
    (proxy as DatabaseProxy).delayMs = 50;
    const values = Array.from({ length: 1_000 }, (_, value) => value);
    const ask = async (value: number) => (await far.database.hotRows<{ pid: number; caller: number }>(PID, [value]))[0];
    const rows = await Promise.all(values.map(ask));
    expect(rows.map((row) => row?.caller)).toEqual(values);
    await far.close();
    proxy?.close();
  });

  it('do not wait for a connection of the pool while all of them are used', async () => {
    const other = await BareDatabase.open(1);
    const ask = async (statement: Statement) => (await other.database.hotRows<{ pid: number }>(statement, [1]))[0]?.pid;
    const pids = (statement: Statement, count: number) =>
      Promise.all(Array.from({ length: count }, () => ask(statement)));
    for (let n = 0; n < 12; n++) await pids(SLEEP, 6);
    const holder = await other.pool.connect();
    const used = await pids(PID, 40);
    holder.release();
    expect(new Set(used).size).toBe(3);
    await other.close();
  });

  it('refuse who has waited for as long as one may wait for the pool', async () => {
    const other = await BareDatabase.open(1);
    const holder = await other.pool.connect();
    const long: Promise<unknown>[] = [];
    for (let line = 0; line < 3; line++) {
      long.push(other.database.hotRows(LONG).catch(({ code }) => code));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await expect(other.database.hotRows(PID, [1])).rejects.toThrow('timeout exceeded when trying to connect');
    await holder.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query = $1`, [LONG.text]);
    expect(await Promise.all(long)).toEqual(['57014', '57014', '57014']);
    expect(await other.database.hotRows(PID, [1])).toHaveLength(1);
    holder.release();
    await other.close();
  });

  it('wait in one queue: behind a slow query are only the few that were sent before it was slow', async () => {
    const other = await BareDatabase.open(1);
    const ask = async (statement: Statement) => (await other.database.hotRows<{ pid: number }>(statement, [1]))[0]?.pid;
    const holder = await other.pool.connect();
    await holder.query('SELECT pg_advisory_lock(77)');
    const slow = other.database.hotRows(SLOW);
    let answered = 0;
    const others = Array.from({ length: 40 }, () => ask(PID).then(() => answered++));
    await eventually(async () => expect(answered).toBeGreaterThanOrEqual(30));
    await holder.query('SELECT pg_advisory_unlock(77)');
    holder.release();
    await Promise.all([slow, ...others]);
    expect(answered).toBe(40);
    await other.close();
  });

  it('leave the one in reserve alone until a query would wait for longer elsewhere', async () => {
    const other = await BareDatabase.open(1);
    const ask = async (statement: Statement) => (await other.database.hotRows<{ pid: number }>(statement, [1]))[0]?.pid;
    const pids = (statement: Statement, count: number) =>
      Promise.all(Array.from({ length: count }, () => ask(statement)));
    // With a clock that stands, no connection seems slow only because this process did not get a processor.
    await standingClock(async () => expect(new Set(await pids(PID, 4)).size).toBe(2));
    for (let n = 0; n < 12; n++) await pids(SLEEP, 2);
    expect(new Set(await pids(PID, 3)).size).toBe(3);
    await other.close();
  });

  it('take no query while they run a slow one: the next callers use another connection', async () => {
    const holder = await bare.pool.connect();
    await holder.query('SELECT pg_advisory_lock(77)');
    const slow = [0, 1].map(() => bare.database.hotRows<{ pid: number }>(SLOW));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const others = await Promise.all(Array.from({ length: 20 }, hotPid));
    await holder.query('SELECT pg_advisory_unlock(77)');
    holder.release();
    const busy = (await Promise.all(slow)).map(([row]) => row?.pid);
    expect(new Set(busy).size).toBe(2);
    for (const one of busy) expect(others).not.toContain(one);
  });

  it('are replaced when they were lost, and fail only for the faulty query', async () => {
    const lost = await hotPid();
    const under = Array.from({ length: 20 }, hotPid);
    await bare.pool.query('SELECT pg_terminate_backend($1)', [lost]);
    expect(await Promise.all(under)).toHaveLength(20);
    await expect(bare.database.hotRows(BROKEN, [0])).rejects.toMatchObject({ code: '22012' });
    expect(await hotPid()).not.toBe(lost);
  });
});
