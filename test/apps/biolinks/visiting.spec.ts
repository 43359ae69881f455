import { gzipSync } from 'node:zlib';
import type { ServedDomain } from '../../../src/apps/contracts/domains.js';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { BOT, Desk, FORM, IPHONE, LINK } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.person();
});
beforeEach(() => desk.rows('DELETE FROM ext_biolinks.pages'));
afterAll(() => desk.stop());

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const policyOf = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    (headers['content-security-policy'] as string)
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  );

describe('a page', () => {
  it('is one small answer that shared caches keep for half a minute', async () => {
    const text = { kind: 'text', data: { text: 'We make <chairs> & "tables".' } };
    const embed = { kind: 'embed', url: 'https://youtu.be/dQw4w9WgXcQ' };
    const socials = {
      kind: 'socials',
      data: { items: ['x', 'github'].map((network) => ({ network, url: `https://${network}.com/oak` })) },
    };
    const { page } = await desk.published(
      ann,
      { handle: 'oak', bio: "Oak's chairs", avatar_url: 'https://img.example/a.png' },
      [{ ...LINK, data: { thumbnail_url: 'https://img.example/t.png' } }, text, embed, socials, FORM],
    );
    const { status, headers, text: html } = await desk.open('OAK');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0, s-maxage=30',
      etag: expect.stringMatching(new RegExp(`^"${page.version}-[\\w-]+"$`)),
    });
    expect(headers['x-robots-tag']).toBeUndefined();
    expect(policyOf(headers)).toEqual({
      'default-src': [`'none'`],
      'script-src': [`'self'`, 'https://hub.example'],
      'connect-src': [`'self'`, 'https://hub.example'],
      'frame-src': ['www.youtube-nocookie.com', 'player.vimeo.com', 'open.spotify.com', 'w.soundcloud.com'].map(
        (host) => `https://${host}`,
      ),
      'img-src': ['https:', 'data:'],
      'style-src': [`'self'`, `'unsafe-inline'`],
      'base-uri': [`'none'`],
      'form-action': [`'none'`],
      'frame-ancestors': [`'none'`],
    });
    expect(gzipSync(html).length).toBeLessThan(15_000);
    for (const part of [
      'We make &lt;chairs&gt; &amp; &quot;tables&quot;.',
      'href="https://shop.example/" rel="noopener nofollow ugc"',
      '<link rel="canonical" href="https://hub.example/v1/apps/biolinks/public/oak">',
      '<meta property="og:title" content="Oak Studio">',
      '<meta property="og:description" content="Oak&#39;s chairs">',
      '<meta property="og:image" content="https://img.example/a.png">',
      'data-frame="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?',
      'Made with Biolinks',
    ])
      expect(html).toContain(part);
    expect(html).not.toMatch(/target="_blank"|<iframe/);
    const known = await desk.open('oak', { headers: { 'if-none-match': headers.etag as string } });
    expect([known.status, known.text]).toEqual([304, '']);
    const head = await desk.open('oak', { method: 'HEAD' });
    expect([head.status, head.headers.etag, head.text]).toEqual([200, headers.etag, '']);
    await desk.ask(ann, 'update-settings', { show_branding: false, open_links_in_new_tab: true });
    const changed = await desk.open('oak', { headers: { 'if-none-match': headers.etag as string } });
    expect([changed.status, changed.text.includes('target="_blank"'), changed.text.includes('Made with')]).toEqual([
      200,
      true,
      false,
    ]);
    await desk.ask(ann, 'update-settings', { show_branding: true, open_links_in_new_tab: false });
  });

  it('shows the blocks that are live now', async () => {
    const { page, blocks } = await desk.published(ann, { handle: 'now' }, [
      LINK,
      { ...LINK, title: 'Later', starts_at: at(1) },
      { ...LINK, title: 'Ended', starts_at: at(-2), ends_at: at(-1) },
      { ...LINK, title: 'Hidden', is_visible: false },
      { ...LINK, title: 'Today', starts_at: at(-1), ends_at: at(1) },
    ]);
    expect(blocks.map(({ live }) => live)).toEqual([true, false, false, false, true]);
    const { text, headers } = await desk.open('now.json');
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=30',
      'content-type': 'application/json; charset=utf-8',
    });
    const shown = JSON.parse(text);
    expect(shown.page).toEqual({
      id: page.id,
      handle: 'now',
      title: 'Oak Studio',
      url: page.url,
      bio: null,
      avatar_url: null,
      theme: 'plain',
      theme_options: {},
      noindex: false,
      is_sensitive: false,
      published_at: page.published_at,
      version: page.version,
    });
    expect(shown.blocks.map(({ title }: { title: string }) => title)).toEqual(['Shop', 'Today']);
    const html = await desk.open('now');
    for (const title of ['Later', 'Ended', 'Hidden']) expect(html.text).not.toContain(title);
    await desk.rows('UPDATE ext_biolinks.blocks SET starts_at = NULL WHERE id = $1', blocks[1].id);
    const later = await desk.open('now', { headers: { 'if-none-match': html.headers.etag as string } });
    expect([later.status, later.text.includes('Later')]).toEqual([200, true]);
    for (const block of blocks) await desk.hit(block);
    expect((await desk.events(page)).map(({ block_id }) => block_id)).toEqual([0, 1, 4].map((n) => blocks[n].id));
  });

  it('is there while it is published, and gone when it or its owner is blocked', async () => {
    const eve = await desk.person();
    const { page, blocks } = await desk.published(eve, { handle: 'eve' });
    const statuses = async () => [(await desk.open('eve')).status, (await desk.open('eve.json')).status];
    const hits = async () => {
      for (const thing of [page, blocks[0]]) await desk.hit(thing);
      return (await desk.events(page)).length;
    };
    expect([await statuses(), await hits()]).toEqual([[200, 200], 2]);
    await eve.client.post('/v1/apps/uninstall', { slug: 'biolinks' }).expect(200);
    expect(await statuses()).toEqual([200, 200]);
    await desk.rows('UPDATE ext_biolinks.pages SET blocked_at = now() WHERE id = $1', page.id);
    expect([await statuses(), await hits()]).toEqual([[410, 410], 2]);
    await desk.rows('UPDATE ext_biolinks.pages SET blocked_at = NULL, is_published = false WHERE id = $1', page.id);
    expect([await statuses(), await hits()]).toEqual([[404, 404], 2]);
    await desk.rows('UPDATE ext_biolinks.pages SET is_published = true WHERE id = $1', page.id);
    for (const state of ['banned', 'suspended'] as const) {
      await desk.service.setStatus(eve.id, state);
      expect([await statuses(), await hits()]).toEqual([[410, 410], 2]);
    }
    const missing = await desk.open('nobody-here');
    expect([missing.status, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    for (const path of ['', 'a/b', 'hit', 'hit/x/y']) expect((await desk.open(path)).status).toBe(404);
  });

  it('is kept from search and previews when its owner says so', async () => {
    const { page } = await desk.published(ann, { handle: 'quiet', bio: 'Secret' });
    await desk.update(ann, page, { noindex: true, seo_title: 'Chairs', seo_description: 'By hand' });
    const unlisted = await desk.open('quiet');
    expect(unlisted.headers['x-robots-tag']).toBe('noindex');
    expect(unlisted.text).toContain('<meta property="og:description" content="By hand">');
    expect(unlisted.text).toContain('<title>Chairs</title>');
    await desk.update(ann, page, { noindex: false, is_sensitive: true });
    const sensitive = await desk.open('quiet');
    expect(sensitive.headers['x-robots-tag']).toBe('noindex');
    expect(sensitive.text).not.toContain('og:');
    expect(sensitive.text.indexOf('<details')).toBeLessThan(sensitive.text.indexOf('Secret'));
    expect((await desk.open('quiet.json')).headers['x-robots-tag']).toBe('noindex');
  });

  it('has the scripts of other apps, which may talk to their hosts alone', async () => {
    const site = '0190a0a0-0000-7000-8000-00000000000d';
    const { page } = await desk.published(ann, { handle: 'pixels' });
    const pixel = { attachment_id: site, pixel_id: site, provider: 'meta', external_id: '</script>', event: 'View' };
    const removes = [
      desk.service.beside('analytics', {
        ownerOf: async () => ann.id,
        snippetFor: async () => '<script id="a"></script>',
      }),
      desk.service.beside('pixels', {
        attachedTo: async (app: string, id: string) =>
          app === 'biolinks' && id === page.id ? [{ ...pixel, consent: 'required' }] : [],
        hostsOf: ([provider]: string[]) => [`${provider}.example`],
      }),
      desk.service.beside('domains', { hostOf: async () => 'links.oak.example' }),
    ];
    await desk.update(ann, page, { analytics_site_id: site });
    const { text, headers } = await desk.open('pixels');
    expect(policyOf(headers)['script-src']).toEqual([`'self'`, 'https://hub.example', 'https://meta.example']);
    expect(policyOf(headers)['connect-src']).toContain('https://meta.example');
    for (const part of [
      '<script id="a"></script>',
      '"external_id":"\\u003c/script>"',
      '<script type="module" src="../../pixels/public/pixels.js"></script>',
      '<link rel="canonical" href="https://links.oak.example/">',
    ])
      expect(text).toContain(part);
    for (const remove of removes) remove();
  });

  it('is at the root of the host of its owner', async () => {
    const { page, blocks } = await desk.published(ann, { handle: 'hosted' }, [LINK, FORM]);
    await desk.published(ann, { handle: 'other' });
    const domain: ServedDomain = {
      domain_id: page.id,
      owner_id: ann.id,
      host: 'links.oak.example',
      target_app: 'biolinks',
      target_id: page.id,
      redirect_url: null,
      root_url: null,
      not_found_url: null,
    };
    const resolveHost = async (host: string) => (host === domain.host ? domain : null);
    const remove = desk.service.beside('domains', { resolveHost, hostOf: async () => domain.host });
    const send = (path: string, more: object = {}) => desk.send(path, { ...more, headers: { host: domain.host } });
    const { status, text } = await send('/');
    expect([status, text.includes('data-api="/v1/apps/biolinks/"')]).toEqual([200, true]);
    expect((await send('/page.js')).headers['content-type']).toContain('javascript');
    for (const path of ['/other', '/hosted', '/other.json', '/x/y']) expect((await send(path)).status).toBe(404);
    expect((await send(`/hit/${page.id}?r=https://links.oak.example/`)).status).toBe(204);
    expect(await desk.events(page)).toMatchObject([{ block_id: null, referrer_host: null }]);
    const contact = { block_id: blocks[1].id, email: 'a@b.example', consent: true };
    const sent = await send('/v1/apps/biolinks/submit-contact', { method: 'POST', body: contact });
    expect(JSON.parse(sent.text)).toEqual({ message: 'Thank you' });
    for (const changes of [{ target_id: blocks[0].id }, { target_id: page.id, owner_id: page.id }]) {
      Object.assign(domain, changes);
      expect((await send('/')).status).toBe(404);
    }
    remove();
  });
});

describe('a hit', () => {
  it('is counted once for each view and click, of people alone', async () => {
    const { page, blocks } = await desk.published(ann, { handle: 'hits' });
    const referrer = encodeURIComponent('https://www.Insta.example/p/1?secret=1');
    await desk.hit(page, {
      query: `?r=${referrer}`,
      headers: { 'cf-ipcountry': 'DE', referer: 'https://hub.example/x' },
    });
    await desk.hit(page, { query: '?r=https://hub.example/' });
    await desk.hit(blocks[0], { headers: { 'user-agent': IPHONE } });
    await desk.hit(page, { method: 'HEAD' });
    for (const headers of [{ 'user-agent': BOT }, { 'user-agent': '' }, { 'sec-purpose': 'prefetch' }] as object[])
      await desk.hit(page, { headers: headers as Record<string, string> });
    for (const id of ['nothing', page.owner_id, 'x%20y']) await desk.hit({ id });
    const desktop = { block_id: null, device: 'desktop' };
    expect(await desk.events(page)).toEqual([
      { ...desktop, country: 'DE', referrer_host: 'insta.example' },
      { ...desktop, country: null, referrer_host: null },
      { block_id: blocks[0].id, country: null, device: 'mobile', referrer_host: null },
    ]);
    const headers = desk.visitor();
    await atOnce(35, () => desk.hit(page, { headers }));
    expect(await desk.events(page)).toHaveLength(33);
    const hashes = await desk.rows('SELECT DISTINCT visitor_hash FROM ext_biolinks.events WHERE page_id = $1', page.id);
    expect(hashes).toHaveLength(4);
  });

  it('is sent by a script that browsers keep for a day', async () => {
    const { headers, status } = await desk.open('page.js');
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=86400',
      'content-type': 'text/javascript; charset=utf-8',
    });
    const known = await desk.open('page.js', { headers: { 'if-none-match': headers.etag as string } });
    expect([status, known.status]).toEqual([200, 304]);
  });
});
