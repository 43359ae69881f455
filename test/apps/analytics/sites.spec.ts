import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { BASE, Desk } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  ann = await desk.owner();
});

describe('making a site', () => {
  it('reduces a pasted address to its host, and gives the script tag', async () => {
    const { site, snippet } = await desk.ask(ann, 'create-site', {
      name: 'Shop',
      domain: 'https://www.Shop.example/start?x=1',
      timezone: 'Europe/Berlin',
    });
    expect(site).toMatchObject({
      domain: 'shop.example',
      timezone: 'Europe/Berlin',
      status: 'active',
      goals: [],
      funnels: [],
      extra_hosts: [],
      excluded_paths: [],
      shared: false,
      share_url: null,
      site_key: expect.stringMatching(/^[a-z0-9]{16}$/),
    });
    expect(snippet).toBe(`<script defer data-site="${site.site_key}" src="${BASE}/script.js"></script>`);
    expect(site).not.toHaveProperty('rolled_through');
  });

  it.each([
    '', // as an input
    'nothing',
    'co.uk',
    'com',
    '127.0.0.1',
    '[::1]',
    'a b.example',
    'javascript:alert(1)',
    'ftp://shop.example',
    '-.example',
    'shop..example',
    '<b>.example',
    `${'a'.repeat(250)}.example`,
  ])('refuses the domain %j', async (domain) => {
    const { body } = await desk.call(ann, 'create-site', { name: 'Shop', domain }).expect(400);
    expect(body.error).toBe(domain === '' ? 'Validation error' : 'Invalid domain');
  });

  it('stores an international domain as browsers send it', async () => {
    expect(await desk.site(ann, { domain: 'bücher.example' })).toMatchObject({ domain: 'xn--bcher-kva.example' });
  });

  it('takes hosts of test machines as extra hosts, and refuses what is no host', async () => {
    const extra_hosts = ['http://localhost:8080/', '127.0.0.1', 'www.shop.test', 'shop.test'];
    expect((await desk.site(ann, { extra_hosts })).extra_hosts).toEqual(['localhost', '127.0.0.1', 'shop.test']);
    const wrong = { name: 'Shop', domain: 'other.example', extra_hosts: ['a b'] };
    await desk.expectRefused(ann, 'create-site', wrong, 400, 'Invalid domain');
  });

  it('refuses zones that do not exist, and takes that of the settings', async () => {
    const wrong = { name: 'Shop', domain: 'shop.example', timezone: 'Mars/Olympus' };
    await desk.expectRefused(ann, 'create-site', wrong, 400, 'Invalid timezone');
    await desk.ask(ann, 'update-settings', { default_timezone: 'Asia/Tokyo' });
    expect((await desk.site(ann)).timezone).toBe('Asia/Tokyo');
  });

  it('is one of an owner for a domain, also of twenty at once; others may have the same', async () => {
    const made = await atOnce(20, () => desk.call(ann, 'create-site', { name: 'Shop', domain: 'shop.example' }));
    expect(made.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    await desk.expectRefused(ann, 'create-site', { name: 'B', domain: 'www.shop.example' }, 409, 'Site already exists');
    await desk.site(await desk.owner());
  });

  it('ends at fifty, also of twenty at once', async () => {
    await desk.rows(
      `INSERT INTO ext_analytics.sites (owner_id, name, domain, site_key)
       SELECT $1::uuid, 'x', 'x' || n || '.example', left(md5($1::text || n), 16) FROM generate_series(1, 45) n`,
      ann.id,
    );
    const made = await atOnce(20, (n) => desk.call(ann, 'create-site', { name: 'Shop', domain: `shop${n}.example` }));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(5);
    await desk.expectRefused(ann, 'create-site', { name: 'B', domain: 'b.example' }, 409, 'Site limit reached');
  });
});

describe('the list', () => {
  it('has what the owner needs to see that the script works', async () => {
    const first = await desk.site(ann);
    const second = await desk.site(ann, { domain: 'blog.example' });
    await desk.change(ann, first, { goals: [{ key: 'cart', name: 'Cart', kind: 'page', match: '/cart/' }] });
    const browser = desk.browser();
    await desk.send(first, {}, browser);
    await desk.send(first, {}, browser);
    await desk.send(first, {});
    const { sites } = await desk.ask(ann, 'list-sites');
    expect(sites).toMatchObject([
      { id: second.id, visitors_today: 0, last_event_at: null },
      {
        id: first.id,
        visitors_today: 2,
        last_event_at: expect.stringMatching(/Z$/),
        goals: [{ key: 'cart', name: 'Cart', kind: 'page', match: '/cart' }],
        snippet: expect.stringContaining(first.site_key),
      },
    ]);
    const page = await desk.ask(ann, 'list-sites', { limit: 1 });
    const next = await desk.ask(ann, 'list-sites', { limit: 1, cursor: page.next_cursor });
    expect([page.sites[0].id, next.sites[0].id, next.next_cursor]).toEqual([second.id, first.id, null]);
    expect((await desk.ask(await desk.owner(), 'list-sites')).sites).toEqual([]);
  });
});

describe('changing a site', () => {
  it('keeps what is not given', async () => {
    const site = await desk.site(ann);
    const excluded_paths = ['/admin/*', 'draft/', '*.pdf', '/über uns'];
    const changed = await desk.change(ann, site, { excluded_paths, status: 'paused', name: 'New' });
    expect(changed).toMatchObject({ name: 'New', status: 'paused', domain: 'shop.example' });
    expect(changed.excluded_paths).toEqual(['/admin/*', '/draft', '*.pdf', '/%C3%BCber%20uns']);
    expect(await desk.change(ann, site, { name: 'Newer' })).toMatchObject({ excluded_paths: changed.excluded_paths });
  });

  it('refuses the domain of another own site', async () => {
    const site = await desk.site(ann);
    await desk.site(ann, { domain: 'blog.example' });
    const change = (domain: string) => ({ site_id: site.id, domain });
    await desk.expectRefused(ann, 'update-site', change('blog.example'), 409, 'Site already exists');
    await desk.expectRefused(ann, 'update-site', change('nothing'), 400, 'Invalid domain');
    await desk.expectRefused(ann, 'update-site', { site_id: site.id, timezone: 'No/Where' }, 400, 'Invalid timezone');
    expect(await desk.change(ann, site, { domain: 'new.example' })).toMatchObject({ domain: 'new.example' });
  });

  it('has one address of its dashboard until it is no longer shared', async () => {
    const site = await desk.site(ann);
    const { share_token, share_url } = await desk.change(ann, site, { shared: true });
    expect(share_url).toBe(`${BASE}/share/${share_token}`);
    expect((await desk.change(ann, site, { shared: true })).share_token).toBe(share_token);
    expect(await desk.change(ann, site, { shared: false })).toMatchObject({ share_token: null, share_url: null });
    expect((await desk.change(ann, site, { shared: true })).share_token).not.toBe(share_token);
  });

  it('replaces goals and funnels, which have to fit together', async () => {
    const site = await desk.site(ann);
    const goal = (key: string, match = `/${key}`) => ({ key, name: key.toUpperCase(), kind: 'page', match });
    const funnels = [{ key: 'buy', name: 'Buy', steps: ['cart', 'paid'] }];
    const update = (changes: object) => ({ site_id: site.id, ...changes });
    const goals = [goal('paid'), goal('cart')];
    expect(await desk.change(ann, site, { goals, funnels })).toMatchObject({ goals, funnels });
    const [, { id: cart }] = await desk.rows(
      'SELECT id FROM ext_analytics.goals WHERE site_id = $1 ORDER BY position',
      site.id,
    );
    await desk.expectRefused(
      ann,
      'update-site',
      update({ goals: [goal('a'), goal('a')] }),
      400,
      'Duplicate goal key: a',
    );
    await desk.expectRefused(
      ann,
      'update-site',
      update({ goals: [goal('cart')] }),
      400,
      'Unknown goal in funnel: paid',
    );
    const other = [{ key: 'x', name: 'X', steps: ['cart', 'nowhere'] }];
    await desk.expectRefused(ann, 'update-site', update({ funnels: other }), 400, 'Unknown goal in funnel: nowhere');
    const next = await desk.change(ann, site, { goals: [goal('cart', '/basket')], funnels: [] });
    expect(next).toMatchObject({ goals: [goal('cart', '/basket')], funnels: [] });
    expect(await desk.rows('SELECT id FROM ext_analytics.goals WHERE site_id = $1', site.id)).toEqual([{ id: cart }]);
  });

  it('is consistent after twenty changes at once', async () => {
    const site = await desk.site(ann);
    await atOnce(20, (n) => {
      const goals = [0, 1].map((at) => ({ key: `g${n}-${at}`, name: 'G', kind: 'event', match: 'Buy' }));
      const funnels = [{ key: 'f', name: 'F', steps: goals.map(({ key }) => key) }];
      return desk.call(ann, 'update-site', { site_id: site.id, goals, funnels }).expect(200);
    });
    const { sites } = await desk.ask(ann, 'list-sites');
    expect(sites[0].goals).toHaveLength(2);
    expect(sites[0].funnels[0].steps).toEqual(sites[0].goals.map(({ key }: { key: string }) => key));
  });
});
