import type { QueryResultRow } from 'pg';
import { refusalOf } from '../../src/platform/database/database-error.js';
import { type Statement, sql } from '../../src/platform/database/sql.js';
import { DomainEvent } from '../../src/events/domain-event.entity.js';
import { BareDatabase } from '../support/bare-database.js';

const PID = sql('test_pid', 'SELECT pg_backend_pid() AS pid');
const ADD = sql('test_add', 'INSERT INTO ledger (name, amount) VALUES ($1, $2)');
const CHANGE = sql('test_change', 'UPDATE ledger SET amount = amount + $2 WHERE name = $1');
const READ = sql('test_read', 'SELECT amount FROM ledger WHERE name = $1');
const SUM = sql('test_sum', 'SELECT coalesce(sum(amount), 0)::int AS amount FROM ledger');
const SERIALIZABLE = sql('test_serializable', 'SET TRANSACTION ISOLATION LEVEL SERIALIZABLE');
const QUICK_LOCKS = sql('test_quick_locks', `SET LOCAL lock_timeout = '20ms'`);
const QUICK_DEADLOCK = sql('test_quick_deadlock', `SET LOCAL deadlock_timeout = '20ms'`);

let bare: BareDatabase;
let database: BareDatabase['database'];
beforeAll(async () => {
  bare = await BareDatabase.open();
  database = bare.database;
  await bare.pool.query('CREATE TABLE public.ledger (name text PRIMARY KEY, amount integer NOT NULL)');
});
beforeEach(async () => {
  await bare.pool.query('TRUNCATE public.ledger');
  await bare.pool.query(`INSERT INTO public.ledger VALUES ('a', 0), ('b', 0)`);
});
afterAll(() => bare.close());

async function first<Row extends QueryResultRow>(statement: Statement, ...values: unknown[]): Promise<Row> {
  return (await database.rows<Row>(statement, values))[0] as Row;
}
const pid = async () => (await first<{ pid: number }>(PID)).pid;
const amount = async (name: string) => (await first<{ amount: number }>(READ, name))?.amount;
const failure = (code: string) => Object.assign(new Error(`SQLSTATE ${code}`), { code });

describe('a transaction', () => {
  it("uses one connection for everything in it, also nested calls and TypeORM's manager", async () => {
    const used = await database.transaction(async () => {
      const outer = await pid();
      const inner = await database.transaction(async () => [await pid(), await database.transaction(pid)]);
      const [{ pid: managers }] = await database.manager.query('SELECT pg_backend_pid() AS pid');
      const { rows } = await database.raw('SELECT pg_backend_pid() AS pid');
      const together = await Promise.all([pid(), pid()]);
      return [outer, ...inner, managers, rows[0]?.pid, ...together];
    });
    expect(new Set(used).size).toBe(1);
  });

  it('that is nested takes no second connection, even when the pool has none left', async () => {
    const small = await BareDatabase.open(1);
    try {
      const work = () => small.database.transaction(() => small.database.rows(PID));
      expect(await small.database.transaction(work)).toHaveLength(1);
    } finally {
      await small.close();
    }
  });

  it('is invisible to others until it ends, and visible then', async () => {
    await database.transaction(async () => {
      await database.count(CHANGE, ['a', 5]);
      expect(await amount('a')).toBe(5);
      expect(await database.outside(() => amount('a'))).toBe(0);
    });
    expect(await amount('a')).toBe(5);
  });

  it('leaves nothing when it fails, whatever part of it failed and however deep', async () => {
    const thrown = new Error('after all');
    const work = database.transaction(async () => {
      await database.count(ADD, ['c', 1]);
      await database.transaction(() => database.count(CHANGE, ['a', 5]));
      await database.manager.insert(DomainEvent, { type: 'test', data: {}, actor_id: null });
      throw thrown;
    });
    await expect(work).rejects.toBe(thrown);
    expect(await first(SUM)).toEqual({ amount: 0 });
    expect((await bare.pool.query(`SELECT FROM events.domain_events WHERE type = 'test'`)).rowCount).toBe(0);
  });

  it('leaves nothing when a caught database error aborted it: the commit fails', async () => {
    const work = database.transaction(async () => {
      await database.count(CHANGE, ['a', 5]);
      await database.count(ADD, ['a', 1]).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('A statement failed and its error was swallowed');
    expect(await amount('a')).toBe(0);
  });

  it('of one caller is separate from a concurrent one', async () => {
    const both = await Promise.all([database.transaction(pid), database.transaction(pid)]);
    expect(both[0]).not.toBe(both[1]);
  });

  it('gives its connection back, after failures too', async () => {
    const failing = () => database.transaction(() => Promise.reject(new Error('x'))).catch(() => undefined);
    await Promise.all(Array.from({ length: 30 }, failing));
    expect(bare.pool.idleCount).toBe(bare.pool.totalCount);
    expect(await database.transaction(pid)).toBeGreaterThan(0);
  });

  it('that lost its connection fails as a whole, and the next one gets another', async () => {
    const work = database.transaction(async () => {
      await database.count(CHANGE, ['a', 5]);
      const mine = await pid();
      await database.outside(() => database.raw('SELECT pg_terminate_backend($1)', [mine]));
      await amount('a');
    });
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(refusalOf(error)).toMatchObject({ status: 503 });
    expect(await amount('a')).toBe(0);
  });
});

describe('a retryable error of PostgreSQL', () => {
  it.each([
    { code: '40001', most: 4 },
    { code: '40P01', most: 4 },
    { code: '55P03', most: 2 },
  ])('$code: the whole transaction is tried $most times', async ({ code, most }) => {
    let attempts = 0;
    bare.retried.length = 0;
    const work = database.transaction(async () => {
      attempts++;
      await database.count(CHANGE, ['a', 1]);
      await database.transaction(() => Promise.reject(failure(code)));
    });
    await expect(work).rejects.toThrow(code);
    expect({ attempts, retried: bare.retried }).toEqual({ attempts: most, retried: Array(most - 1).fill(code) });
    expect(await amount('a')).toBe(0);
  });

  it('and the successful attempt counts once', async () => {
    let attempts = 0;
    const done: number[] = [];
    const result = await database.transaction(async () => {
      const attempt = ++attempts;
      database.afterCommit(() => done.push(attempt));
      await database.count(CHANGE, ['a', 1]);
      if (attempt < 4) throw failure('40001');
      return 'through';
    });
    expect({ result, attempts, done, amount: await amount('a') }).toEqual({
      result: 'through',
      attempts: 4,
      done: [4],
      amount: 1,
    });
  });

  it.each(['23505', '57014', '22P02', '57P01', ''])('but is not retried after another error: "%s"', async (code) => {
    let attempts = 0;
    const work = database.transaction(() => {
      attempts++;
      return Promise.reject(failure(code));
    });
    await expect(work).rejects.toThrow();
    expect(attempts).toBe(1);
  });

  it('a lock that is free after its time-out is taken, and nothing is counted twice', async () => {
    const holder = await bare.pool.connect();
    await holder.query(`BEGIN; UPDATE public.ledger SET amount = amount + 1 WHERE name = 'a'`);
    let attempts = 0;
    bare.retried.length = 0;
    await database.transaction(async () => {
      if (++attempts > 1) await holder.query('COMMIT');
      await database.rows(QUICK_LOCKS);
      await database.count(CHANGE, ['b', 1]);
      await database.count(CHANGE, ['a', 1]);
    });
    holder.release();
    expect({ attempts, retried: bare.retried }).toEqual({ attempts: 2, retried: ['55P03'] });
    expect([await amount('a'), await amount('b')]).toEqual([2, 1]);
  });

  it('a real deadlock ends with both done', async () => {
    let attempts = 0;
    const bothHaveOne = meeting(2);
    const move = (from: string, to: string) =>
      database.transaction(async () => {
        attempts++;
        await database.rows(QUICK_DEADLOCK);
        await database.count(CHANGE, [from, -1]);
        await bothHaveOne();
        await database.count(CHANGE, [to, 1]);
      });
    await Promise.all([move('a', 'b'), move('b', 'a')]);
    expect(attempts).toBeGreaterThan(2);
    expect([await amount('a'), await amount('b')]).toEqual([0, 0]);
  });

  it('a real serialisation failure ends with both counted', async () => {
    let attempts = 0;
    const bothHaveRead = meeting(2);
    const add = () =>
      database.transaction(async () => {
        attempts++;
        await database.rows(SERIALIZABLE);
        const { amount: sum } = await first<{ amount: number }>(SUM);
        await bothHaveRead();
        await database.count(ADD, [`row ${Math.random()}`, sum + 1]);
      });
    await Promise.all([add(), add()]);
    expect(attempts).toBeGreaterThan(2);
    expect(await first(SUM)).toEqual({ amount: 3 });
  });
});

/** A barrier for `size` callers; later callers pass at once. */
function meeting(size: number): () => Promise<void> {
  let missing = size;
  let open!: () => void;
  const all = new Promise<void>((resolve) => (open = resolve));
  return () => {
    if (--missing <= 0) open();
    return all;
  };
}

describe('effects after the commit', () => {
  it('run when the outermost transaction has committed, in order, and outside of it', async () => {
    const seen: unknown[] = [];
    await database.transaction(async () => {
      database.afterCommit(() => seen.push(['first', database.inTransaction()]));
      await database.transaction(async () =>
        database.afterCommit(() => seen.push(['second', database.inTransaction()])),
      );
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([
      ['first', false],
      ['second', false],
    ]);
  });

  it('do not run after a failure', async () => {
    const happened: string[] = [];
    const work = database.transaction(async () => {
      database.afterCommit(() => happened.push('effect'));
      throw new Error('x');
    });
    await expect(work).rejects.toThrow('x');
    expect(happened).toEqual([]);
  });

  it('cannot fail the committed transaction, nor prevent other effects', async () => {
    const happened: string[] = [];
    const result = await database.transaction(async () => {
      database.afterCommit(() => {
        throw new Error('x');
      });
      database.afterCommit(() => happened.push('effect'));
      return 'kept';
    });
    expect(result).toBe('kept');
    expect(happened).toEqual(['effect']);
  });

  it('run at once outside a transaction', () => {
    const happened: string[] = [];
    database.afterCommit(() => happened.push('effect'));
    expect(happened).toEqual(['effect']);
  });
});

describe('after its end', () => {
  const uses: [string, () => unknown][] = [
    ['rows', () => database.rows(PID)],
    ['count', () => database.count(CHANGE, ['a', 1])],
    ['laggingRows', () => database.laggingRows(PID)],
    ['raw', () => database.raw('SELECT 1')],
    ['manager', () => database.manager],
    ['afterCommit', () => database.afterCommit(() => undefined)],
    ['a nested transaction', () => database.transaction(() => database.count(CHANGE, ['a', 1]))],
  ];
  it.each(uses)('a transaction refuses work that was not awaited: %s', async (_what, use) => {
    for (const end of ['commit', 'rollback']) {
      let late!: Promise<unknown>;
      let go!: () => void;
      const ended = new Promise<void>((resolve) => (go = resolve));
      const work = database.transaction(async () => {
        late = ended.then(use);
        if (end === 'rollback') throw new Error('x');
      });
      await work.catch(() => undefined);
      go();
      await expect(late).rejects.toThrow('The transaction has ended');
    }
    expect(await amount('a')).toBe(0);
  });
});
