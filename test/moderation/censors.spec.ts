import { isPattern } from '../../src/moderation/word-filter/censors.js';
import { Censors } from '../../src/moderation/word-filter/censors.js';
import { quickest } from '../support/clock.js';

const censors = (...pairs: [pattern: string, replacement?: string][]) =>
  new Censors(pairs.map(([pattern, replacement = ''], index) => ({ id: `c${index}`, pattern, replacement })));
const clean = (text: string, ...pairs: [string, string?][]) => censors(...pairs).clean(text).text;

describe('a pattern', () => {
  it.each([
    'badword',
    '\\bbad\\b',
    'b[a4@]+d',
    '(a+)+$',
    '(?:foo|bar)s?',
    '\\p{Greek}+',
    'я+',
    '^spam',
    'a{1,1000}',
    'x'.repeat(500),
    '😀'.repeat(500),
  ])('may be %.40s', (pattern) => {
    expect(isPattern(pattern)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['a look-ahead', 'a(?=b)'],
    ['a look-behind', '(?<=a)b'],
    ['a back reference', '(a)\\1'],
    ['an open group', '(a'],
    ['an open class', '[a'],
    ['an unknown escape', '\\C'],
    ['501 characters', 'x'.repeat(501)],
    ['what matches the empty string', 'x*'],
    ['what may match it', '(foo)?'],
    ['the end alone', '$'],
    ['an edge of a word, which is no letter', '\\b'],
    ['the inside of none', '\\B'],
    ['a choice with nothing', 'foo|'],
    ['an edge or nothing', '\\b(?:foo)?'],
    ['repetitions of repetitions', '(a{1,1000}){1,1000}'],
    ['a program too large to run', 'a{1,1000}'.repeat(10)],
  ])('is never %s', (_, pattern) => {
    expect(isPattern(pattern)).toBe(false);
  });
});

describe('the censors', () => {
  it('replace every match, whatever its case', () => {
    expect(clean('Darn it, DARN you, darned', ['darn', '*'])).toBe('* it, * you, *ed');
    expect(clean('ДУРАК дурак', ['дурак', '-'])).toBe('- -');
  });

  it('take the replacement literally, and none as nothing', () => {
    expect(clean('a bad day', ['(b)ad', '$1$&\\1$<x>$$'])).toBe('a $1$&\\1$<x>$$ day');
    expect(clean('a bad day', ['bad '])).toBe('a day');
  });

  it('keep to the edges of words where a pattern names them', () => {
    expect(clean('ass, class, ASS', ['\\bass\\b', '*'])).toBe('*, class, *');
    expect(clean('class ass', ['ass\\b', '*'])).toBe('cl* *');
    expect(clean('assume ass', ['\\bass', '*'])).toBe('*ume *');
  });

  it('apply to the text that earlier censors produced', () => {
    expect(clean('b-a-d', ['-'], ['bad', '***'])).toBe('***');
    expect(clean('one', ['one', 'two'], ['two', 'three'])).toBe('three');
    expect(clean('one', ['two', 'three'], ['one', 'two'])).toBe('two');
  });

  it('find a plain word in letters that RE2 treats as equal', () => {
    // The Kelvin sign and the long s.
    expect(clean('\u212Ai\u017F\u017F', ['kiss', '*'])).toBe('*');
    expect(clean('\u212Ai\u017F\u017F', ['k[i]ss', '*'])).toBe('*');
  });

  it('leave everything else byte for byte', () => {
    const text = 'ẞ İ ﬁ e\u0301 👩‍👩‍👧 \u202Eשלום\u200D\r\n\t';
    expect(clean(text, ['bad', '*'], ['[0-9]+', '*'])).toBe(text);
    expect(clean(`${text}bad`, ['bad', '*'])).toBe(`${text}*`);
  });

  it('never leave half a character', () => {
    expect(clean('a😀b', ['.', '*'])).toBe('***');
    expect(clean('a😀b', ['[^a-z]', '']).isWellFormed()).toBe(true);
  });

  it('skip empty matches, and patterns that do not compile', () => {
    const { skipped } = censors(['[', 'x'], ['fine', 'x'], ['(?=x)']);
    expect(skipped).toEqual(['c0', 'c2']);
    expect(clean('fine', ['[', 'x'], ['fine', 'ok'])).toBe('ok');
    expect(clean('axxb', ['x*', '-'])).toBe('a-b');
    expect(clean('a b', ['\\b', '-'])).toBe('a b');
  });

  it('are limited by the memory of a thread, however large each program is', () => {
    const large = Array.from({ length: 250 }, (): [string] => ['a{1,1000}b{1,230}']);
    const all = censors(['darn', '*'], ...large, ['heck', '*']);
    expect(all.skipped.length).toBeGreaterThan(25);
    expect(all.skipped.length).toBeLessThan(75);
    expect(all.clean('darn heck').text).toBe('* *');
  });

  it('limit the growth of a text', () => {
    const long = 'a'.repeat(50_000);
    const { text } = censors(['a', 'b'.repeat(200)], ['b', 'c'.repeat(200)], ['c', 'd'.repeat(200)]).clean(long);
    expect(text.length).toBeLessThanOrEqual(200_000);
    expect(text).not.toMatch(/[abc]/);
  });
});

const LONG = 50_000;

describe('50,000 characters', () => {
  it.each([
    ['(a+)+$', `${'a'.repeat(LONG)}!`],
    ['(a|aa)+$', `${'a'.repeat(LONG)}!`],
    ['(.*)*x', 'a'.repeat(LONG)],
    ['(x+x+)+y', 'x'.repeat(LONG)],
    ['([a-z]+)*\\d', 'abc '.repeat(LONG / 4)],
    ['(((a*)*)*)*b', 'a'.repeat(LONG)],
  ])('are linear work for %s', (pattern, text) => {
    const all = censors([pattern, '*']);
    expect(quickest(1_000, () => all.clean(text))).toBeLessThan(1_000);
  });

  it('with many slow matches are removed rather than left unfiltered', () => {
    const all = censors(['bad.*word|bad', '*']);
    let cleaned = { text: '', slow: [] as string[] };
    const text = `good ${'bad '.repeat(LONG / 4)}`;
    expect(quickest(10_000, () => (cleaned = all.clean(text)))).toBeLessThan(10_000);
    expect(cleaned.slow).toEqual(['c0']);
    expect(cleaned.text).toMatch(/^good \*( \*)* ?$|^good \*( \*)*$/);
  });

  it('are searched for plain words faster than the engine would', () => {
    const many = (pattern: (index: number) => string) =>
      censors(...Array.from({ length: 500 }, (_, index) => [pattern(index), '*'] as [string, string]));
    const text = 'the quick brown fox '.repeat(LONG / 20 - 1);
    const words = many((index) => `w${index}x`);
    const patterns = many((index) => `[w]${index}x`);
    for (const all of [words, patterns]) expect(all.clean(`${text}W499x`).text).toBe(`${text}*`);
    const engines = quickest(Infinity, () => patterns.clean(text));
    expect(quickest(engines, () => words.clean(text))).toBeLessThan(engines);
  });
});
