import { sql } from '../../src/platform/database/sql.js';
import { BareDatabase } from '../support/bare-database.js';

const PID = sql('test_lane_pid', 'SELECT pg_backend_pid() AS pid');
const DOUBLE = sql('test_lane_double', 'SELECT $1::int * 2 AS double');
const SLOW = sql('test_lane_slow', 'SELECT pg_backend_pid() AS pid FROM pg_advisory_xact_lock(77)');
const BROKEN = sql('test_lane_broken', 'SELECT 1 / $1::int AS part');

let bare: BareDatabase;
beforeAll(async () => {
  bare = await BareDatabase.open(1);
});
afterAll(() => bare.close());

const pid = async () => (await bare.database.quickRows<{ pid: number }>(PID))[0]?.pid as number;
const double = async (value: number) => (await bare.database.quickRows<{ double: number }>(DOUBLE, [value]))[0]?.double;

describe('the pipelined connection', () => {
  it('gives each of a thousand concurrent queries its own answer, over one connection outside the pool', async () => {
    const values = Array.from({ length: 1_000 }, (_, value) => value);
    expect(await Promise.all(values.map(double))).toEqual(values.map((value) => value * 2));
    const lane = await pid();
    expect(new Set(await Promise.all([pid(), pid()]))).toEqual(new Set([lane]));
    const [{ pid: pooled } = { pid: 0 }] = await bare.database.rows<{ pid: number }>(PID);
    expect(pooled).not.toBe(lane);
  });

  it('fails only for the faulty query, not for those sent with it', async () => {
    const [before, broken, after] = await Promise.allSettled([
      double(1),
      bare.database.quickRows(BROKEN, [0]),
      double(2),
    ]);
    expect(before).toMatchObject({ value: 2 });
    expect(broken).toMatchObject({ reason: { code: '22012' } });
    expect(after).toMatchObject({ value: 4 });
  });

  it('is replaced when it was lost, also for queries in flight', async () => {
    const lane = await pid();
    const under = Array.from({ length: 50 }, (_, value) => double(value));
    await bare.pool.query('SELECT pg_terminate_backend($1)', [lane]);
    expect(await Promise.all([...under, double(50)])).toHaveLength(51);
    expect(await pid()).not.toBe(lane);
  });

  it('is not used inside a transaction, which has its own connection', async () => {
    await bare.database.transaction(async () => {
      const [{ pid: own } = { pid: 0 }] = await bare.database.rows<{ pid: number }>(PID);
      expect(await pid()).toBe(own);
    });
  });
});

describe('the pipelined connections of hot reads', () => {
  const hotPid = async () => (await bare.database.hotRows<{ pid: number }>(PID))[0]?.pid as number;

  it('share a thousand concurrent queries with the pool, each with its own answer', async () => {
    const values = Array.from({ length: 1_000 }, (_, value) => value);
    const ask = async (value: number) => (await bare.database.hotRows<{ double: number }>(DOUBLE, [value]))[0]?.double;
    expect(await Promise.all(values.map(ask))).toEqual(values.map((value) => value * 2));
    const [{ pid: pooled } = { pid: 0 }] = await bare.database.rows<{ pid: number }>(PID);
    const used = new Set(await Promise.all(Array.from({ length: 200 }, hotPid)));
    expect(used.size).toBe(3);
    expect(used).toContain(pooled);
  });

  it('take no query while they run a slow one: the next callers use another connection', async () => {
    const holder = await bare.pool.connect();
    await holder.query('SELECT pg_advisory_lock(77)');
    const slow = [0, 1].map(() => bare.database.hotRows<{ pid: number }>(SLOW));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const waiting = Promise.all(Array.from({ length: 20 }, hotPid));
    await holder.query('SELECT pg_advisory_unlock(77)');
    holder.release();
    const others = await waiting;
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
