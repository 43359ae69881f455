import { sql } from '../../src/platform/database/sql.js';
import { BareDatabase } from '../support/bare-database.js';

const SUM = sql('test_all_amounts', 'SELECT coalesce(sum(amount), 0)::int AS amount FROM ledger');

let bare: BareDatabase;
let database: BareDatabase['database'];
beforeAll(async () => {
  bare = await BareDatabase.open(2);
  database = bare.database;
  await bare.pool.query('CREATE TABLE public.ledger (name text PRIMARY KEY, amount integer NOT NULL)');
  await bare.pool.query(`INSERT INTO public.ledger VALUES ('a', 7)`);
});
afterAll(() => bare.close());

describe('a write outside a transaction', () => {
  it.each([
    'INSERT INTO ledger VALUES (1, 2)',
    'insert\n into ledger VALUES (1, 2)',
    'UPDATE ledger SET amount = 1',
    'DELETE FROM ledger',
    'TRUNCATE ledger',
    'WITH gone AS (DELETE FROM ledger RETURNING *) SELECT * FROM gone',
    'MERGE INTO ledger USING (SELECT 1) s ON true WHEN MATCHED THEN DELETE',
    'SELECT * FROM ledger FOR UPDATE',
    'SELECT * FROM ledger FOR NO KEY UPDATE',
    'SELECT * FROM ledger FOR SHARE',
    'SELECT * FROM ledger FOR KEY SHARE',
  ])('throws: %s', async (text) => {
    const statement = sql(`test_write_${Math.random()}`, text);
    await expect((async () => database.rows(statement))()).rejects.toThrow(
      'A write outside a transaction: test_write_',
    );
    await expect((async () => database.count(statement))()).rejects.toThrow('A write outside a transaction');
    await expect((async () => database.laggingRows(statement))()).rejects.toThrow('A write outside a transaction');
    expect(await database.rows(SUM)).toEqual([{ amount: 7 }]);
  });

  it("also throws through TypeORM's manager", () => {
    expect(() => database.manager).toThrow('A write outside a transaction');
  });

  it.each(['SELECT updated_at, deleted FROM t', 'SELECT * FROM updates', 'SELECT inserted FROM share'])(
    'does not include reads with similar words: %s',
    (text) => expect(sql(`test_sounds_${Math.random()}`, text).writes).toBe(false),
  );
});

describe('the name of a statement', () => {
  it('belongs to one text, and has a length that PostgreSQL supports', () => {
    sql('test_name', 'SELECT 1');
    expect(sql('test_name', 'SELECT 1').name).toBe('test_name');
    expect(() => sql('test_name', 'SELECT 2')).toThrow('Two statements are named test_name');
    expect(() => sql('x'.repeat(64), 'SELECT 1')).toThrow('longer than the 63 bytes');
  });
});
