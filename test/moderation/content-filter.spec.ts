import { ContentFilter } from '../../src/moderation/content-filter/content-filter.js';
import { Database } from '../../src/platform/database/database.js';
import { standingClock } from '../support/clock.js';
import { TestService } from '../support/service.js';

let service: TestService;
let filter: ContentFilter;
beforeAll(async () => {
  service = await TestService.start();
  filter = service.app.get(ContentFilter);
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE moderation.censors'));

const add = (pattern: string, replacement?: string) =>
  service.database.query('INSERT INTO moderation.censors (pattern, replacement) VALUES ($1, $2)', [
    pattern,
    replacement ?? '',
  ]);
/** At once, as the admin's own change is seen. */
const clean = (text: string) => {
  filter.recheck();
  return filter.clean(text);
};
/** Texts that take long, begun together; `done` says how many of them are. */
function underWay(count: number, text: string): { done: number; cleaned: Promise<string[]> } {
  const all = Array.from({ length: count }, () =>
    filter.clean(text).then((cleaned) => {
      heavy.done++;
      return cleaned;
    }),
  );
  const heavy = { done: 0, cleaned: Promise.all(all) };
  return heavy;
}
const warnings = (words: string) => service.log.filter((line) => line.includes(words)).length;

describe('the content filter', () => {
  it('lets everything pass while there is no censor', async () => {
    expect(await clean('anything')).toBe('anything');
    expect(await clean('')).toBe('');
  });

  it('applies every censor, oldest first', async () => {
    await add('one', 'two');
    await add('two', 'three');
    expect(await clean('One')).toBe('three');
    expect(await clean('')).toBe('');
  });

  it('sees after a second, and not for each text, what was added, changed or taken away', () =>
    standingClock(async (pass) => {
      await add('heck', '*');
      expect(await clean('heck')).toBe('*');
      const changed = async (statement: string) => {
        const before = await filter.clean('heck darn');
        await service.database.query(statement);
        pass(999);
        expect(await filter.clean('heck darn')).toBe(before);
        pass(1);
        return filter.clean('heck darn');
      };
      const another = `INSERT INTO moderation.censors (pattern, replacement) VALUES ('darn', '-')`;
      expect(await changed(another)).toBe('* -');
      expect(await changed(`UPDATE moderation.censors SET replacement = '+'`)).toBe('+ +');
      expect(await changed(`DELETE FROM moderation.censors WHERE pattern = 'heck'`)).toBe('heck +');
      expect(await changed('TRUNCATE moderation.censors')).toBe('heck darn');
    }));

  it('leaves no more than the field may hold, and cuts no character in two', async () => {
    await add('q', '🙂'.repeat(100));
    filter.recheck();
    expect(await filter.clean('qqq', 250)).toBe('🙂'.repeat(250));
  });

  it('skips what does not compile, with one line in the log, and applies the rest', async () => {
    await add('(', 'x');
    await add('(?<=a)b', 'x');
    await add('bad', '*');
    const before = warnings('is skipped');
    for (const text of ['bad (', 'x'.repeat(3_000), 'bad ('])
      expect(await clean(text)).toBe(text.replace('bad', '*'));
    await add('worse', '*');
    expect(await clean('worse')).toBe('*');
    expect(warnings('is skipped') - before).toBe(2);
  });

  it('takes part in a transaction, and asks for no second connection', async () => {
    await add('bad', '*');
    const database = service.app.get(Database);
    const many = Array.from({ length: 40 }, () =>
      database.transaction(() => {
        filter.recheck();
        return filter.clean('bad');
      }),
    );
    expect(new Set(await Promise.all(many))).toEqual(new Set(['*']));
  });

  it('lets a transaction that adds a censor see it, and nobody else before it commits', async () => {
    const client = await service.database.connect();
    try {
      await client.query(`BEGIN; INSERT INTO moderation.censors (pattern, replacement) VALUES ('slow', '*')`);
      expect(await clean('slow')).toBe('slow');
      await client.query('COMMIT');
      expect(await clean('slow')).toBe('*');
    } finally {
      client.release();
    }
  });

  it('keeps answering everybody while a pattern of the worst kind meets a text of the worst kind', async () => {
    const patterns = ['(a+)+$', '(a|aa)+$', 'a{1,1000}b', '(?:a?){100}a{100}c', 'bad.*word|bad'];
    for (const pattern of patterns) await add(pattern, '*');
    await add('darn', '*');
    await clean('warm');
    // The last of the patterns takes two seconds with each before it is given up.
    const heavy = underWay(2, `${'a'.repeat(10_000)}! ${'bad '.repeat(10_000)}`);
    const stranger = service.client();
    for (let turn = 0; turn < 10; turn++) {
      expect(await filter.clean('darn it')).toBe('* it');
      await stranger.get('/v1/health').expect(200);
    }
    expect(heavy.done).toBeLessThan(2);
    for (const text of await heavy.cleaned) expect(text).toMatch(/^a{10000}! [* ]+$/);
  });

  it('cleans a short text beside a thousand patterns and 50,000 characters', () =>
    // However slow the machine is, none of them has waited too long.
    standingClock(async () => {
      await service.database.query(
        `INSERT INTO moderation.censors (pattern, replacement)
         SELECT 'w' || n || '[a4@]+x' || n, '*' FROM generate_series(1, 1000) n`,
      );
      await clean('warm');
      await filter.clean('warm '.repeat(1_000));
      const heavy = underWay(8, 'the quick brown fox '.repeat(2_500));
      expect(await filter.clean('w7aa4x7 here')).toBe('* here');
      expect(heavy.done).toBeLessThan(8);
      for (const text of await heavy.cleaned) expect(text).toHaveLength(50_000);
    }));
});
