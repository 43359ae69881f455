import { In, MoreThan } from 'typeorm';
import { NOW, plus } from '../../src/platform/database/entity.repository.js';
import { type AccountRepository, openTesting, type Testing } from './testing-entities.js';

const HUGE = 9_007_199_254_740_993n;

let { bare, accounts, tickets } = {} as Testing;
const inTransaction = <T>(work: () => Promise<T>) => bare.database.transaction(work);
const add = (values: Parameters<AccountRepository['insert']>[0]) => inTransaction(() => accounts.insert(values));

beforeAll(async () => {
  ({ bare, accounts, tickets } = await openTesting());
});
beforeEach(() => bare.pool.query('TRUNCATE testing.accounts, testing.tickets'));
afterAll(() => bare.close());

describe('a write', () => {
  it('outside a transaction throws', async () => {
    await expect((async () => accounts.insert({ name: 'a' }))()).rejects.toThrow('A write outside a transaction');
    await expect((async () => accounts.update({ name: 'a' }, { visits: 1 }))()).rejects.toThrow('A write outside');
    await expect((async () => accounts.delete({ name: 'a' }))()).rejects.toThrow('A write outside a transaction');
  });

  it('of every row throws', async () => {
    await add({ name: 'a' });
    const all = 'A change of every row of testing.accounts';
    await expect(inTransaction(async () => accounts.update({}, { visits: 1 }))).rejects.toThrow(all);
    await expect(inTransaction(async () => accounts.updateOne({}, { visits: 1 }))).rejects.toThrow(all);
    await expect(inTransaction(async () => accounts.delete({}))).rejects.toThrow(all);
    await expect(inTransaction(async () => accounts.deleteOne({}))).rejects.toThrow(all);
    expect(await accounts.countWhere({ visits: 0 })).toBe(1);
  });
});

describe('insert', () => {
  it('returns the row with its defaults', async () => {
    const row = await add({ name: 'a', note: undefined, balance: HUGE, credit: null, tags: null });
    expect(row).toEqual(await accounts.findOne({ name: 'a' }));
    expect(row).toMatchObject({ balance: HUGE, credit: null, note: null, tags: null, visits: 0 });
    expect(Math.abs(Date.now() - row.created_at.getTime())).toBeLessThan(60_000);
  });

  it('needs no values where every column has a default', async () => {
    const ticket = await inTransaction(() => tickets.insert({}));
    expect(ticket).toEqual({ id: expect.any(String), price: 7 });
    // A column that the entity does not select is returned where it is asked for only.
    expect(await tickets.find({}, { select: ['secret'] })).toEqual([{ secret: 'hidden' }]);
  });

  it.each([[['a', 'b']], [[]], [{ a: [1, null] }], ['text'], [7], [false], [[{ a: 1 }]]])(
    'stores %j as JSON',
    async (tags) => {
      expect((await add({ name: 'a', tags })).tags).toEqual(tags);
      expect(await accounts.exists({ tags })).toBe(true);
    },
  );

  it('accepts the time of the transaction', async () => {
    const row = await add({ name: 'a', closed_at: NOW });
    expect(row.closed_at).toEqual(row.created_at);
  });

  it('fails when a unique key is taken, and insertIfAbsent does not', async () => {
    await add({ name: 'a', visits: 1 });
    await expect(add({ name: 'a' })).rejects.toMatchObject({ code: '23505' });
    expect(await inTransaction(() => accounts.insertIfAbsent({ name: 'a', visits: 2 }))).toBeUndefined();
    expect(await inTransaction(() => accounts.insertIfAbsent({ name: 'b', balance: 2n }))).toMatchObject({
      name: 'b',
      balance: 2n,
    });
    expect(await accounts.findOne({ name: 'a' }, { select: ['visits'] })).toEqual({ visits: 1 });
  });

  it('of the same key by 20 callers at once creates one row', async () => {
    const tried = Array.from({ length: 20 }, () => inTransaction(() => accounts.insertIfAbsent({ name: 'a' })));
    expect((await Promise.all(tried)).filter(Boolean)).toHaveLength(1);
    expect(await accounts.countWhere({})).toBe(1);
  });
});

describe('update', () => {
  beforeEach(async () => {
    await add({ name: 'a', visits: 1, note: 'x', balance: 1n });
    await add({ name: 'b', visits: 1 });
  });

  it('changes the columns that have a value, and returns how many rows', async () => {
    const changed = await inTransaction(() =>
      accounts.update({ visits: 1 }, { note: null, name: undefined, balance: HUGE, tags: ['a'] }),
    );
    expect(changed).toBe(2);
    expect(await accounts.countWhere({ note: null, balance: HUGE, tags: ['a'] })).toBe(2);
    expect(await inTransaction(() => accounts.update({ visits: 2 }, { note: 'y' }))).toBe(0);
  });

  it('uses the same column as a condition and as a value', async () => {
    expect(await inTransaction(() => accounts.update({ name: 'a', visits: 1 }, { visits: 2 }))).toBe(1);
    expect(await inTransaction(() => accounts.update({ name: 'a', visits: 1 }, { visits: 2 }))).toBe(0);
  });

  it('sets the time of the transaction', async () => {
    const before = await accounts.findOne({ name: 'a' });
    const row = await inTransaction(() => accounts.updateOne({ name: 'a' }, { closed_at: NOW }));
    expect(row?.closed_at?.getTime()).toBeGreaterThanOrEqual(before?.created_at.getTime() as number);
  });

  it('updateOne returns the changed row', async () => {
    expect(await inTransaction(() => accounts.updateOne({ name: 'a' }, { balance: plus(4n) }))).toMatchObject({
      name: 'a',
      balance: 5n,
    });
    expect(await inTransaction(() => accounts.updateOne({ name: 'z' }, { visits: 2 }))).toBeUndefined();
  });

  it('without a value throws', async () => {
    const nothing = 'No column of testing.accounts has a value';
    await expect(inTransaction(async () => accounts.update({ name: 'a' }, { note: undefined }))).rejects.toThrow(
      nothing,
    );
    await expect(inTransaction(async () => accounts.updateOne({ name: 'a' }, {}))).rejects.toThrow(nothing);
  });

  it('adds exactly when 20 callers do so at once', async () => {
    const change = () => accounts.update({ name: 'a' }, { visits: plus(3), balance: plus(-HUGE) });
    await Promise.all(Array.from({ length: 20 }, () => inTransaction(change)));
    expect(await accounts.findOne({ name: 'a' })).toMatchObject({ visits: 61, balance: 1n - 20n * HUGE });
    expect(await accounts.findOne({ name: 'b' })).toMatchObject({ visits: 1, balance: 0n });
  });

  it('takes the last of something only once when 20 callers try', async () => {
    const take = () => accounts.update({ name: 'a', visits: MoreThan(0) }, { visits: plus(-1) });
    const taken = await Promise.all(Array.from({ length: 20 }, () => inTransaction(take)));
    expect(taken.filter((count) => count === 1)).toHaveLength(1);
    expect(await accounts.findOne({ name: 'a' })).toMatchObject({ visits: 0 });
  });
});

describe('delete', () => {
  beforeEach(async () => {
    await add({ name: 'a', balance: 4n });
    await add({ name: 'b' });
    await add({ name: 'c' });
  });

  it('returns how many rows', async () => {
    expect(await inTransaction(() => accounts.delete({ name: In(['a', 'b', 'z']) }))).toBe(2);
    expect(await inTransaction(() => accounts.delete({ name: 'a' }))).toBe(0);
    expect(await accounts.countWhere({})).toBe(1);
  });

  it('deleteOne returns the row as it was, to one of 20 callers', async () => {
    const removed = await Promise.all(
      Array.from({ length: 20 }, () => inTransaction(() => accounts.deleteOne({ name: 'a' }))),
    );
    expect(removed.filter(Boolean)).toEqual([expect.objectContaining({ name: 'a', balance: 4n })]);
  });

  it('is undone when the transaction fails', async () => {
    const work = async () => {
      await accounts.delete({ name: 'a' });
      throw new Error('after all');
    };
    await expect(inTransaction(work)).rejects.toThrow('after all');
    expect(await accounts.exists({ name: 'a' })).toBe(true);
  });
});
