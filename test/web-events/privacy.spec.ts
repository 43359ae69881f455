import { createHash } from 'node:crypto';
import { RollUpDaysJob } from '../../src/web-events/days/roll-up-days.job.js';
import { WebEventsService } from '../../src/web-events/web-events.service.js';
import { type Account, eventually, TestService } from '../support/service.js';
import { FORM } from '../apps/biolinks/desk.js';
import { visitor } from './probe.js';

/** What a browser says of its user: none of it may be found in the database afterwards. */
const ADDRESSES = ['203.0.113.77', '2001:db8:77:77::77'];
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.77 Safari/537.36';
const VERSION = '126.0.6478.77';
const COOKIE = 'lasting-7f3a9c';
const SECRET = 'inbox-of-jane';
const PUBLIC = '/v1/apps';

/** Also what could stand for them: a hash without a salt is the same on every day, and is tried out for all addresses. */
const NETWORKS = [...ADDRESSES, '2001:db8:77:77::/64'];
const IDENTITIES = [...NETWORKS, AGENT, ...ADDRESSES.map((address) => address + AGENT), COOKIE];
const hashed = (texts: string[]) =>
  texts.flatMap((text) =>
    ['md5', 'sha1', 'sha256'].flatMap((kind) => {
      const hash = createHash(kind).update(text).digest();
      return (['hex', 'base64', 'base64url'] as const).map((form) => hash.toString(form).slice(0, 20));
    }),
  );
/** The same for one thing alone, whose id everybody knows who has the database. */
const hashedWith = (id: string) =>
  hashed(NETWORKS.flatMap((network) => ['', ' ', ':', '\n'].map((between) => id + between + network)));
const WORDS = [...ADDRESSES, '2001:db8:77:77', AGENT, VERSION, COOKIE, SECRET, ...hashed(IDENTITIES)];

/** The tables with a row for each visit, and of how many things there are visits. */
const EVENTS = {
  'ext_analytics.events': 1,
  'ext_pixels.events': 1,
  'ext_shortlinks.clicks': 3,
  'ext_qr.scans': 1,
  'ext_biolinks.events': 1,
  'ext_blog.post_views': 1,
};
const TABLES = Object.keys(EVENTS);
const PASSWORD = 'open sesame';
const HOST = 'links.oak.example';

let service: TestService;
let ann: Account;
beforeAll(async () => {
  service = await TestService.lease({ PUBLIC_URL: 'https://hub.example', TRUST_PROXY: 'loopback' });
  ann = await service.account();
  for (const slug of ['domains', 'analytics', 'pixels', 'shortlinks', 'qr', 'biolinks', 'blog']) {
    await ann.client.post(`${PUBLIC}/install`, { slug }).expect(200);
  }
});
afterAll(() => service.stop());

const ask = async (path: string, input: object) => (await ann.client.post(`${PUBLIC}/${path}`, input).expect(200)).body;
const rows = async (statement: string) => (await service.database.query(statement)).rows;

/** What a visitor asks for: below the apps, or on the host of an owner. */
interface Place {
  path: string;
  body?: object;
  host?: string;
}

/** A short link on a host of its owner. */
async function linkOnOwnHost(): Promise<any> {
  const { domain } = await ask('domains/add-domain', { host: HOST });
  await rows(`UPDATE ext_domains.domains SET status = 'verified', verified_at = now(), mapped_at = now(),
    target_app = 'shortlinks' WHERE id = '${domain.id}'`);
  return (await ask('shortlinks/create-link', { url: 'https://shop.example/own', domain_id: domain.id })).link;
}

/** The addresses that a visitor opens, as the pages and their scripts do; and the ids of what is visited. */
async function places(): Promise<{ places: Place[]; ids: string[] }> {
  const { site } = await ask('analytics/create-site', { name: 'Shop', domain: 'shop.example' });
  const { link } = await ask('shortlinks/create-link', { url: 'https://shop.example/spring' });
  const { code } = await ask('qr/create-code', {
    name: 'Table',
    kind: 'url',
    content: { url: 'https://shop.example/' },
  });
  const { page } = await ask('biolinks/create-page', { handle: 'oak', title: 'Oak' });
  const link_block = { page_id: page.id, kind: 'link', title: 'Shop', url: 'https://shop.example/' };
  const { block } = await ask('biolinks/save-block', link_block);
  await ask('biolinks/update-page', { page_id: page.id, is_published: true });
  await ask('blog/save-blog', { handle: 'oak', title: 'Oak' });
  const { post } = await ask('blog/create-post', { title: 'Rye', body_markdown: 'Bread.' });
  await ask('blog/publish-post', { post_id: post.id });
  const guarded = (await ask('shortlinks/create-link', { url: 'https://shop.example/vip', password: PASSWORD })).link;
  const { pixel } = await ask('pixels/create-pixel', { name: 'Opens', provider: 'own' });
  const targets = [{ target_app: 'biolinks', target_id: page.id }];
  const [attached] = (await ask('pixels/attach-pixel', { pixel_id: pixel.id, targets })).attachments;
  const { block: form } = await ask('biolinks/save-block', { page_id: page.id, ...FORM });
  const own = await linkOnOwnHost();
  const { site_key } = site;
  const url = `https://shop.example/cart?utm_source=news&token=${SECRET}#${SECRET}`;
  const referrer = `https://mail.example/${SECRET}`;
  const from = encodeURIComponent(referrer);
  return {
    ids: [site, link, guarded, own, code, page, block, form, post, pixel, attached].map(({ id }) => id),
    places: [
      { path: 'analytics/public/script.js' },
      { path: 'analytics/collect-event', body: { site_key, url, referrer, props: { plan: 'basic' } } },
      { path: `analytics/public/event.gif?s=${site_key}&u=${encodeURIComponent(url)}&r=${from}` },
      { path: 'pixels/public/pixels.js' },
      { path: `pixels/public/${pixel.key}.gif?e=open` },
      { path: `pixels/public/fired/${attached.id}` },
      { path: `shortlinks/public/${link.slug}?${SECRET}` },
      { path: `shortlinks/public/${guarded.slug}` },
      { path: 'shortlinks/unlock-link', body: { slug: guarded.slug, password: PASSWORD } },
      { path: `/${own.slug}`, host: HOST },
      { path: `qr/public/${code.key}` },
      { path: `qr/public/image/${code.key}.svg` },
      { path: 'biolinks/public/oak' },
      { path: `biolinks/public/hit/${page.id}?r=${from}` },
      { path: `biolinks/public/hit/${block.id}?r=${from}` },
      { path: 'biolinks/submit-contact', body: { block_id: form.id, email: 'jane@mail.example', consent: true } },
      { path: 'blog/public/oak/rye' },
      { path: `blog/public/view/${post.id}?r=${from}` },
    ],
  };
}

/** Returns what the service set in the browser. */
async function visit({ path, body, host }: Place, address: string): Promise<string[]> {
  const { status, headers } = await fetch(service.url + (host ? path : `${PUBLIC}/${path}`), {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      'x-forwarded-for': address,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host ?? 'hub.example',
      'user-agent': AGENT,
      cookie: `visitor=${COOKIE}`,
      referer: `https://mail.example/${SECRET}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([path, status < 400]).toEqual([path, true]);
  return headers.getSetCookie();
}

/** The columns of all tables, of any type, that hold one of the words. */
async function traces(words: string[]): Promise<string[]> {
  const columns = await rows(
    `SELECT format('%I.%I', table_schema, table_name) AS place, format('%I', column_name) AS name
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(columns.length).toBeGreaterThan(1_000);
  const wanted = words.flatMap((word) => [word.toLowerCase(), Buffer.from(word).toString('hex')]);
  const found: string[] = [];
  for (const { place, name } of columns) {
    const [{ text }] = await rows(`SELECT lower(string_agg(${name}::text, ' ')) AS text FROM ${place}`);
    if (text !== null && wanted.some((word) => text.includes(word))) found.push(`${place}.${name}`);
  }
  return found;
}

const hashes = async (table: string): Promise<string[]> =>
  (await rows(`SELECT encode(visitor_hash, 'hex') AS hash FROM ${table}`)).map(({ hash }) => hash);

it('of a visit no address, no user agent and no lasting id is stored, logged or set', async () => {
  const visited = await places();
  for (const place of visited.places) {
    for (const address of ADDRESSES) expect(await visit(place, address)).toEqual([]);
  }
  // Each of the two visitors is counted everywhere, and is somebody else for each thing.
  await eventually(async () => {
    for (const [table, things] of Object.entries(EVENTS))
      expect([table, new Set(await hashes(table)).size]).toEqual([table, things * ADDRESSES.length]);
  });
  const all = (await Promise.all(TABLES.map(hashes))).flatMap((found) => [...new Set(found)]);
  expect(new Set(all).size).toBe(all.length);
  const words = [...WORDS, ...visited.ids.flatMap(hashedWith)];
  expect(await traces(words)).toEqual([]);

  for (const table of TABLES) {
    await rows(`UPDATE ${table} SET created_at = created_at - interval '3 days'`);
  }
  await service.app.get(RollUpDaysJob).run();
  expect(await traces(words)).toEqual([]);
  await rows(`UPDATE ext_analytics.events SET props = '{"agent": "${VERSION}"}'`);
  expect(await traces(words)).toEqual(['ext_analytics.events.props']);
  const logged = service.log.join('\n');
  expect(words.filter((word) => logged.includes(word))).toEqual([]);
});

it('a visitor is somebody else on the next day', async () => {
  const events = service.app.get(WebEventsService);
  const of = async (day: string) => {
    const { visitor_hash } = await events.visit(visitor(AGENT), { scope: ann.id, day });
    return visitor_hash.toString('hex');
  };
  expect(await of('2031-01-01')).toBe(await of('2031-01-01'));
  expect(await of('2031-01-02')).not.toBe(await of('2031-01-01'));
});
