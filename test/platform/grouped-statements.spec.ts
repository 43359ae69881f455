import { Refusal } from '../../src/platform/http/refusal.js';
import { grouped } from '../../src/platform/database/sql.js';
import { bare, newKind, outcome, share, upTo, withNotes } from './notes.js';

/** Adds to the numbers of notes that are open. `statement` is the same in all rows of one statement. */
const ADD_TO = grouped(
  'test_shared_add_to',
  `UPDATE notes SET number = number + by FROM unnest($1::int[], $2::int[]) WITH ORDINALITY AS given (note_id, by, place)
   WHERE id = note_id AND text = 'open' RETURNING place::int, number, (SELECT random()) AS statement`,
);

/** Locks notes, each once for all who ask for it. */
const LOCK = grouped(
  'test_shared_lock',
  `SELECT place::int, number, (SELECT random()) AS statement
   FROM unnest($1::int[]) WITH ORDINALITY AS given (note_id, place) JOIN notes ON notes.id = note_id
   ORDER BY note_id FOR NO KEY UPDATE OF notes`,
);

withNotes();

describe('a grouped statement', () => {
  interface Added {
    number: number;
    statement: number;
  }
  const addTo = (id: number, by: number) => bare.database.groupedRow<Added>(ADD_TO, [id, by]);
  const statements = (rows: (Added | undefined)[]) => new Set(rows.map((row) => row?.statement)).size;
  const numbers = async () => (await bare.pool.query('SELECT number FROM notes ORDER BY id')).rows.map(numberOf);
  const numberOf = (row?: { number: number }) => row?.number;
  beforeEach(() => bare.pool.query(`INSERT INTO notes (id, text) SELECT n, 'open' FROM generate_series(1, 20) n`));

  it('is one statement for all callers of a transaction, and each has their own row', async () => {
    const kind = newKind();
    const rows = await Promise.all(upTo(20).map((id) => share(kind, () => addTo(id, 100 + id))));
    expect(rows.map(numberOf)).toEqual(upTo(20).map((id) => 100 + id));
    expect(statements(rows)).toBe(1);
    expect(await numbers()).toEqual(rows.map(numberOf));
  });

  it('is one statement for each time that callers change the same row, in the order of their calls', async () => {
    const kind = newKind();
    const calls = [1, 2, 1, 3, 1, 2].map((id) => share(kind, () => addTo(id, 1)));
    const rows = await Promise.all(calls);
    expect(rows.map(numberOf)).toEqual([1, 1, 2, 1, 3, 2]);
    expect(statements(rows)).toBe(3);
    expect(bare.sharing).toEqual({ committed: [6], failed: [] });
  });

  it('lets a caller for whom it has changed nothing be refused alone', async () => {
    await bare.pool.query(`UPDATE notes SET text = 'closed' WHERE id = 2`);
    const kind = newKind();
    const add = async (id: number) => {
      const row = await addTo(id, 5);
      if (!row) throw new Refusal(403, `note ${id} is closed`);
      return row.number;
    };
    const results = await Promise.all([1, 2, 3].map((id) => outcome(share(kind, () => add(id)))));
    expect(results).toEqual([5, 'note 2 is closed', 5]);
    expect(bare.sharing).toEqual({ committed: [3], failed: [] });
  });

  it('locks a row for all who ask for it at once, and a lock is no reason to run all again', async () => {
    const lock = async (id: number) => {
      const row = await bare.database.groupedRow<Added>(LOCK, [id]);
      if (id > 1) throw new Refusal(409, row ? `note ${id} is taken` : `no note ${id}`);
      return row?.statement;
    };
    const kind = newKind();
    const results = await Promise.all([1, 2, 1, 99].map((id) => outcome(share(kind, () => lock(id)))));
    expect(results).toEqual([expect.any(Number), 'note 2 is taken', results[0], 'no note 99']);
    expect(bare.sharing).toEqual({ committed: [4], failed: [] });
  });

  it('runs all again alone if a caller for whom it has changed a row is refused', async () => {
    const kind = newKind();
    const add = async (id: number) => {
      const row = await addTo(id, 5);
      if (id === 2) throw new Refusal(409, 'too late');
      return row?.number;
    };
    const results = await Promise.all([1, 2, 3].map((id) => outcome(share(kind, () => add(id)))));
    expect(results).toEqual([5, 'too late', 5]);
    expect(bare.sharing).toEqual({ committed: [], failed: [`${kind} none`] });
    expect((await numbers()).slice(0, 3)).toEqual([5, 0, 5]);
  });

  it('runs all again alone if the database refuses the values of one', async () => {
    const kind = newKind();
    const add = (id: number, by: number) => outcome(share(kind, () => addTo(id, by)).then(numberOf));
    const results = await Promise.all([add(1, 1), add(2, 2 ** 40), add(3, 3)]);
    expect(results).toEqual([1, expect.stringContaining('out of range'), 3]);
    expect(bare.sharing.failed).toEqual([`${kind} 22003`]);
    expect((await numbers()).slice(0, 3)).toEqual([1, 0, 3]);
  });

  it('is a statement of its own for a caller who is alone', async () => {
    expect(await share(newKind(), () => addTo(7, 7)).then(numberOf)).toBe(7);
    expect(await bare.database.transaction(() => addTo(7, 1)).then(numberOf)).toBe(8);
    await expect(addTo(7, 1)).rejects.toThrow('A write outside a transaction: test_shared_add_to');
  });
});
