import { createHash } from 'node:crypto';
import { RollUpDaysJob } from '../../src/web-events/days/roll-up-days.job.js';
import { WebEventsService } from '../../src/web-events/web-events.service.js';
import { type Account, eventually, TestService } from '../support/service.js';
import { visitor } from './probe.js';

/** What a browser says of its user: none of it may be found in the database afterwards. */
const ADDRESSES = ['203.0.113.77', '2001:db8:77:77::77'];
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.6478.77 Safari/537.36';
const VERSION = '126.0.6478.77';
const COOKIE = 'lasting-7f3a9c';
const SECRET = 'inbox-of-jane';
const PUBLIC = '/v1/apps';

/** Also what could stand for them: a hash without a salt is the same on every day. */
const IDENTITIES = [...ADDRESSES, AGENT, ...ADDRESSES.map((address) => address + AGENT), COOKIE];
const HASHED = IDENTITIES.flatMap((text) =>
  ['md5', 'sha1', 'sha256'].map((kind) => createHash(kind).update(text).digest('hex').slice(0, 32)),
);
const WORDS = [...ADDRESSES, '2001:db8:77:77', AGENT, VERSION, COOKIE, SECRET, ...HASHED];

/** The tables with a row for each visit. */
const EVENTS = [
  'ext_analytics.events',
  'ext_shortlinks.clicks',
  'ext_qr.scans',
  'ext_biolinks.events',
  'ext_blog.post_views',
];

let service: TestService;
let ann: Account;
beforeAll(async () => {
  service = await TestService.lease({ PUBLIC_URL: 'https://hub.example', TRUST_PROXY: 'loopback' });
  ann = await service.account();
  for (const slug of ['analytics', 'shortlinks', 'qr', 'biolinks', 'blog']) {
    await ann.client.post(`${PUBLIC}/install`, { slug }).expect(200);
  }
});
afterAll(() => service.stop());

const ask = async (path: string, input: object) => (await ann.client.post(`${PUBLIC}/${path}`, input).expect(200)).body;
const rows = async (statement: string) => (await service.database.query(statement)).rows;

/** The addresses that a visitor opens, as the pages and their scripts do. */
async function places(): Promise<[path: string, body?: object][]> {
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
  const { site_key } = site;
  const url = `https://shop.example/cart?utm_source=news&token=${SECRET}#${SECRET}`;
  const from = encodeURIComponent(`https://mail.example/${SECRET}`);
  return [
    ['analytics/public/script.js'],
    [
      'analytics/collect-event',
      { site_key, url, referrer: `https://mail.example/${SECRET}`, props: { plan: 'basic' } },
    ],
    [`analytics/public/event.gif?s=${site_key}&u=${encodeURIComponent(url)}&r=${from}`],
    [`shortlinks/public/${link.slug}?${SECRET}`],
    [`qr/public/${code.key}`],
    ['biolinks/public/oak'],
    [`biolinks/public/hit/${page.id}?r=${from}`],
    [`biolinks/public/hit/${block.id}?r=${from}`],
    ['blog/public/oak/rye'],
    [`blog/public/view/${post.id}?r=${from}`],
  ];
}

/** Returns what the service set in the browser. */
async function visit([path, body]: [string, object?], address: string): Promise<string[]> {
  const { status, headers } = await fetch(`${service.url}${PUBLIC}/${path}`, {
    method: body ? 'POST' : 'GET',
    redirect: 'manual',
    headers: {
      'x-forwarded-for': address,
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
async function traces(): Promise<string[]> {
  const columns = await rows(
    `SELECT format('%I.%I', table_schema, table_name) AS place, format('%I', column_name) AS name
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  expect(columns.length).toBeGreaterThan(1_000);
  const found: string[] = [];
  for (const { place, name } of columns) {
    const { rowCount } = await service.database.query(
      `SELECT FROM ${place} WHERE ${name} IS NOT NULL AND EXISTS (
         SELECT FROM unnest($1::text[], $2::text[]) word (plain, hex)
         WHERE strpos(lower(${name}::text), word.plain) > 0 OR strpos(${name}::text, word.hex) > 0) LIMIT 1`,
      [WORDS.map((word) => word.toLowerCase()), WORDS.map((word) => Buffer.from(word).toString('hex'))],
    );
    if (rowCount) found.push(`${place}.${name}`);
  }
  return found;
}

const hashes = async (table: string): Promise<string[]> =>
  (await rows(`SELECT encode(visitor_hash, 'hex') AS hash FROM ${table}`)).map(({ hash }) => hash);

it('of a visit no address, no user agent and no lasting id is stored, logged or set', async () => {
  for (const place of await places()) {
    for (const address of ADDRESSES) expect(await visit(place, address)).toEqual([]);
  }
  // Each of the two visitors is counted everywhere, and is somebody else in each place.
  await eventually(async () => {
    for (const table of EVENTS) expect([table, new Set(await hashes(table)).size]).toEqual([table, 2]);
  });
  const all = (await Promise.all(EVENTS.map(hashes))).flatMap((found) => [...new Set(found)]);
  expect(new Set(all).size).toBe(all.length);
  expect(await traces()).toEqual([]);

  for (const table of EVENTS) {
    await rows(`UPDATE ${table} SET created_at = created_at - interval '3 days'`);
  }
  await service.app.get(RollUpDaysJob).run();
  expect(await traces()).toEqual([]);
  await rows(`UPDATE ext_analytics.events SET props = '{"agent": "${VERSION}"}'`);
  expect(await traces()).toEqual(['ext_analytics.events.props']);
  const logged = service.log.join('\n');
  expect(WORDS.filter((word) => logged.includes(word))).toEqual([]);
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
