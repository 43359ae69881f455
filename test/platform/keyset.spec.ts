import fc from 'fast-check';
import { Keyset, type PageQuery } from '../../src/platform/database/page.js';
import { sql } from '../../src/platform/database/sql.js';
import { BareDatabase } from '../support/bare-database.js';

interface Row {
  id: string;
  created_at: Date;
}

const PAGE = sql(
  'test_page',
  `SELECT id::text, created_at FROM public.listed
   WHERE $1::timestamptz IS NULL OR (created_at, listed.id) < ($1, $2::integer)
   ORDER BY listed.created_at DESC, listed.id DESC LIMIT $3`,
);
const ALL = sql(
  'test_all',
  'SELECT id::text, created_at FROM public.listed ORDER BY listed.created_at DESC, listed.id DESC',
);

const keyset = new Keyset({ name: 'test', defaultLimit: 20, maxLimit: 50 });
const keysOf = ({ created_at, id }: Row) => [created_at, id];

let bare: BareDatabase;
beforeAll(async () => {
  bare = await BareDatabase.open();
  await bare.pool.query('CREATE TABLE public.listed (id serial PRIMARY KEY, created_at timestamptz(3) NOT NULL)');
});
afterAll(() => bare.close());

async function page(query: PageQuery) {
  const slice = keyset.read(query);
  const [time = null, id = null] = slice.after ?? [];
  return keyset.cut(await bare.database.rows<Row>(PAGE, [time, id, slice.fetch]), slice, keysOf);
}

async function fill(times: number[]): Promise<void> {
  await bare.pool.query('TRUNCATE public.listed RESTART IDENTITY');
  const values = times.map((ms) => new Date(1_800_000_000_000 + ms));
  await bare.pool.query('INSERT INTO public.listed (created_at) SELECT unnest($1::timestamptz[])', [values]);
}

describe('pages put together', () => {
  it('are the list: every row once, in order, whatever the times and the size of a page', async () => {
    const times = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 });
    const property = fc.asyncProperty(times, fc.integer({ min: 1, max: 12 }), async (given, limit) => {
      await fill(given);
      const found: Row[] = [];
      let cursor: string | undefined;
      do {
        const { rows, next_cursor } = await page({ cursor, limit: String(limit) });
        expect(rows.length).toBeLessThanOrEqual(limit);
        if (next_cursor !== null) expect(rows).toHaveLength(limit);
        found.push(...rows);
        cursor = next_cursor ?? undefined;
      } while (cursor);
      expect(found).toEqual(await bare.database.rows<Row>(ALL));
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it('stay complete when rows are inserted and deleted in between', async () => {
    await fill(Array.from({ length: 30 }, () => 1));
    const before = (await bare.database.rows<Row>(ALL)).map(({ id }) => id);
    const first = await page({ limit: '10' });
    const last = first.rows.at(-1) as Row;
    await bare.pool.query('DELETE FROM public.listed WHERE id = $1', [last.id]);
    await bare.pool.query('INSERT INTO public.listed (created_at) VALUES ($1)', [new Date(1_900_000_000_000)]);
    const second = await page({ limit: '20', cursor: first.next_cursor as string });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(before);
    expect(second.next_cursor).toBeNull();
  });
});

describe('a limit', () => {
  it.each<[string | undefined, number]>([
    [undefined, 20],
    ['1', 1],
    ['007', 7],
    ['50', 50],
    ['51', 50],
    ['9'.repeat(400), 50],
  ])('%s gives %i', (limit, expected) => {
    expect(keyset.read({ limit })).toEqual({ limit: expected, fetch: expected + 1, after: undefined });
  });

  it.each(['', '0', '00', '-1', '1.5', '1e1', '0x10', ' 5', '5 ', '+5', 'abc', '٣', 'NaN', 'Infinity', '5\n'])(
    '%j is refused',
    (limit) => expect(() => keyset.read({ limit })).toThrow('Invalid limit'),
  );
});

describe('a cursor', () => {
  const slice = { limit: 1, fetch: 2 };
  const rows = [
    { created_at: new Date(1_800_000_000_123), id: 'ä"\\1' },
    { created_at: new Date(0), id: '2' },
  ];
  const cursor = keyset.cut(rows, slice, keysOf).next_cursor as string;

  it('restores the keys to the millisecond', () => {
    expect(keyset.read({ cursor }).after).toEqual(['2027-01-15T08:00:00.123Z', 'ä"\\1']);
  });

  it('can be part of a URL without encoding', () => expect(cursor).toMatch(/^[\w-]+$/));

  it('is null on the last page', () => {
    expect(keyset.cut(rows.slice(0, 1), slice, keysOf)).toEqual({
      rows: rows.slice(0, 1),
      next_cursor: null,
    });
    expect(keyset.cut([], slice, keysOf)).toEqual({ rows: [], next_cursor: null });
  });

  it('of another list is refused', () => {
    const other = new Keyset({ name: 'other', defaultLimit: 20, maxLimit: 50 });
    expect(() => other.read({ cursor })).toThrow('Invalid cursor');
  });

  it('changed in any one place is refused', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+/ .';
    for (let at = 0; at < cursor.length; at++) {
      for (const letter of letters) {
        if (letter === cursor[at]) continue;
        const changed = cursor.slice(0, at) + letter + cursor.slice(at + 1);
        expect(() => keyset.read({ cursor: changed })).toThrow('Invalid cursor');
      }
    }
  });

  it('truncated or extended is refused', () => {
    for (let at = 0; at < cursor.length; at++) {
      expect(() => keyset.read({ cursor: cursor.slice(0, at) })).toThrow('Invalid cursor');
    }
    for (const more of ['a', 'A', '=', '==', '.', ' ', '\n', '\u0000', 'AAAA', cursor]) {
      expect(() => keyset.read({ cursor: cursor + more })).toThrow('Invalid cursor');
      expect(() => keyset.read({ cursor: more + cursor })).toThrow('Invalid cursor');
    }
  });

  it.each(['', 'null', '5', '{}', '"x"', '[{}]', '[null]', '[[1]]', '[true]', 'not JSON', '[1', '['.repeat(50_000)])(
    'forged with a valid checksum is refused when it contains %.20s',
    (body) => {
      const forged = new Keyset({ name: 'test', defaultLimit: 1, maxLimit: 1 }) as unknown as {
        checksum(body: string): string;
      };
      const made = Buffer.from(forged.checksum(body) + body).toString('base64url');
      expect(() => keyset.read({ cursor: made })).toThrow('Invalid cursor');
    },
  );

  it('of any content is either read or refused', () => {
    fc.assert(
      fc.property(fc.string(), (given) => {
        expect(() => keyset.read({ cursor: given })).toThrow('Invalid cursor');
      }),
    );
  });
});
