import fc from 'fast-check';
import { markdown } from '../../../src/apps/forums/text/markdown.js';
import { quickest } from '../../support/clock.js';

/** As long as words take, many times over; what went over the text again for each sign would take minutes. */
const ENOUGH_MS = 3000;
const html = (text: string) => markdown(text).html;
const link = (href: string, words = href) => `<a href="${href}" rel="nofollow ugc noopener">${words}</a>`;

describe('Markdown', () => {
  it.each([
    ['one\ntwo\n\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>'],
    ['# Big #\n###### Small', '<h1>Big</h1>\n<h6>Small</h6>'],
    [
      '*a* **b** ***c*** _d_ __e__ ~~f~~',
      '<p><em>a</em> <strong>b</strong> <strong><em>c</em></strong> <em>d</em> <strong>e</strong> <del>f</del></p>',
    ],
    ['snake_case_name 2 * 3 * 4 **open', '<p>snake_case_name 2 * 3 * 4 **open</p>'],
    ['`<b> *x*` and `` a`b ``', '<p><code>&lt;b&gt; *x*</code> and <code>a`b</code></p>'],
    ['`open', '<p>`open</p>'],
    [
      '```js\nif (a < b) {}\n\n  x\n```\nafter',
      '<pre><code class="language-js">if (a &lt; b) {}\n\n  x\n</code></pre>\n<p>after</p>',
    ],
    ['> said\n> *so*\n\nno', '<blockquote><p>said<br>\n<em>so</em></p></blockquote>\n<p>no</p>'],
    ['- a\n- b\n  - c\n- d', '<ul><li>a</li>\n<li>b\n<ul><li>c</li></ul></li>\n<li>d</li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li>\n<li>b</li></ol>'],
    ['a\n\n---\n\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
    ['\\*not\\* \\<b>', '<p>*not* &lt;b&gt;</p>'],
    ['', ''],
  ])('%j', (text, made) => {
    expect(html(text)).toBe(made);
  });

  it('shows HTML as what it is', () => {
    expect(html('<script>alert(1)</script> <img src=x onerror=y>')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt;</p>',
    );
    expect(html('```"><script>\nx\n```')).not.toContain('<script');
  });

  it('links what may be linked, and counts it', () => {
    expect(markdown('[a *b*](https://x.example/?a=1&b=2 "t")')).toEqual({
      html: `<p>${link('https://x.example/?a=1&amp;b=2', 'a <em>b</em>')}</p>`,
      links: 1,
    });
    expect(html('see http://x.example/a_(b), or <mailto:a@x.example>.')).toBe(
      `<p>see ${link('http://x.example/a_(b)')}, or ${link('mailto:a@x.example', 'a@x.example')}.</p>`,
    );
    expect(html('![cat](https://x.example/c.png) ![](https://x.example/d.png)')).toBe(
      `<p>${link('https://x.example/c.png', 'cat')} ${link('https://x.example/d.png')}</p>`,
    );
    expect(markdown('![cat](http://x.example/c.png)').html).not.toContain('<img');
    for (const bad of [
      '[x](javascript:alert(1))',
      '[x](data:text/html,y)',
      '[x](//x.example)',
      '![x](javascript:y)',
      '<javascript:z>',
    ])
      expect(markdown(bad)).toMatchObject({ links: 0, html: expect.not.stringContaining('<a') });
    expect(markdown('[in [b](https://b.example) out](https://a.example)').html).toContain(
      `${link('https://b.example/', 'b')} out`,
    );
  });

  it('makes nothing but elements that stand on the list, closed in their order', () => {
    const signs = fc.array(
      fc.constantFrom(
        ...'*_~`[]()!<>\\#-1.>\n ab"\'&:/',
        'http://x.example',
        '](',
        '```',
        '&#',
        'javascript:',
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(signs, (parts) => {
        const tags = html(parts.join('')).match(/<[^>]*>/g) ?? [];
        const open: string[] = [];
        for (const tag of tags) {
          const [, end, name = '', rest = ''] = /^<(\/?)(\w+)(.*)>$/s.exec(tag) ?? [];
          expect([
            'p',
            'br',
            'hr',
            'h1',
            'h2',
            'h3',
            'h4',
            'h5',
            'h6',
            'blockquote',
            'ul',
            'ol',
            'li',
            'pre',
            'code',
            'em',
            'strong',
            'del',
            'a',
          ]).toContain(name);
          expect(rest).toMatch(
            /^( (start="\d+"|class="language-[\w+#-]+"|href="(https?:|mailto:)[^"<>]*" rel="nofollow ugc noopener"))?$/,
          );
          if (name === 'br' || name === 'hr') continue;
          if (end) expect(open.pop()).toBe(name);
          else open.push(name);
        }
        expect(open).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '*a ',
    '[',
    '![',
    '`',
    '](',
    '> ',
    '- ',
    '_a *b ',
    '[a](',
    '<http://',
    '``` ',
    'http://x.example/(',
    '\\',
    '1. - ',
  ])('takes no longer for %j again and again than for words', (part) => {
    const text = part.repeat(50_000 / part.length);
    expect(quickest(ENOUGH_MS, () => markdown(text))).toBeLessThan(ENOUGH_MS);
  });
});
