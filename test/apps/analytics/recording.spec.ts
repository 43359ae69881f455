import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { BOT, CHROME, Desk, type SiteAnswer } from './desk.js';

let desk: Desk;
let ann: Account;
let site: SiteAnswer;
beforeAll(async () => {
  desk = await Desk.start();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  ann = await desk.owner();
  site = await desk.site(ann);
});

const ACCEPTED = { accepted: true };
const refused = (reason: string) => ({ accepted: false, reason });

describe('an event', () => {
  it('is stored without its query, its address, and what could lead to a person', async () => {
    const url = 'https://www.shop.example/cart/?token=secret&utm_source=news&utm_medium=mail&utm_campaign=May#top';
    const headers = desk.browser({ 'cf-ipcountry': 'de' });
    expect(await desk.send(site, { url, referrer: 'https://www.Mail.example/inbox?id=7' }, headers)).toEqual(ACCEPTED);
    const [event] = await desk.events(site);
    expect(event).toEqual({
      id: expect.any(String),
      site_id: site.id,
      visitor_hash: expect.any(Buffer),
      name: 'pageview',
      path: '/cart',
      referrer_host: 'mail.example',
      utm_source: 'news',
      utm_medium: 'mail',
      utm_campaign: 'May',
      country: 'DE',
      device: 'desktop',
      os: 'windows',
      browser: 'Chrome',
      props: null,
      created_at: expect.any(Date),
    });
    expect(event.visitor_hash).toHaveLength(16);
    expect(JSON.stringify(await desk.rows('SELECT * FROM ext_analytics.events'))).not.toContain('secret');
    expect(desk.service.log.join('')).not.toContain(headers['x-forwarded-for'] as string);
  });

  it.each([
    ['https://shop.example', '/', null],
    ['https://shop.example/?ref=hub&source=other', '/', 'hub'],
    ['https://shop.example/a/b//?source=x', '/a/b', 'x'],
    ['https://shop.example/a?utm_source=&ref=y', '/a', 'y'],
    [`https://shop.example/${'a'.repeat(900)}`, `/${'a'.repeat(511)}`, null],
    [`https://shop.example/x?utm_source=${'ü'.repeat(150)}%00`, '/x', 'ü'.repeat(100)],
    ['https://shop.example/%00', '/%00', null],
  ])('of %s', async (url, path, utm_source) => {
    await desk.send(site, { url });
    expect(await desk.events(site)).toMatchObject([{ path, utm_source }]);
  });

  it('may have a name and props', async () => {
    const props = { plan: 'basic', seats: 3, trial: true, note: 'a\u0007b' };
    expect(await desk.send(site, { name: 'Sign up', props })).toEqual(ACCEPTED);
    expect(await desk.events(site)).toMatchObject([{ name: 'Sign up', props: { ...props, note: 'ab' } }]);
  });

  it.each([
    { url: '/relative' },
    { url: `https://shop.example/${'a'.repeat(2048)}` },
    { name: '' },
    { name: 'a'.repeat(65) },
    { name: '<script>' },
    { referrer: 'a'.repeat(2049) },
    { props: [] },
    { props: { a: null } },
    { props: { a: { b: 1 } } },
    { props: { a: 'x'.repeat(201) } },
    { props: { ['k'.repeat(41)]: 1 } },
    { props: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, n])) },
    { client_ip: 'nowhere' },
    { unknown: 1 },
  ])('is refused with %j', async (wrong) => {
    const input = { site_key: site.site_key, url: 'https://shop.example/', ...wrong };
    const { body } = await desk.call({ client: desk.service.client() }, 'collect-event', input).expect(400);
    expect(body.error).toBe('Validation error');
    expect(await desk.events(site)).toEqual([]);
  });

  it('of an unknown site is 404', async () => {
    for (const site_key of ['unknownunknownun', 'x', "'; --"]) {
      const input = { site_key, url: 'https://shop.example/' };
      await desk.expectRefused({ client: desk.service.client() }, 'collect-event', input, 404, 'Site not found');
    }
  });
});

describe('what is not recorded', () => {
  it('programs, previews and who sends no user agent', async () => {
    const programs: Record<string, string>[] = [
      { 'user-agent': BOT },
      { 'user-agent': '' },
      { 'sec-purpose': 'prefetch' },
    ];
    for (const headers of programs) {
      expect(await desk.send(site, {}, desk.browser(headers))).toEqual(refused('bot'));
    }
    expect(await desk.events(site)).toEqual([]);
  });

  it('sites that are paused, from the next event on', async () => {
    await desk.send(site, {});
    await desk.change(ann, site, { status: 'paused' });
    expect(await desk.send(site, {})).toEqual(refused('paused'));
    await desk.change(ann, site, { status: 'active' });
    expect(await desk.send(site, {})).toEqual(ACCEPTED);
  });

  it('hosts of others', async () => {
    await desk.change(ann, site, { extra_hosts: ['localhost', 'shop.test'] });
    const hosts = ['https://other.example/', 'https://evilshop.example/', 'https://shop.example.evil.test/', 'file:///shop.example', 'http://sub.shop.test/']; // prettier-ignore
    for (const url of hosts) expect(await desk.send(site, { url })).toEqual(refused('host_not_allowed'));
    const allowed = ['http://localhost:3000/', 'https://deep.sub.shop.example/', 'https://WWW.shop.test./', 'https://www.shop.example/']; // prettier-ignore
    for (const url of allowed) expect(await desk.send(site, { url })).toEqual(ACCEPTED);
    const other = await desk.site(ann, { domain: 'other.example' });
    expect(await desk.send(other, { url: 'http://localhost/' })).toEqual(refused('host_not_allowed'));
  });

  it('excluded paths', async () => {
    await desk.change(ann, site, { excluded_paths: ['/admin/*', '/draft', '*/print'] });
    const excluded = ['/admin/users', '/draft/', '/a/b/print'];
    const counted = ['/admin', '/draft/two', '/print/a', '/administration'];
    for (const path of excluded) {
      expect(await desk.send(site, { url: `https://shop.example${path}` })).toEqual(refused('excluded_path'));
    }
    for (const path of counted) expect(await desk.send(site, { url: `https://shop.example${path}` })).toEqual(ACCEPTED);
  });

  it('visitors who opt out, where the owner wants that', async () => {
    const choices: Record<string, string>[] = [{ dnt: '1' }, { 'sec-gpc': '1' }];
    for (const choice of choices) expect(await desk.send(site, {}, desk.browser(choice))).toEqual(ACCEPTED);
    await desk.ask(ann, 'update-settings', { respect_opt_out: true });
    for (const choice of choices) expect(await desk.send(site, {}, desk.browser(choice))).toEqual(refused('opted_out'));
    expect(await desk.send(site, {}, desk.browser({ dnt: '0' }))).toEqual(ACCEPTED);
  });

  it('more than thirty events of a visitor in ten seconds, also at once', async () => {
    const browser = desk.browser();
    const answers = await atOnce(40, () => desk.send(site, {}, browser));
    expect(answers.filter(({ accepted }) => accepted)).toHaveLength(30);
    expect(answers.filter(({ reason }) => reason === 'rate_limited')).toHaveLength(10);
    expect(await desk.events(site)).toHaveLength(30);
    expect(await desk.send(site, {})).toEqual(ACCEPTED);
    const other = await desk.site(ann, { domain: 'other.example' });
    expect(await desk.send(other, { url: 'https://other.example' }, browser)).toEqual(ACCEPTED);
  });
});

describe('a visitor', () => {
  const hashes = async () =>
    new Set((await desk.events(site)).map(({ visitor_hash }) => visitor_hash.toString('hex'))).size;

  it('is one for the address and the browser, and another one on another site', async () => {
    const browser = desk.browser();
    for (let times = 0; times < 3; times++) await desk.send(site, {}, browser);
    expect(await hashes()).toBe(1);
    await desk.send(site, {}, { ...browser, 'user-agent': CHROME.replace('126', '127') });
    expect(await hashes()).toBe(2);
    const other = await desk.site(ann, { domain: 'other.example' });
    await desk.send(other, { url: 'https://other.example/' }, browser);
    const [{ visitor_hash }] = await desk.events(other);
    const own = (await desk.events(site)).map((event) => event.visitor_hash.toString('hex'));
    expect(own).not.toContain(visitor_hash.toString('hex'));
  });

  it('of a network of IPv6 is one', async () => {
    for (const end of ['1', '2']) {
      await desk.send(site, {}, { 'x-forwarded-for': `2001:db8:1:2::${end}`, 'user-agent': CHROME });
    }
    await desk.send(site, {}, { 'x-forwarded-for': '2001:db8:1:3::1', 'user-agent': CHROME });
    expect(await hashes()).toBe(2);
  });

  it('does not come from the site itself', async () => {
    await desk.change(ann, site, { extra_hosts: ['shop.test'] });
    for (const referrer of [
      'https://shop.example/a',
      'https://blog.shop.example/',
      'https://www.shop.test/',
      'nonsense',
    ]) {
      await desk.send(site, { referrer });
    }
    expect((await desk.events(site)).map(({ referrer_host }) => referrer_host)).toEqual([null, null, null, null]);
  });
});

describe('events that a server sends', () => {
  it('are about its visitor, and of the owner of the site alone', async () => {
    const input = { site_key: site.site_key, url: 'https://shop.example/', client_ip: '9.9.9.9', user_agent: CHROME };
    expect(await desk.ask(ann, 'collect-event', input)).toEqual(ACCEPTED);
    expect(await desk.ask(ann, 'collect-event', { ...input, user_agent: BOT })).toEqual(refused('bot'));
    const callers = [await desk.owner(), { client: desk.service.client() }];
    for (const caller of callers) {
      await desk.expectRefused(caller, 'collect-event', input, 403, 'Forbidden');
      await desk.expectRefused(caller, 'collect-event', { ...input, client_ip: undefined }, 403, 'Forbidden');
    }
    await desk.send(site, {}, { 'x-forwarded-for': '9.9.9.9', 'user-agent': CHROME });
    const events = await desk.events(site);
    expect(new Set(events.map(({ visitor_hash }) => visitor_hash.toString('hex'))).size).toBe(1);
    expect(events).toHaveLength(2);
  });
});
