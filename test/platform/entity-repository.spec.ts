import { In, IsNull, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual, Not, Like } from 'typeorm';
import { type AccountRepository, openTesting, type Testing } from './testing-entities.js';

const HUGE = 9_007_199_254_740_993n;

let { bare, accounts } = {} as Testing;
const inTransaction = <T>(work: () => Promise<T>) => bare.database.transaction(work);
const add = (values: Parameters<AccountRepository['insert']>[0]) => inTransaction(() => accounts.insert(values));

beforeAll(async () => {
  ({ bare, accounts } = await openTesting());
});
beforeEach(() => bare.pool.query('TRUNCATE testing.accounts, testing.tickets'));
afterAll(() => bare.close());

describe('conditions', () => {
  const early = new Date('2026-01-01T00:00:00.000Z');
  const late = new Date('2026-02-01T00:00:00.000Z');
  beforeEach(async () => {
    await add({ name: 'a', visits: 1, balance: 10n, created_at: early });
    await add({ name: 'b', visits: 2, balance: HUGE, created_at: late, note: 'known', tags: ['x'] });
    await add({ name: 'c', visits: 3, balance: -5n, created_at: late, closed_at: late, credit: 7n });
  });
  const names = async (where: Parameters<AccountRepository['find']>[0]) =>
    (await accounts.find(where, { order: { name: 'ASC' } })).map(({ name }) => name).join('');

  it('are met by all rows when there are none', async () => {
    expect(await names({})).toBe('abc');
    expect(await accounts.countWhere({})).toBe(3);
  });

  it('compare with a value of any type', async () => {
    expect(await names({ name: 'b' })).toBe('b');
    expect(await names({ visits: 2, note: 'known' })).toBe('b');
    expect(await names({ visits: 2, note: 'other' })).toBe('');
    expect(await names({ created_at: late })).toBe('bc');
    expect(await names({ balance: HUGE })).toBe('b');
    expect(await names({ balance: HUGE - 1n })).toBe('');
    expect(await names({ tags: ['x'] })).toBe('b');
  });

  it('know null', async () => {
    expect(await names({ note: null })).toBe('ac');
    expect(await names({ note: IsNull() })).toBe('ac');
    expect(await names({ closed_at: Not(null) })).toBe('c');
    expect(await names({ closed_at: Not(IsNull()) })).toBe('c');
    expect(await names({ credit: null })).toBe('ab');
  });

  it('include rows with null where another value is excluded', async () => {
    expect(await names({ note: Not('known') })).toBe('ac');
    expect(await names({ credit: Not(7n) })).toBe('ab');
    expect(await names({ visits: Not(2) })).toBe('ac');
  });

  it('accept lists, also empty ones and those of amounts and times', async () => {
    expect(await names({ name: In(['a', 'c', 'z']) })).toBe('ac');
    expect(await names({ name: In([]) })).toBe('');
    expect(await names({ balance: In([10n, HUGE]) })).toBe('ab');
    expect(await names({ created_at: In([early]) })).toBe('a');
    expect(await names({ name: Not(In(['a', 'c'])) })).toBe('b');
    expect(await names({ name: Not(In([])) })).toBe('abc');
  });

  it('compare by order', async () => {
    expect(await names({ visits: LessThan(2) })).toBe('a');
    expect(await names({ visits: LessThanOrEqual(2) })).toBe('ab');
    expect(await names({ visits: MoreThan(2) })).toBe('c');
    expect(await names({ visits: MoreThanOrEqual(2) })).toBe('bc');
    expect(await names({ balance: MoreThan(HUGE - 1n) })).toBe('b');
    expect(await names({ created_at: LessThan(late) })).toBe('a');
  });

  it('are negated', async () => {
    expect(await names({ visits: Not(LessThan(2)) })).toBe('bc');
    expect(await names({ visits: Not(MoreThanOrEqual(2)) })).toBe('a');
    expect(await names({ visits: Not(Not(2)) })).toBe('b');
  });

  it('without a value, with an unknown column or operator throw', async () => {
    const undefinedName = undefined as unknown as string;
    await expect(accounts.find({ name: undefinedName })).rejects.toThrow('The condition on name has no value');
    await expect(accounts.find({ name: Not(undefinedName) })).rejects.toThrow('The condition on name has no value');
    await expect(accounts.find({ visits: MoreThan(undefined) })).rejects.toThrow('The condition on visits has no');
    await expect(accounts.find({ name: Like('a%') })).rejects.toThrow('The operator like is not supported');
    await expect(accounts.find({ nothing: 1 } as object)).rejects.toThrow('There is no column nothing');
    const change = () => inTransaction(() => accounts.update({ name: undefinedName }, { visits: 9 }));
    await expect(change()).rejects.toThrow('The condition on name has no value');
    await expect(inTransaction(() => accounts.delete({ name: undefinedName }))).rejects.toThrow('has no value');
    expect(await names({})).toBe('abc');
  });

  it('do not become SQL', async () => {
    expect(await names({ name: `' OR true --` })).toBe('');
  });
});

describe('find', () => {
  beforeEach(async () => {
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await add({ name, visits: index % 2, balance: 3n });
  });

  it('orders by several columns and limits', async () => {
    const found = await accounts.find({}, { order: { visits: 'DESC', name: 'ASC' }, limit: 3 });
    expect(found.map(({ name }) => name)).toEqual(['b', 'd', 'a']);
    expect(await accounts.find({}, { limit: 0 })).toEqual([]);
  });

  it('reads the chosen columns only, with amounts as bigint', async () => {
    const [row] = await accounts.find({ name: 'a' }, { select: ['name', 'balance'] });
    expect(row).toEqual({ name: 'a', balance: 3n });
    expect(await accounts.findOne({ name: 'b' }, { select: ['visits'] })).toEqual({ visits: 1 });
  });

  it('returns whole rows with the types of the entity', async () => {
    expect(await accounts.findOne({ name: 'a' })).toEqual({
      id: expect.any(String),
      name: 'a',
      note: null,
      created_at: expect.any(Date),
      closed_at: null,
      tags: null,
      balance: 3n,
      credit: null,
      visits: 0,
    });
  });

  it('refuses in the words of the thing that is missing', async () => {
    expect(await accounts.the({ name: 'a' }, 'Account', { select: ['name'] })).toEqual({ name: 'a' });
    await expect(accounts.the({ name: 'z' }, 'Account')).rejects.toMatchObject({
      status: 404,
      message: 'Account not found',
    });
    expect(await accounts.findOne({ name: 'z' })).toBeUndefined();
  });

  it('counts and knows what exists', async () => {
    expect(await accounts.exists({ visits: 1 })).toBe(true);
    expect(await accounts.exists({ visits: 9 })).toBe(false);
    expect(await accounts.countWhere({ visits: 1 })).toBe(2);
  });

  it.each(['update', 'no key update', 'share', 'key share'] as const)('locks: %s', async (lock) => {
    await expect((async () => accounts.find({ name: 'a' }, { lock }))()).rejects.toThrow(
      'A write outside a transaction',
    );
    await inTransaction(async () => {
      expect(await accounts.findOne({ name: 'a' }, { select: ['name'], lock })).toEqual({ name: 'a' });
      const skipped = await bare.pool.query(`SELECT FROM testing.accounts WHERE name = 'a' FOR UPDATE SKIP LOCKED`);
      expect(skipped.rowCount).toBe(0);
    });
  });
});
