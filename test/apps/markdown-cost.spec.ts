import fc from 'fast-check';
import { markdown } from '../../src/apps/kernel/pages/markdown.js';
import { leastWork } from '../support/clock.js';

const html = (text: string) => markdown(text).html;

describe('the cost of drawing Markdown', () => {
  it('shows a text of more marks than anybody writes as it was written', () => {
    expect(html('*a* '.repeat(5000))).toContain('<em>a</em>');
    const many = '*a* <b>\n'.repeat(6000);
    expect(html(many) === `<pre>${many.replaceAll('<b>', '&lt;b&gt;')}</pre>`).toBe(true);
  });

  it('links no address by itself where there are more than anybody reads', () => {
    expect(markdown('https://x.example/ '.repeat(1000)).links).toBe(1000);
    expect(markdown(`${'https://x.example/ '.repeat(1001)}[x](https://x.example)`).links).toBe(1);
  });

  it('shows a text of more blocks than anybody reads as it was written', () => {
    expect(html('- a\n'.repeat(2000))).toContain('<li>a</li>');
    const many = '- <b>\n'.repeat(8000);
    expect(markdown(many)).toEqual({ html: `<pre>${many.replaceAll('<b>', '&lt;b&gt;')}</pre>`, links: 0 });
  });

  const SIGNS_OF_MARKDOWN = [
    ...'* ** *** _ __ ~~ ~ ` ``` [ ] ( ) ]( ![ ! < > \\ # - --- 1. 1) + | = : // :// @ , . { } " \' & &# &amp; &#x3c;'.split(
      ' ',
    ),
    ...'a b 0 é \u0301 😀 \u00a0 \u202E \0 .html xn-- x.example a@b.c http:// https:// mailto: <http: <a@b ]('.split(
      ' ',
    ),
    'https://x.example/',
    'https://x.example/?',
    '](<',
    '](a "',
    ...' |  |    |\n|\n\n|\t'.split('|'),
  ];
  /** Drawing 50,000 characters takes at most 0.1 s here; what goes over the text again for each sign takes many. */
  const MOST_MS = 500;

  it.each([
    ...'ahttps://a.b/|*a|**a|_|[|![|![](|[a](|<|<http:>|`|`a|> |>>>>>>>>>>a\n\n|- |1. |- - - a\n|#\n|a\n|\\\n|mailto:|//|&'.split(
      '|',
    ),
    '| a | b |\n|---|---|\n',
    'http://a/(',
    'http://a.',
  ])('takes no longer for 50,000 characters of %j than for words', async (part) => {
    const text = part.repeat(50_000 / part.length);
    expect(await leastWork(MOST_MS, () => markdown(text))).toBeLessThan(MOST_MS);
  });

  it('takes no longer for brackets, quotes and emphasis within each other', async () => {
    for (const [open, close] of ['[ ]', '![ ](https://a.b/)', '( )', '* *', '*_ _*', '** **', '<b> </b>'].map((pair) =>
      pair.split(' '),
    )) {
      const depth = 50_000 / `${open}${close}`.length;
      const text = `${open?.repeat(depth)}x${close?.repeat(depth)}`;
      expect(await leastWork(MOST_MS, () => markdown(text))).toBeLessThan(MOST_MS);
    }
  });

  it('takes no longer for anything again and again', async () => {
    const parts = fc.array(fc.constantFrom(...SIGNS_OF_MARKDOWN), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(parts, async (some) => {
      const part = some.join('');
      const text = part.repeat(50_000 / part.length);
      expect(await leastWork(MOST_MS, () => markdown(text))).toBeLessThan(MOST_MS);
    });
    // The same shapes in every run: one that is slow is to be found by who changes something, not by chance.
    await fc.assert(property, { numRuns: 120, seed: 20_261_122, endOnFailure: true });
  });
});
