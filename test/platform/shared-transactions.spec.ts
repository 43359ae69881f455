import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../src/platform/http/refusal.js';
import { sql } from '../../src/platform/database/sql.js';
import { wrongClock } from '../support/clock.js';
import { eventually } from '../support/service.js';
import { bare, newKind, outcome, share, upTo, withNotes } from './notes.js';

const INSERT = sql('test_shared_insert', 'INSERT INTO notes (id, text) VALUES ($1, $2)');
const ADD = sql('test_shared_add', `UPDATE notes SET number = number + 1 WHERE id = $1 RETURNING number`);
const FIND = sql('test_shared_find', 'SELECT text FROM notes WHERE id = $1');
const WHICH = sql('test_shared_which', 'SELECT pg_current_xact_id()::text AS id');
const SILENT = sql(
  'test_shared_silent',
  `WITH made AS (INSERT INTO notes (id, text) VALUES ($1, 'silent') RETURNING id) SELECT id FROM made WHERE false`,
);

withNotes();

const insert = (id: number, text = 'text') => bare.database.count(INSERT, [id, text]);
const which = async () => ((await bare.database.rows<{ id: string }>(WHICH))[0] as { id: string }).id;
const ids = async () => (await bare.pool.query('SELECT id FROM notes ORDER BY id')).rows.map(({ id }) => id as number);

it('writes what comes at once in one transaction, and each caller has their own result', async () => {
  const kind = newKind();
  const results = await Promise.all(
    upTo(20).map((id) =>
      share(kind, async () => {
        await insert(id);
        return { id, transaction: await which() };
      }),
    ),
  );
  expect(results.map(({ id }) => id)).toEqual(upTo(20));
  expect(new Set(results.map(({ transaction }) => transaction)).size).toBe(1);
  expect(bare.sharing).toEqual({ committed: [20], failed: [] });
  expect(await ids()).toEqual(upTo(20));
});

it('takes 32 at most, and the others go in the transactions after it', async () => {
  await Promise.all(upTo(80).map((id) => share(newKind(), () => insert(id))));
  // One that takes longer than a tenth of a second is not waited for, and may be committed after the next one.
  expect(bare.sharing.committed.toSorted()).toEqual([16, 32, 32]);
  expect(await ids()).toEqual(upTo(80));
});

it('gives a single caller a transaction of their own', async () => {
  await share(newKind(), () => insert(1));
  await share(newKind(), () => insert(2));
  expect(bare.sharing).toEqual({ committed: [], failed: [] });
  expect(await ids()).toEqual([1, 2]);
});

it('joins the transaction that is there', async () => {
  const [outer, inner] = await bare.database.transaction(async () => [await which(), await share(newKind(), which)]);
  expect(inner).toBe(outer);
});

it('commits the others if a caller is refused before a write', async () => {
  const works = upTo(10).map((id) =>
    share(newKind(), async () => {
      await bare.database.rows(FIND, [id]);
      if (id % 3 === 0) throw new Refusal(403, `no ${id}`);
      return insert(id);
    }),
  );
  expect(await Promise.all(works.map(outcome))).toEqual([1, 1, 'no 3', 1, 1, 'no 6', 1, 1, 'no 9', 1]);
  expect(bare.sharing).toEqual({ committed: [10], failed: [] });
  expect(await ids()).toEqual([1, 2, 4, 5, 7, 8, 10]);
});

it.each([
  ['is refused after a write', () => insert(100), () => Promise.reject(new Refusal(409, 'too late'))],
  [
    'is refused after a write that returns no row',
    () => bare.database.rows(SILENT, [100]),
    () => Promise.reject(new Refusal(409, 'too late')),
  ],
  ['fails in the code', () => Promise.resolve(), () => Promise.reject(new TypeError('too late'))],
])('does not take others with it if one %s', async (_case, before, fail) => {
  const kind = newKind();
  const bad = share(kind, async () => {
    await before();
    await fail();
  });
  const good = upTo(5).map((id) => share('good', () => insert(id)));
  expect(await outcome(bad)).toBe('too late');
  expect(await Promise.all(good)).toEqual([1, 1, 1, 1, 1]);
  expect(await ids()).toEqual(upTo(5));
  expect(bare.sharing).toEqual({ committed: [], failed: [`${kind} none`] });
});

it('does not take others with it if the database refuses a statement of one', async () => {
  const kind = newKind();
  await insertAlone(3);
  const works = upTo(5).map((id) => share(id === 3 ? kind : 'good', () => insert(id)));
  const results = await Promise.all(works.map(outcome));
  expect(results.map((result) => typeof result)).toEqual(['number', 'number', 'string', 'number', 'number']);
  expect(await ids()).toEqual(upTo(5));
  expect(bare.sharing.failed).toEqual([`${kind} 23505`]);
});

it('does not take others with it if one makes a refusal of an error of the database', async () => {
  const kind = newKind();
  await insertAlone(1);
  const bad = share(kind, () => insert(1).catch(() => Promise.reject(new Refusal(409, 'there already'))));
  const results = await Promise.all([outcome(bad), ...good(20)]);
  expect(results).toEqual(['there already', 1, 1, 1]);
  expect(bare.sharing).toEqual({ committed: [], failed: [`${kind} none`] });
});

it('does not take others with it if a deferred statement of one fails', async () => {
  await insertAlone(3);
  const works = upTo(5).map((id) => share(newKind(), () => Promise.resolve(bare.database.atEnd(INSERT, [id, 'text']))));
  const results = await Promise.all(works.map(outcome));
  expect(results.map((result) => typeof result)).toEqual([
    'undefined',
    'undefined',
    'string',
    'undefined',
    'undefined',
  ]);
  expect(await ids()).toEqual(upTo(5));
});

it('drops what a refused caller has deferred, and runs no effect of theirs', async () => {
  const effects: number[] = [];
  await Promise.all(
    upTo(4).map((id) =>
      outcome(
        share(newKind(), () => {
          bare.database.atEnd(INSERT, [id, 'text']);
          bare.database.afterCommit(() => effects.push(id));
          return id % 2 ? Promise.resolve() : Promise.reject(new Refusal(403, 'no'));
        }),
      ),
    ),
  );
  expect(await ids()).toEqual([1, 3]);
  expect(effects).toEqual([1, 3]);
});

it('runs the writes of a kind alone for a while after one of them has made others run again', async () => {
  const kind = newKind();
  const fail = () => insert(1).then(() => Promise.reject(new Error('no')));
  // The pause begins a minute from now, so that it does not end while the test runs.
  const MINUTE_MS = 60_000;
  await wrongClock(MINUTE_MS, () => Promise.all([outcome(share(kind, fail)), share('good', () => insert(2))]));
  await Promise.all([...upTo(3).map((id) => outcome(share(kind, () => insert(10 + id)))), ...good(20)]);
  expect(bare.sharing).toEqual({ committed: [3], failed: [`${kind} none`] });
  expect(await ids()).toEqual([2, 11, 12, 13, 20, 21, 22]);
  const afterwards = () => Promise.all([share(kind, () => insert(31)), share(kind, () => insert(32))]);
  await wrongClock(2 * MINUTE_MS, afterwards);
  expect(bare.sharing.committed).toEqual([3, 2]);
});

it('leaves only those waiting who need a row that somebody else has locked', async () => {
  await insertAlone(1);
  const other = await bare.pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM notes WHERE id = 1 FOR UPDATE');
  let isBlocked = true;
  const blocked = share(newKind(), () => bare.database.rows(ADD, [1])).finally(() => (isBlocked = false));
  expect(await Promise.all(good(20))).toEqual([1, 1, 1]);
  // Those who come later do not wait for it either.
  expect(await Promise.all(good(30))).toEqual([1, 1, 1]);
  expect(isBlocked).toBe(true);
  await other.query('COMMIT');
  other.release();
  expect(await blocked).toEqual([{ number: 1 }]);
});

it('begins the next transaction although the one before it hangs', async () => {
  let release = () => undefined as void;
  const hanging = new Promise<void>((resolve) => (release = resolve));
  const first = Promise.all([share(newKind(), () => hanging), share(newKind(), () => insert(1))]);
  await sleep(20);
  await Promise.all(good(20));
  expect(await ids()).toEqual([20, 21, 22]);
  release();
  await first;
  expect(await ids()).toEqual([1, 20, 21, 22]);
});

it('adds up what many callers of one row do at once', async () => {
  await insertAlone(1);
  const results = await Promise.all(upTo(100).map(() => share(newKind(), () => bare.database.rows(ADD, [1]))));
  const numbers = results.flat().map((row) => (row as { number: number }).number);
  // Callers of a transaction that waited for another one for too long run again, in any order.
  expect(numbers.toSorted((one, other) => one - other)).toEqual(upTo(100));
});

it('tells all whose COMMIT may have happened when the connection is lost, and repeats nothing', async () => {
  let runs = 0;
  const works = upTo(3).map((id) =>
    share(newKind(), async () => {
      runs++;
      await insert(id);
      await bare.pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction'`);
      await insert(id + 10);
    }),
  );
  const results = await Promise.all(works.map(outcome));
  expect(results.every((result) => typeof result === 'string')).toBe(true);
  expect(runs).toBe(3);
  expect(await ids()).toEqual([]);
  await eventually(async () => expect(await Promise.all(good(20))).toEqual([1, 1, 1]));
});

const good = (from: number) => upTo(3).map((at) => share('good', () => insert(from + at - 1)));
const insertAlone = (id: number) => bare.database.transaction(() => insert(id));
