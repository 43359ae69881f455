import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { queryPlan } from '../../support/query-plan.js';
import { BOT, Desk, IPHONE } from './desk.js';

let desk: Desk;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  desk = await Desk.start({ SHORT_HOST: 'go.example' });
  [ann, bob] = await Promise.all([desk.person(), desk.person()]);
});
afterAll(() => desk.stop());

const URL_ = 'https://shop.example/spring';
const clicks = async (link: { id: string }) => (await desk.clicks(link)).length;
const unlock = (slug: string, password: string, headers = desk.visitor()) =>
  desk.call(desk.nobody(headers), 'unlock-link', { slug, password });

describe('a short link', () => {
  it('leads on and counts, as its contract tells', async () => {
    const given = {
      slug: 'Spring',
      utm: { source: 'flyer' },
      max_clicks: 50,
      expired_url: 'https://shop.example/',
    };
    const rules = [{ os: ['ios'], url: 'https://apps.example/shop' }];
    const link = await desk.link(ann, { ...given, rules });
    expect(link.short_url).toBe('https://go.example/spring');
    const opened = await desk.open('SPRING', {
      headers: { 'cf-ipcountry': 'DE', referer: 'https://www.News.example/x' },
    });
    expect(opened).toMatchObject({ status: 302, location: `${URL_}?utm_source=flyer`, text: '' });
    expect(opened.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer-when-downgrade',
    });
    const head = await desk.open('spring', { method: 'HEAD' });
    expect([head.status, head.location]).toEqual([302, opened.location]);
    expect((await desk.open('spring', { agent: IPHONE })).location).toBe('https://apps.example/shop');
    for (const agent of [BOT, '']) expect((await desk.open('spring', { agent })).status).toBe(302);
    const preview = await desk.open('spring', { headers: { 'sec-purpose': 'prefetch' } });
    expect(preview.status).toBe(302);
    expect(await desk.clicks(link)).toEqual([
      {
        country: 'DE',
        device: 'desktop',
        os: 'windows',
        browser: 'Chrome',
        referrer_host: 'news.example',
        rule_index: null,
      },
      { country: null, device: 'mobile', os: 'ios', browser: 'Safari', referrer_host: null, rule_index: 0 },
    ]);
    const { stats } = await desk.ask(ann, 'get-link-stats', { link_id: link.id });
    expect(stats).toMatchObject({
      clicks: 2,
      visitors: 2,
      countries: [{ value: 'DE', clicks: 1, visitors: 1 }],
    });
    expect(stats.series).toHaveLength(30);
    expect(stats.destinations).toEqual([
      { value: '0', clicks: 1, visitors: 1 },
      { value: 'default', clicks: 1, visitors: 1 },
    ]);
    expect(await desk.show(ann, link)).toMatchObject({ clicks: 2, clicks_today: 2, clicks_used: 2 });
    await desk.refused(bob, 'create-link', { url: 'https://other.example/', slug: 'spring' }, 409, 'Slug is taken');
  });

  it('redirects as it is told to, and forwards what was asked where it is told to', async () => {
    const link = await desk.link(ann, { url: `${URL_}?a=%201&b#top`, redirect_status: 308 });
    const plain = await desk.open(`${link.slug}?a=2&x=y`);
    expect(plain).toMatchObject({ status: 308, location: `${URL_}?a=%201&b#top` });
    expect(plain.headers['cache-control']).toBe('private, max-age=90');
    await desk.ask(ann, 'update-link', { link_id: link.id, forward_query: true, redirect_status: 307 });
    const sent = await desk.open(`${link.slug}?a=2&x=y%26&b=3&url=https://evil.example/&x=z`);
    expect(sent).toMatchObject({
      status: 307,
      location: `${URL_}?a=%201&b&x=y%26&url=https://evil.example/&x=z#top`,
    });
  });

  it('matches the first rule of which all holds', async () => {
    const at = (n: number) => `https://rule${n}.example/`;
    const rules = [
      { countries: ['FR'], devices: ['mobile'], url: at(0) },
      { languages: ['de'], url: at(1) },
      { countries: ['FR'], url: at(2) },
    ];
    const { slug } = await desk.link(ann, { rules });
    const led = async (headers: Record<string, string>, agent?: string) =>
      (await desk.open(slug, { headers, agent })).location;
    expect(await led({ 'cf-ipcountry': 'FR' }, IPHONE)).toBe(at(0));
    expect(await led({ 'cf-ipcountry': 'FR' })).toBe(at(2));
    expect(await led({ 'accept-language': 'fr;q=0.5, de-AT' })).toBe(at(1));
    expect(await led({}, IPHONE)).toBe(URL_);
    // A rule for all of them.
    const open = await desk.link(ann, { rules: [{ url: at(3) }] });
    expect((await desk.open(open.slug)).location).toBe(at(3));
  });

  it('is there in its time and its state alone', async () => {
    const link = await desk.link(ann);
    const status = async (columns: string) => {
      await desk.set(link, columns);
      return (await desk.open(link.slug)).status;
    };
    expect(await status(`starts_at = now() + interval '1 hour'`)).toBe(404);
    expect(await status(`starts_at = NULL, status = 'paused'`)).toBe(404);
    expect(await status(`status = 'archived'`)).toBe(404);
    expect(await status(`status = 'active', expires_at = now() - interval '1 second'`)).toBe(410);
    expect((await desk.show(ann, link)).state).toBe('expired');
    await desk.set(link, `expired_url = 'https://late.example/'`);
    for (const agent of [undefined, BOT])
      expect(await desk.open(link.slug, { agent })).toMatchObject({
        status: 302,
        location: 'https://late.example/',
      });
    expect(await clicks(link)).toBe(0);
    expect(await status('expires_at = NULL, blocked_at = now()')).toBe(410);
    expect(await status(`status = 'paused'`)).toBe(410);
    const gone = await desk.open('no-such-link');
    expect(gone.status).toBe(404);
    expect(gone.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect((await desk.open('links.css')).headers['content-type']).toContain('text/css');
    expect((await desk.open('a/b')).status).toBe(404);
  });

  it('is looked at first by who asks for that, and counts him when he goes on', async () => {
    const link = await desk.link(ann, { max_clicks: 1 });
    const headers = desk.visitor();
    for (let times = 0; times < 2; times++) expect((await desk.open(`${link.slug}+`, { headers })).status).toBe(200);
    expect(await desk.show(ann, link)).toMatchObject({ clicks: 0, clicks_used: 0 });
    const { text } = await desk.open(`${link.slug}+`, { headers });
    const next = /href="([^"]+\?c=[^"]+)"/.exec(text)?.[1] as string;
    expect((await desk.open(next, { headers })).location).toBe(URL_);
    expect(await desk.show(ann, link)).toMatchObject({ clicks: 1, clicks_used: 1 });
  });

  it('ends with the account of its owner, and outlives the app being taken out', async () => {
    const eve = await desk.person();
    const { slug } = await desk.link(eve);
    await eve.client.post('/v1/apps/uninstall', { slug: 'shortlinks' }).expect(200);
    expect((await desk.open(slug)).status).toBe(302);
    for (const state of ['banned', 'suspended'] as const) {
      await desk.service.setStatus(eve.id, state);
      expect((await desk.open(slug)).status).toBe(410);
    }
  });

  it('has exactly as many clicks as it may have, of fifty at once', async () => {
    const link = await desk.link(ann, { max_clicks: 20 });
    const [headers] = [desk.visitor()];
    for (const agent of [BOT, '']) await desk.open(link.slug, { agent });
    const answers = await atOnce(50, () => desk.open(link.slug, { headers }));
    expect(tally(answers)).toEqual({ 302: 20, 410: 30 });
    expect(await desk.show(ann, link)).toMatchObject({ state: 'used_up', clicks_used: 20 });
    await desk.ask(ann, 'update-link', { link_id: link.id, expired_url: 'https://late.example/' });
    expect((await desk.open(link.slug, { agent: BOT })).location).toBe('https://late.example/');
    await desk.ask(ann, 'update-link', { link_id: link.id, reset_clicks_used: true });
    expect((await desk.open(link.slug)).location).toBe(URL_);
  });

  it('costs two indexed reads at most', async () => {
    await desk.rows(
      `INSERT INTO ext_shortlinks.links (owner_id, slug, url)
       SELECT $1, 'planned-' || n, 'https://planned.example/' FROM generate_series(1, 3000) n`,
      bob.id,
    );
    await desk.rows('ANALYZE ext_shortlinks.links');
    const plan = async (name: string, ...values: unknown[]) =>
      (await queryPlan(desk.service.database, name, values)).join(' | ');
    expect(await plan('shortlinks_visited', 'planned-7')).toContain('Index Scan links links_slug');
    expect(await plan('shortlinks_visited_on_domain', 'x', ann.id)).toContain('links_domain_slug');
    expect(await plan('shortlinks_plain', bob.id, [URL_])).toContain('links_address');
    expect(await plan('shortlinks_block', null, ['rare.example'], 'x')).toContain('links_domains');
  });
});

describe('a password', () => {
  it('is asked for before anything is told', async () => {
    const rules = [{ os: ['ios'], url: 'https://apps.example/secret' }];
    const link = await desk.link(ann, {
      url: 'https://secret.example/',
      password: 'open sesame',
      rules,
      max_clicks: 3,
    });
    const { text, status, headers } = await desk.open(link.slug);
    expect([status, headers['cache-control'], headers.location]).toEqual([200, 'no-store', undefined]);
    expect(text).toContain('data-api="../../shortlinks/"');
    expect((await desk.open(`${link.slug}+`)).text + text).not.toContain('secret.example');
    expect(await clicks(link)).toBe(0);
    await unlock(link.slug, 'guess').expect(400, { error: 'Wrong password' });
    await unlock(link.slug.toUpperCase(), 'open sesame').expect(200, { url: 'https://secret.example/' });
    const iphone = desk.visitor({ 'user-agent': IPHONE });
    await unlock(link.slug, 'open sesame', iphone).expect(200, { url: 'https://apps.example/secret' });
    expect(await clicks(link)).toBe(2);
    const script = desk.visitor({ 'user-agent': 'curl/8.5.0' });
    await unlock(link.slug, 'open sesame', script).expect(200);
    expect(await clicks(link)).toBe(3);
    await unlock(link.slug, 'open sesame', script).expect(409, { error: 'Link has expired' });
    const open = await desk.link(ann);
    for (const [slug, columns] of [
      [open.slug, undefined],
      ['no-such-link', undefined],
      [link.slug, 'max_clicks = NULL, blocked_at = now()'],
      [link.slug, `blocked_at = NULL, status = 'paused'`],
    ] as const) {
      if (columns) await desk.set(link, columns);
      await unlock(slug, 'open sesame').expect(404, { error: 'Link not found' });
    }
    await desk.set(link, `status = 'active', expires_at = now() - interval '1 second'`);
    await unlock(link.slug, 'open sesame').expect(409, { error: 'Link has expired' });
    const eve = await desk.person();
    const lent = await desk.link(eve, { password: 'open sesame' });
    await desk.rows(`UPDATE account.users SET user_status = 'banned' WHERE id = $1`, eve.id);
    await unlock(lent.slug, 'open sesame').expect(404, { error: 'Link not found' });
    const tables = JSON.stringify((await desk.ask(ann, 'export')).export);
    expect(tables).not.toContain('argon2');
    expect(tables).toContain('secret.example');
  });

  it('can be guessed at ten times, and by all together a hundred times', async () => {
    const link = await desk.link(ann, { password: 'open sesame' });
    const visitor = desk.visitor();
    const guesses = await atOnce(12, (n) => unlock(link.slug, 'guess', { ...visitor, 'user-agent': `Browser ${n}` }));
    expect(tally(guesses)).toEqual({ 400: 10, 409: 2 });
    const late = { error: 'Too many attempts, try again later' };
    await unlock(link.slug, 'open sesame', visitor).expect(409, late);
    const knowing = desk.visitor();
    for (let n = 0; n < 11; n++) await unlock(link.slug, 'open sesame', knowing).expect(200);
    await desk.rows(`UPDATE platform.limits SET points = 99 WHERE key = $1`, `link-password:link:${link.id}`);
    await unlock(link.slug, 'guess').expect(400);
    await unlock(link.slug, 'open sesame').expect(409, late);
    await desk.rows(`UPDATE platform.limits SET expire = 0 WHERE key LIKE 'link-password:%'`);
    await unlock(link.slug, 'open sesame', visitor).expect(200);
  });
});
