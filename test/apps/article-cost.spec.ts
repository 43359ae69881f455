import fc from 'fast-check';
import { renderArticle } from '../../src/apps/kernel/pages/article.js';
import { leastWork } from '../support/clock.js';

const LONGEST = 200_000;
/** An article is drawn in a thread of its own; what goes over the text again for each sign would take minutes. */
const MOST_MS = 4_000;

const filled = (part: string) => part.repeat(Math.ceil(LONGEST / part.length)).slice(0, LONGEST);
const work = (text: string) => leastWork(MOST_MS, () => renderArticle(text));

describe('the cost of drawing an article', () => {
  it.each(
    [
      '*a|**a|_|[|![|![](|[a](|<|<http:>|`|`a|> |>>>>>>>>>>a\n\n|- |1. |- - - a\n|#\n|a\n|\\\n|&|&#1;|~~a|^[|^[a]|[^a]|[^1]: a\n\n',
      '|# a\n|# a-2\n# a\n|- [ ] a\n|- [x] \n|[a]|[a]: b\n|[a]: http://a.b/\n|</|<b>|<div>\n|<div>|</div>|<table><tr><td>|<a href=',
      '|<a href="//x">|<!--|<![CDATA[|<?|<img src=x>|<iframe src="https://player.vimeo.com/">|<p style="|<input>|<script>|<li>|<h1>|```\n',
    ]
      .join('')
      .split('|'),
  )('200,000 characters of %j are bounded', async (part) => {
    expect(await work(filled(part))).toBeLessThan(MOST_MS);
  });

  it.each([
    ['a table', `| a | b |\n|---|---|\n${'| c | d |\n'.repeat(19_000)}`],
    ['a table of empty rows', `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${'|\n'.repeat(90_000)}`],
    [
      'an address that is used again and again',
      `[a]: https://x.example/${'b'.repeat(90_000)}\n\n${'[a] '.repeat(25_000)}`,
    ],
    ['a footnote that is used again and again', `[^a]: note\n\n${'[^a] '.repeat(39_000)}`],
    ['footnotes', Array.from({ length: 9000 }, (_, at) => `[^${at}]\n\n[^${at}]: a\n\n`).join('')],
    ['footnotes within each other', `${'^[a '.repeat(30_000)}${']'.repeat(30_000)}`],
    [
      'headings that meet others',
      `${'# a\n'.repeat(5000)}${Array.from({ length: 5000 }, (_, at) => `# a-${at}\n`).join('')}`,
    ],
    ['elements within each other', `${'<div>'.repeat(18_000)}${'</div>'.repeat(18_000)}`],
  ])('%s is bounded', async (_, text) => {
    expect(await work(text.slice(0, LONGEST))).toBeLessThan(MOST_MS);
    expect(renderArticle(text.slice(0, LONGEST)).html.length).toBeLessThan(12_000_000);
  });

  it('anything again and again is bounded', async () => {
    const signs =
      '* ** _ ~~ ` ``` [ ] ( ) ]( ![ ! < > \\ # - --- 1. | = : @ " \' & [^ ]: ^[ <b> </b> <div> <a <!-- --> a b é 😀 https:// [x]'
        .split(' ')
        .concat([' ', '\n', '\n\n', '\t']);
    const parts = fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(parts, async (some) => {
      expect(await work(filled(some.join('')))).toBeLessThan(MOST_MS);
    });
    // The same shapes in every run: one that is slow is found by who changes something, not by chance.
    await fc.assert(property, { numRuns: 60, seed: 20_261_126, endOnFailure: true });
  });
});
