import { sql } from '../../src/platform/database/sql.js';
import { BareDatabase } from '../support/bare-database.js';

const PID = sql('test_lane_pid', 'SELECT pg_backend_pid() AS pid');
const DOUBLE = sql('test_lane_double', 'SELECT $1::int * 2 AS double');
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
