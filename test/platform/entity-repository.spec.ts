import { Column, Entity, In, IsNull, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual, Not, Like } from 'typeorm';
import { Id, Moment, Money } from '../../src/platform/database/columns.js';
import { EntityRepository, NOW, plus } from '../../src/platform/database/entity.repository.js';
import { BareDatabase } from '../support/bare-database.js';

@Entity({ schema: 'testing', name: 'accounts' })
class Account {
  @Id() id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) note!: string | null;
  @Moment({ default: () => 'now()' }) created_at!: Date;
  @Moment({ nullable: true }) closed_at!: Date | null;
  @Column({ type: 'jsonb', nullable: true }) tags!: unknown;
  @Money({ default: 0 }) balance!: bigint;
  @Money({ nullable: true }) credit!: bigint | null;
  @Column({ type: 'integer', default: 0 }) visits!: number;
}

/** Every column has a default. */
@Entity({ schema: 'testing', name: 'tickets' })
class Ticket {
  @Id() id!: string;
  @Column({ type: 'integer', default: 7 }) price!: number;
}

class AccountRepository extends EntityRepository<Account> {
  protected readonly entity = Account;
}
class TicketRepository extends EntityRepository<Ticket> {
  protected readonly entity = Ticket;
}

const TABLES = `
  CREATE SCHEMA testing;
  CREATE TABLE testing.accounts (
    id uuid PRIMARY KEY DEFAULT platform.uuid_v7(),
    name text NOT NULL UNIQUE,
    note text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    closed_at timestamptz(3),
    tags jsonb,
    balance bigint NOT NULL DEFAULT 0,
    credit bigint,
    visits integer NOT NULL DEFAULT 0
  );
  CREATE TABLE testing.tickets (id uuid PRIMARY KEY DEFAULT platform.uuid_v7(), price integer NOT NULL DEFAULT 7);`;

const HUGE = 9_007_199_254_740_993n;

let bare: BareDatabase;
let accounts: AccountRepository;
let tickets: TicketRepository;
const inTransaction = <T>(work: () => Promise<T>) => bare.database.transaction(work);
const add = (values: Parameters<AccountRepository['insert']>[0]) => inTransaction(() => accounts.insert(values));

beforeAll(async () => {
  bare = await BareDatabase.open(10, [], undefined, [Account, Ticket]);
  await bare.pool.query(TABLES);
  accounts = new AccountRepository(bare.database);
  tickets = new TicketRepository(bare.database);
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
    expect(await inTransaction(() => tickets.insert({}))).toEqual({ id: expect.any(String), price: 7 });
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
