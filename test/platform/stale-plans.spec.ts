import { Client, type Pool } from 'pg';
import { keyed, sql } from '../../src/platform/database/sql.js';
import { BareDatabase } from '../support/bare-database.js';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { type Account, TestService } from '../support/service.js';

const ALL = sql('test_stale_all', 'SELECT * FROM public.thing ORDER BY id');
const BY_ID = sql('test_stale_by_id', 'SELECT * FROM public.thing WHERE id = $1');
const BY_KEY = keyed('test_stale_by_key', 'SELECT * FROM public.thing WHERE id = $1', 'int');
const BY_CODE = sql('test_stale_by_code', 'SELECT id FROM public.thing WHERE code = $1');
const ADD = sql('test_stale_add', 'INSERT INTO public.thing (code) VALUES ($1) RETURNING *');
const COUNT = sql('test_stale_count', 'SELECT count(*)::int AS count FROM public.thing');

const POOL = 4;
const THING = 'CREATE TABLE public.thing (id int GENERATED ALWAYS AS IDENTITY, code int)';

/** What a migration or a pooler does to the prepared statements of open connections. */
const CHANGES: [what: string, change: (bare: BareDatabase) => Promise<unknown>][] = [
  ['a column was added', ({ pool }) => pool.query('ALTER TABLE public.thing ADD COLUMN name text')],
  ['a column has another type', ({ pool }) => pool.query('ALTER TABLE public.thing ALTER id TYPE bigint')],
  ['the connections were reset', (bare) => onEveryConnection(bare.pool, 'DISCARD ALL')],
];

let bare: BareDatabase;
beforeEach(async () => {
  bare = await BareDatabase.open(POOL);
  await bare.pool.query(THING);
  await bare.pool.query('INSERT INTO public.thing (code) VALUES (7)');
});
afterEach(() => bare.close());

async function onEveryConnection(pool: Pool, text: string): Promise<void> {
  const clients = await Promise.all(Array.from({ length: POOL }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query(text)));
  for (const client of clients) client.release();
}

const often = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 4 * POOL }, work));
const first = (rows: object[]) => rows[0];

describe.each(CHANGES)('after %s, a statement that was prepared before', (_what, change) => {
  it('is answered outside a transaction, on every connection', async () => {
    const ask = () => bare.database.rows(BY_ID, [1]);
    await often(ask);
    await change(bare);
    for (const rows of await often(ask)) expect(first(rows)).toMatchObject({ code: 7 });
    expect(await bare.database.rows(ALL)).toHaveLength(1);
  });

  it('is answered inside a transaction, which is retried as a whole and counts once', async () => {
    const add = () =>
      bare.database.transaction(async () => {
        await bare.database.count(COUNT);
        return bare.database.rows(ADD, [8]);
      });
    await often(add);
    await change(bare);
    for (const rows of await often(add)) expect(first(rows)).toMatchObject({ code: 8 });
    expect(await bare.database.rows(COUNT)).toEqual([{ count: 1 + 8 * POOL }]);
  });

  it('is answered when it is sent with the COMMIT', async () => {
    const add = () => bare.database.transaction(async () => bare.database.atEnd(ADD, [9]));
    await often(add);
    await change(bare);
    await often(add);
    expect(await bare.database.rows(COUNT)).toEqual([{ count: 1 + 8 * POOL }]);
  });

  it('is prepared again afterwards', async () => {
    const named = async () => {
      const prepared = 'SELECT name FROM pg_prepared_statements';
      const lists = await often(() =>
        bare.database.transaction(async () => {
          await bare.database.rows(BY_ID, [1]);
          return (await bare.database.raw(prepared)).rows;
        }),
      );
      return lists.every((rows) => rows.some(({ name }) => name === BY_ID.name));
    };
    expect(await named()).toBe(true);
    await change(bare);
    await often(() => bare.database.transaction(() => bare.database.rows(BY_ID, [1])));
    expect(await named()).toBe(true);
  });
});

describe('the type of a column that a statement compares with', () => {
  it('may change from a number to a text', async () => {
    const ask = () => bare.database.rows(BY_CODE, ['7']);
    await often(ask);
    await bare.pool.query('ALTER TABLE public.thing ALTER code TYPE text');
    for (const rows of await often(ask)) expect(rows).toEqual([{ id: 1 }]);
    const unit = () => bare.database.transaction(ask);
    await often(unit);
    await bare.pool.query('ALTER TABLE public.thing ALTER code TYPE int USING code::int');
    for (const rows of await often(unit)) expect(rows).toEqual([{ id: 1 }]);
  });
});

describe('an invalid statement', () => {
  const WRONG = sql('test_stale_wrong', 'SELECT upper(id) FROM public.thing');

  it('is retried once and then fails, outside a transaction and inside', async () => {
    await expect(bare.database.rows(WRONG)).rejects.toMatchObject({ code: '42883' });
    let attempts = 0;
    const work = bare.database.transaction(async () => {
      attempts++;
      await bare.database.rows(WRONG);
    });
    await expect(work).rejects.toMatchObject({ code: '42883' });
    expect(attempts).toBe(2);
  });
});

describe('the pipelined connection', () => {
  it.each([
    ['a column was added', 'ALTER TABLE public.thing ADD COLUMN name text'],
    ['a column has another type', 'ALTER TABLE public.thing ALTER id TYPE bigint'],
  ])('answers all queries after %s', async (_what, change) => {
    const ask = () => bare.database.quickRows(BY_KEY, [1]);
    await often(ask);
    await bare.pool.query(change);
    for (const rows of await often(ask)) expect(first(rows)).toMatchObject({ code: 7 });
    for (const rows of await often(ask)) expect(first(rows)).toMatchObject({ code: 7 });
  });

  it('answers all queries after its connection was reset', async () => {
    const RESET = { ...keyed('test_stale_reset', 'DISCARD ALL'), name: '' };
    const ask = () => bare.database.quickRows(BY_KEY, [1]);
    await often(ask);
    await bare.database.quickRows(RESET, []);
    for (const rows of await often(ask)) expect(first(rows)).toMatchObject({ code: 7 });
  });
});

describe('a replica', () => {
  it('continues to answer after the migration was replicated', async () => {
    const name = await cloneTemplate();
    const replica = new Client({ connectionString: addressOf(name) });
    await replica.connect();
    await replica.query(THING);
    await replica.query('INSERT INTO public.thing (code) VALUES (11)');
    const with_ = await BareDatabase.open(POOL, [addressOf(name)]);
    try {
      const ask = () => with_.database.laggingRows(BY_ID, [1]);
      await often(ask);
      await replica.query('ALTER TABLE public.thing ADD COLUMN name text');
      for (const rows of await often(ask)) expect(first(rows)).toMatchObject({ code: 11, name: null });
    } finally {
      await replica.end();
      await with_.close();
      await dropDatabase(name);
    }
  });
});

describe('the service', () => {
  let service: TestService;
  let account: Account;
  beforeAll(async () => {
    service = await TestService.start();
    account = await service.account();
  });
  afterAll(() => service.stop());

  it('answers no 500 while a migration changes a column that each request reads', async () => {
    const calls = () => [
      account.client.get('/v1/auth/session').expect(200),
      account.client.get('/v1/users/me').expect(200),
      account.client.patch('/v1/users/me', { first_name: 'Ada' }).expect(200),
    ];
    const all = () => Promise.all(Array.from({ length: 8 }, calls).flat());
    await all();
    await service.database.query('ALTER TABLE account.users ALTER first_name TYPE varchar(200)');
    await service.database.query('ALTER TABLE account.users ALTER role TYPE varchar(50)');
    await service.database.query('ALTER TABLE account.users ADD COLUMN pronouns text');
    await all();
    await all();
  });
});
