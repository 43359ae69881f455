import fc from 'fast-check';
import { markdown } from '../../src/apps/kernel/pages/markdown.js';

const REL = 'nofollow ugc noopener';
const html = (text: string) => markdown(text).html;
const link = (href: string, words = href) => `<a href="${href}" rel="${REL}">${words}</a>`;

const ELEMENTS = 'p br hr h1 h2 h3 h4 h5 h6 blockquote ul ol li pre code em strong s a'.split(' ');
const ATTRIBUTES: Record<string, RegExp> = {
  'ol start': /^\d{1,9}$/,
  'code class': /^language-[\w+#-]+$/,
  'a href': /^(https?:\/\/[^/]|mailto:)[!-~]*$/,
  'a rel': new RegExp(`^${REL}$`),
};
const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const PIECE = /<(\/?)([a-z][a-z\d]*)((?: [a-z]+="[^"<>]*")*)( \/)?>|(?:[^<>&]|&(?:amp|lt|gt|quot);)+/y;

/** Reads it strictly, as nobody who made it does: whatever is not a known tag or escaped words is a fault. */
function expectHarmless({ html: made, links }: { html: string; links: number }): void {
  const open: string[] = [];
  let anchors = 0;
  for (PIECE.lastIndex = 0; PIECE.lastIndex < made.length;) {
    const at = PIECE.lastIndex;
    const piece = PIECE.exec(made);
    if (!piece) throw new Error(`neither a tag nor words: ${made.slice(at, at + 80)}`);
    const [, end, name, attributes = '', closes] = piece;
    if (!name) continue;
    expect(ELEMENTS).toContain(name);
    if (end) expect(open.pop()).toBe(name);
    else {
      const given = [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key, value = '']) => [key, value]);
      for (const [key, value] of given)
        expect(value?.replace(/&(\w+);/g, (_, sign: string) => SIGNS[sign] as string)).toMatch(
          ATTRIBUTES[`${name} ${key}`] ?? /never/,
        );
      if (name === 'a') {
        expect(given.map(([key]) => key)).toEqual(['href', 'rel']);
        expect(open).not.toContain('a');
        anchors++;
      }
      expect(Boolean(closes)).toBe(name === 'br' || name === 'hr');
      if (!closes) open.push(name);
    }
  }
  expect(open).toEqual([]);
  expect(links).toBe(anchors);
  expect(made).not.toMatch(/[\0\u202A-\u202E\u2066-\u2069]/);
}

describe('Markdown', () => {
  it.each([
    ['one\ntwo\n\nthree', '<p>one<br />\ntwo</p>\n<p>three</p>'],
    ['# Big #\n###### Small', '<h1>Big</h1>\n<h6>Small</h6>'],
    [
      '*a* **b** ***c*** _d_ __e__ ~~f~~',
      '<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em> <em>d</em> <strong>e</strong> <s>f</s></p>',
    ],
    ['snake_case_name 2 * 3 * 4 **open', '<p>snake_case_name 2 * 3 * 4 **open</p>'],
    ['`<b> *x*` and `` a`b ``', '<p><code>&lt;b&gt; *x*</code> and <code>a`b</code></p>'],
    ['`open', '<p>`open</p>'],
    [
      '```js\nif (a < b) {}\n\n  x\n```\nafter',
      '<pre><code class="language-js">if (a &lt; b) {}\n\n  x\n</code></pre>\n<p>after</p>',
    ],
    ['> said\n> *so*\n\nno', '<blockquote>\n<p>said<br />\n<em>so</em></p>\n</blockquote>\n<p>no</p>'],
    ['- a\n- b\n  - c\n- d', '<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ul>'],
    ['3. a\n4. b', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['a\n\n---\n\nb', '<p>a</p>\n<hr />\n<p>b</p>'],
    ['\\*not\\* \\<b>', '<p>*not* &lt;b&gt;</p>'],
    ['', ''],
  ])('%j', (text, made) => {
    expect(html(text)).toBe(made);
    expectHarmless(markdown(text));
  });

  it('shows HTML as what it is', () => {
    expect(html('<script>alert(1)</script> <img src=x onerror=y>')).toBe(
      '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt;</p>',
    );
    expect(html('<!-- hidden -->')).toBe('<p>&lt;!-- hidden --&gt;</p>');
  });

  it('links what may be linked, and counts it', () => {
    expect(markdown('[a *b*](https://x.example/?a=1&b=2 "t")')).toEqual({
      html: `<p>${link('https://x.example/?a=1&amp;b=2', 'a <em>b</em>')}</p>`,
      links: 1,
    });
    expect(markdown('see http://x.example/a_(b), or <mailto:a@x.example>.')).toEqual({
      html: `<p>see ${link('http://x.example/a_(b)')}, or ${link('mailto:a@x.example')}.</p>`,
      links: 2,
    });
    expect(html('HTTPS://X.example/_a_')).toBe(`<p>${link('https://x.example/_a_', 'HTTPS://X.example/_a_')}</p>`);
  });

  it('makes of a picture a link to where it is, where that is https', () => {
    expect(markdown('![cat](https://x.example/c.png) ![](https://x.example/d.png)')).toEqual({
      html: `<p>${link('https://x.example/c.png', 'cat')} ${link('https://x.example/d.png')}</p>`,
      links: 2,
    });
    expect(markdown('![cat](http://x.example/c.png)')).toEqual({ html: '<p>cat</p>', links: 0 });
  });

  it('puts no link into another', () => {
    for (const inner of [
      '![b](https://b.example)',
      '<https://b.example>',
      '![![b](https://c.example)](http://d.example)',
    ]) {
      const made = markdown(`[a ${inner}](https://a.example) https://e.example`);
      expectHarmless(made);
      expect(made.links).toBe(2);
    }
    expect(html('[in [b](https://b.example) out](https://a.example)')).toContain(
      `[in ${link('https://b.example/', 'b')} out]`,
    );
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](<java\tscript:alert(1)>)',
    '[x](javascript&colon;alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](&#x6A;avascript&#58;alert(1))',
    '[x](&#0000106avascript:alert(1))',
    '[x](\\javascript:alert(1))',
    '[x](%6Aavascript:alert(1))',
    '[x](\u0001javascript:alert(1))',
    '[x](\u00A0javascript:alert(1))',
    '[x](java\0script:alert(1))',
    '[x](vbscript:msgbox(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](file:///etc/passwd)',
    '[x](//x.example)',
    '[x](/here)',
    '[x](#here)',
    '[x](?q)',
    '[x](\\\\x.example)',
    '[x]()',
    '[x](<>)',
    '[x]( "title")',
    '[x](http://)',
    '[x](https://[)',
    '![x](javascript:y)',
    '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
    '![x](http://x.example/a.png)',
    '![x" onerror="alert(1)](x)',
    '<javascript:z>',
    '<data:text/html,z>',
    '<JAVASCRIPT&colon;z>',
    'javascript:alert(1) ftp://x.example //x.example www.x.example a@x.example',
    '[x][y]\n\n[y]: javascript:z',
  ])('links nothing in %j', (text) => {
    const made = markdown(text);
    expectHarmless(made);
    expect(made.html).not.toContain('<a');
  });

  it.each([
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="https://x.example" onclick="y">x</a>',
    '<scr<script>ipt>alert(1)</scr</script>ipt>',
    '<xmp><img src=x onerror=y></xmp>',
    '<textarea></textarea/><img src=x onerror=y>',
    '<noscript><p title="</noscript><img src=x onerror=y>">',
    '<math><mtext><style><img src=x onerror=y>',
    '<iframe srcdoc="&lt;script&gt;x&lt;/script&gt;">',
    '<!--><img src=x onerror=y>-->',
    '<![CDATA[<script>x</script>]]>',
    '<?php x ?>',
    '</p></div><script>',
    '<p',
    '<',
    '&lt;script&gt;x&lt;/script&gt; &#60;script&#62; &#x3c;img src=x onerror=y&#x3e;',
    '&amp;lt;script&amp;gt; &NewLine; &nbsp &copy;',
    '[<img src=x onerror=y>](https://x.example)',
    '[x](https://x.example/"onmouseover="y)',
    '[x](https://x.example/&quot;onmouseover=&quot;y)',
    "[x](https://x.example/'><script>y</script>)",
    '[x](https://x.example "t" onclick="y")',
    '[x](https://x.example "\\"><script>y</script>")',
    '[x](mailto:a@x.example?subject="><b>)',
    '![<b>" onerror="y](https://x.example/"onerror="y)',
    '<https://x.example/"onmouseover="y>',
    '<https://x.example/?<script>>',
    'https://x.example/"onmouseover="y https://x.example/<script>',
    '[[[[x](https://a.example)](https://b.example)](https://c.example)](https://d.example)',
    '![[![x](https://a.example)](https://b.example)](https://c.example)',
    '**[a**](https://x.example) *[b](https://x.example*)',
    '```"><script>\nx\n```',
    '```js" onclick="y\nx\n```',
    '```language&quot;onclick=y\nx\n```',
    '~~~<b>\n</code></pre><script>\n~~~',
    '`</code><script>x</script>`',
    '    </pre><script>x</script>',
    '999999999. x\n',
    'null\0byte <scr\0ipt> &#0; &#x0;',
    '\u202Eevil\u202C \u2066a\u2069 &#x202e;x [\u202Ea](https://x.example/\u202Egnp.exe)',
    'https://x.example/\u202Egnp.exe https://x.example/%E2%80%AEgnp.exe <https://x.example/\u202E>',
    '\uD800 [\uDFFF](https://x.example/\uD800)',
    '| a |\n|---|\n| <b> |',
    '[x]: https://x.example "<script>"\n',
    `${'> '.repeat(60)}deep ${'['.repeat(60)}x`,
  ])('leaves nothing that could do harm of %j', (text) => {
    expectHarmless(markdown(text));
    expectHarmless(markdown(`# ${text}`));
    expectHarmless(markdown(`- > ${text}\n\n${text}`));
  });

  it('makes nothing but elements that stand on the list, whatever is written', () => {
    const signs = fc.array(
      fc.constantFrom(
        ...'*_~`[]()!<>\\#-1.>\n ab"\'&:/\0\u202E',
        ...'http://x.example|https://|](|](https://x.example)|![|```|&#|&#x3c;|javascript:|<!--|<b|onerror='.split('|'),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(signs, (parts) => expectHarmless(markdown(parts.join('')))),
      { numRuns: 500 },
    );
  });

  it('links no address that is too long, and refers to none from elsewhere', () => {
    expect(markdown(`[x](https://x.example/${'a'.repeat(2048)})`)).toEqual({ html: '<p>x</p>', links: 0 });
    expect(html('[x]\n\n[x]: https://x.example')).toContain('<p>[x]</p>');
  });

  it('links to where an address leads, without the user that it names', () => {
    const evil = link('https://evil.test/');
    expect(html('<https://trusted.example@evil.test/>')).toBe(`<p>${evil}</p>`);
    expect(html('[here](https://trusted.example:pw@evil.test/)')).toBe(`<p>${link('https://evil.test/', 'here')}</p>`);
    expect(html('![](https://trusted.example@evil.test/)')).toBe(`<p>${evil}</p>`);
    expect(html('[x](https:trusted.example@evil.test)')).toBe(`<p>${link('https://evil.test/', 'x')}</p>`);
    expect(html('[x](https:\\\\trusted.example@evil.test)')).toBe(`<p>${link('https://evil.test/', 'x')}</p>`);
    const users = '<https://a@b.example> [x](http://a:b@c.example/?q=@) ![](https://:p@d.example) https://e@f.example';
    expect(html(users)).not.toMatch(/href="https?:[^"/]*\/\/[^"/]*@/);
    expect(html('[me](mailto:a@x.example) <https://x.example/@me>')).toBe(
      `<p>${link('mailto:a@x.example', 'me')} ${link('https://x.example/@me')}</p>`,
    );
  });
});
