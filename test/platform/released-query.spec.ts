import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg, { type PoolClient } from 'pg';
import { ask } from '../../src/platform/database/connection/released-query.js';
import { BareDatabase } from '../support/bare-database.js';

describe('a query of the service', () => {
  let bare: BareDatabase;
  let client: PoolClient;

  beforeAll(async () => {
    bare = await BareDatabase.open();
  });
  beforeEach(async () => {
    client = await bare.pool.connect();
  });
  afterEach(() => client.release(true));
  afterAll(() => bare.close());

  it('lets go of its rows when it has answered', async () => {
    const sent: unknown[] = [];
    const query = client.query.bind(client) as (asked: unknown) => unknown;
    client.query = ((asked: unknown) => sent.push(asked) && query(asked)) as PoolClient['query'];
    const rows = await rowsOf();
    await collectGarbage();
    expect(sent).toHaveLength(1);
    expect(rows.deref()).toBeUndefined();
  });

  const rowsOf = async () => new WeakRef((await ask(client, { text: 'SELECT generate_series(1, 100)' })).rows);

  it('answers several statements with the result of each', async () => {
    const answers = await ask(client, { text: 'SELECT 1 AS one; SELECT 2 AS two' });
    expect(answers).toMatchObject([{ rows: [{ one: 1 }] }, { rows: [{ two: 2 }] }]);
  });

  it('fails with the stack of its caller, and the connection goes on', async () => {
    const askForNoTable = async () => void (await ask(client, { text: 'SELECT * FROM no_table' }));
    const failed = askForNoTable();
    await expect(failed).rejects.toMatchObject({ code: '42P01', stack: expect.stringContaining('askForNoTable') });
    expect((await ask(client, { text: 'SELECT 1 AS one' })).rows).toEqual([{ one: 1 }]);
  });

  it('fails if a row cannot be read, and the connection goes on', async () => {
    client.setTypeParser(pg.types.builtins.DATE, () => {
      throw new Error('no date');
    });
    await expect(ask(client, { text: 'SELECT current_date' })).rejects.toThrow('no date');
    expect((await ask(client, { text: 'SELECT $1::int AS one', values: [1] })).rows).toEqual([{ one: 1 }]);
  });

  it('fails after its time-out, and ends the connection, whose next answer would be that of this query', async () => {
    const ended = new Promise((resolve) => client.once('error', resolve));
    const slow = { text: 'SELECT pg_sleep(1)', query_timeout: 100 };
    const [first, next] = await Promise.allSettled([ask(client, slow), ask(client, { text: 'SELECT 1' })]);
    expect(first).toMatchObject({ reason: { message: 'Query read timeout' } });
    expect(next).toMatchObject({ reason: { message: 'Connection terminated unexpectedly' } });
    await ended;
  });
});

/** Twice, because a WeakRef is kept until the end of the turn of the event loop that made it. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let times = 0; times < 2; times++) {
    await new Promise(setImmediate);
    collect();
  }
}
