import { renderArticle } from '../../src/apps/kernel/pages/article.js';

const html = (text: string) => renderArticle(text).html;

describe('an article', () => {
  it.each([
    ['~~a~~', '<p><s>a</s></p>'],
    ['a\nb', '<p>a\nb</p>'],
    ['```js\nif (a < b) {}\n```', '<pre><code class="language-js">if (a &lt; b) {}\n</code></pre>'],
    [
      '|a|b|\n|--|:-:|\n|1|2|',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th align="center">b</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n' +
        '<td align="center">2</td>\n</tr>\n</tbody>\n</table>',
    ],
    [
      '- [x] a\n- [ ] b',
      '<ul class="contains-task-list">\n' +
        '<li class="task-list-item"><input type="checkbox" disabled checked aria-label="Done" /> a</li>\n' +
        '<li class="task-list-item"><input type="checkbox" disabled aria-label="To do" /> b</li>\n</ul>',
    ],
    [
      '# Größe & Maß\n## Größe & Maß',
      '<h1 id="größe-maß">Größe &amp; Maß</h1>\n<h2 id="größe-maß-2">Größe &amp; Maß</h2>',
    ],
    [
      '# a\n# a\n# a 2\n# !',
      '<h1 id="a">a</h1>\n<h1 id="a-2">a</h1>\n<h1 id="a-2-2">a 2</h1>\n<h1 id="section">!</h1>',
    ],
    [
      '[a]\n\n[a]: https://x.example "T"',
      '<p><a href="https://x.example" title="T" rel="noopener ugc nofollow">a</a></p>',
    ],
    [
      '![a](http://x.example/c.png)',
      '<p><img alt="a" src="https://x.example/c.png" loading="lazy" decoding="async" /></p>',
    ],
    ['<details open><summary>S</summary>T</details>', '<details open><summary>S</summary>T</details>'],
    [
      '<figure><img src="https://x.example/a.png"><figcaption>C</figcaption></figure>',
      '<figure><img src="https://x.example/a.png" alt="" loading="lazy" decoding="async" /><figcaption>C</figcaption></figure>',
    ],
    ['', ''],
  ])('of %j', (text, made) => {
    expect(html(text)).toBe(made);
  });

  it('has footnotes, which are no part of its text', () => {
    const { html: made, text, words } = renderArticle('Bread[^a] keeps.\n\n[^a]: Rye, that is.');
    expect(made).toContain('<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>');
    expect(made).toContain(
      '<li id="fn1" class="footnote-item"><p>Rye, that is. <a href="#fnref1" class="footnote-backref">',
    );
    expect([text, words]).toEqual(['Bread keeps.', 2]);
  });

  it.each([
    ['a b’s c-d 4', 4],
    ['面包很好', 4],
    ['<b>one</b> &amp; `two`', 2],
    ['***', 0],
  ])('%j has its words', (text, words) => {
    expect(renderArticle(text).words).toBe(words);
  });

  it('embeds players of known hosts, shut in and late', () => {
    const player = (src: string) =>
      html(`<iframe src="${src}" width="560" height="315" onload="x()" style="x"></iframe>`);
    for (const host of ['www.youtube-nocookie.com', 'player.vimeo.com', 'open.spotify.com'])
      expect(player(`https://${host}/embed/1?a=b&c=d`)).toBe(
        `<iframe src="https://${host}/embed/1?a=b&amp;c=d" title="Player of ${host}" width="560" height="315" ` +
          'sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" loading="lazy" allowfullscreen ' +
          'referrerpolicy="strict-origin-when-cross-origin"></iframe>',
      );
    for (const src of [
      'http://player.vimeo.com/1',
      'https://player.vimeo.com.evil.example/1',
      'https://evil.example/player.vimeo.com',
      'https://player.vimeo.com@evil.example/',
      'https://u:p@player.vimeo.com/1',
      'https://player.vimeo.com:8443/1',
      '//player.vimeo.com/1',
      'javascript:alert(1)',
      'data:text/html,x',
    ])
      expect(player(src)).toBe('');
    expect(html('<iframe srcdoc="<script>x()</script>"></iframe>')).toBe('');
  });

  const HOSTILE = [
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//x.example></SCRIPT>',
    '<scr<script>ipt>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<img src="https://x.example/a.png" onerror="alert(1)" srcset="javascript:x">',
    '<svg onload=alert(1)><script>x()</script></svg>',
    '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="java\nscript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="data:text/html,<script>x()</script>">x</a>',
    '<a href="//evil.example">x</a>',
    '[x](javascript:alert(1))',
    '[x](data:text/html;base64,AA)',
    '![x](data:image/svg+xml,<svg/onload=alert(1)>)',
    '<form action="https://x.example"><input name=q><button>x</button><textarea></textarea><select></select></form>',
    '<style>body{display:none}</style>',
    '<p style="position:fixed" class="top" id="x">x</p>',
    '<base href="https://evil.example"><link rel=stylesheet href=//x><meta http-equiv=refresh content=0>',
    '<object data="x"></object><embed src="x"><applet></applet><frameset></frameset>',
    '<template><script>x()</script></template><noscript><p title="</noscript><img src=x onerror=x>">',
    '<details ontoggle=alert(1) open>',
    '<video src="x" onerror="x"></video><audio></audio><source>',
    '<!--><script>alert(1)</script-->',
    '<![CDATA[<script>alert(1)</script>]]>',
    '<a href="https://x.example" target="_blank" ping="//x" download>x</a>',
    '<b title="&quot;><script>x()</script>">x</b>',
    '`<script>`\n\n    <script>x</script>',
  ];

  it.each(HOSTILE)('does nothing with %j', (text) => {
    const made = html(text);
    const tags = made.match(/<[^>]*>/g) ?? [];
    expect(tags.join('\n')).not.toMatch(
      /<\/?(script|style|svg|math|form|button|textarea|select|base|link|meta|object|embed|template|video|frame)|\son\w+=|javascript:|vbscript:|data:|\/\/evil|srcset|style=|target=|ping=|class="top"|id="x"/i,
    );
    expect(made.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
  });

  it('has no typing field, whatever its inputs were', () => {
    expect(html('<input type="password" name="p" onfocus="x()" checked>')).toBe(
      '<input type="checkbox" disabled checked aria-label="Done" />',
    );
  });

  it('hides no address by turning signs around', () => {
    expect(html('a\u202Eb\u2066c')).toBe('<p>abc</p>');
  });
});
