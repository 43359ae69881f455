import { WordFilterService } from '../../src/moderation/word-filter/word-filter.service.js';
import { standingClock } from '../support/clock.js';
import { TestService } from '../support/service.js';

let service: TestService;
let filter: WordFilterService;
beforeAll(async () => {
  service = await TestService.start();
  filter = service.app.get(WordFilterService);
});
afterAll(() => service.stop());
beforeEach(() => service.database.query('TRUNCATE moderation.censors'));

const add = (pattern: string, replacement?: string) =>
  service.database.query('INSERT INTO moderation.censors (pattern, replacement) VALUES ($1, $2)', [
    pattern,
    replacement ?? '',
  ]);
/** Applies the change at once, as after a change by staff in the same process. */
const clean = (text: string) => {
  filter.recheck();
  return filter.clean(text);
};
/** Starts many slow texts together; `done` returns how many are finished. */
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

describe('the word filter', () => {
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

  it('applies additions, changes and removals after a second, without a query for each text', () =>
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

  it('cuts the result to the length of the field, and no character in two', async () => {
    await add('q', '🙂'.repeat(100));
    filter.recheck();
    expect(await filter.clean('qqq', 250)).toBe('🙂'.repeat(250));
  });

  it('skips patterns that do not compile, with one log line, and applies the others', async () => {
    await add('(', 'x');
    await add('(?<=a)b', 'x');
    await add('bad', '*');
    const before = warnings('is skipped');
    for (const text of ['bad (', 'x'.repeat(3_000), 'bad (']) expect(await clean(text)).toBe(text.replace('bad', '*'));
    await add('worse', '*');
    expect(await clean('worse')).toBe('*');
    expect(warnings('is skipped') - before).toBe(2);
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

  it('answers other requests while the slowest pattern meets the slowest text', async () => {
    const patterns = ['(a+)+$', '(a|aa)+$', 'a{1,1000}b', '(?:a?){100}a{100}c', 'bad.*word|bad'];
    for (const pattern of patterns) await add(pattern, '*');
    await add('darn', '*');
    await clean('warm');
    // The last of the patterns uses up its two seconds for each text.
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
    // With a standing clock no text waits too long in the queue, however slow the machine is.
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
