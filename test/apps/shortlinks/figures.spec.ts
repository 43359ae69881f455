import { CheckDestinations } from '../../../src/apps/shortlinks/jobs/check-destinations.job.js';
import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import { PurgeEventsJob } from '../../../src/web-events/days/purge-events.job.js';
import type { Account } from '../../support/service.js';
import { queryPlan } from '../../support/query-plan.js';
import { Desk, IPHONE } from './desk.js';

let desk: Desk;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  desk = await Desk.start();
  [ann, bob] = await Promise.all([desk.person(), desk.person()]);
});
afterAll(() => desk.stop());

const DAY_MS = 24 * 60 * 60 * 1000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
/** Clicks of so many days ago, as the surface would have kept them. */
const clicked = ({ id }: { id: string }, ago: number, times: number, country = 'DE') =>
  desk.rows(
    `INSERT INTO ext_shortlinks.clicks (link_id, visitor_hash, country, device, rule_index, created_at)
     SELECT $1, int4send(n), $2, 'desktop', 0, $3::date::timestamp AT TIME ZONE 'UTC' + interval '1 hour'
     FROM generate_series(1, $4) n`,
    id,
    country,
    day(ago),
    times,
  );
const slugs = async (input: object, who = ann) =>
  (await desk.ask(who, 'list-links', input)).links.map(({ slug }: { slug: string }) => slug);

describe('the list of links', () => {
  it('is the caller’s, newest first, page by page, and by what he looks for', async () => {
    await desk.link(ann, { slug: 'one', title: 'Apples 100%', tags: ['fruit', 'red'] });
    await desk.link(ann, { slug: 'two', url: 'https://pears.example/', tags: ['fruit'] });
    await desk.link(ann, { slug: 'three', title: 'Nuts' });
    await desk.link(bob, { slug: 'bobs', title: 'Apples' });
    expect(await slugs({})).toEqual(['three', 'two', 'one']);
    const first = await desk.ask(ann, 'list-links', { limit: 2 });
    expect(await slugs({ limit: 2, cursor: first.next_cursor })).toEqual(['one']);
    expect(first.links[0]).toMatchObject({
      short_url: expect.stringContaining('/public/three'),
      state: 'active',
      clicks: 0,
    });
    expect(await slugs({ q: 'APPLES' })).toEqual(['one']);
    expect(await slugs({ q: 'pears.ex' })).toEqual(['two']);
    expect(await slugs({ q: '100%' })).toEqual(['one']);
    expect(await slugs({ q: '_' })).toEqual([]);
    expect(await slugs({ tag: 'fruit' })).toEqual(['two', 'one']);
    expect(await slugs({ tag: 'fruit', q: 'two', status: 'active', domain_id: null })).toEqual(['two']);
    expect(await slugs({ status: 'archived' })).toEqual([]);
    for (const wrong of [{ limit: 0 }, { sort: 'slug' }, { status: 'blocked' }])
      await desk.call(ann, 'list-links', wrong).expect(400);
    await desk.refused(ann, 'list-links', { cursor: first.next_cursor, sort: 'clicks' }, 400, 'Invalid cursor');
  });

  it('is sorted by clicks of the days that are counted, and shows those of today too', async () => {
    const eve = await desk.person();
    const links = await Promise.all(['a1', 'b1', 'c1'].map((slug) => desk.link(eve, { slug: `${slug}-x` })));
    const [a, b, c] = links as [any, any, any];
    await clicked(a, 1, 2);
    await clicked(b, 2, 3);
    await clicked(c, 1, 3);
    await desk.run(RollUpDaysJob);
    await desk.open(a.slug);
    const { links: listed } = await desk.ask(eve, 'list-links', { sort: 'clicks', limit: 2 });
    const later = [b, c]
      .map(({ id }) => id)
      .sort()
      .reverse();
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(later);
    const { links: all } = await desk.ask(eve, 'list-links', { sort: 'clicks' });
    expect(all.map(({ clicks }: { clicks: number }) => clicks)).toEqual([3, 3, 3]);
  });
});

describe('the figures', () => {
  it('are the same before and after days are counted, and when clicks are forgotten', async () => {
    const eve = await desk.person();
    const link = await desk.link(eve, { slug: 'figures' });
    const quiet = await desk.link(eve, { slug: 'quiet' });
    await clicked(link, 100, 4);
    await clicked(link, 20, 3, 'FR');
    await clicked(link, 1, 2);
    await clicked(quiet, 1, 1, 'FR');
    await desk.open('figures', {
      agent: IPHONE,
      headers: { referer: 'https://hub.example/', 'cf-ipcountry': 'DE' },
    });
    await desk.rows('UPDATE ext_shortlinks.rollup_state SET rolled_through = NULL');
    const read = async () => ({
      link: (await desk.ask(eve, 'get-link-stats', { link_id: link.id, from: day(100), to: day(0) })).stats,
      part: (await desk.ask(eve, 'get-link-stats', { link_id: link.id })).stats,
      app: (await desk.ask(eve, 'stats')).stats,
      all: (await desk.ask(eve, 'stats', { from: day(700), to: day(0) })).stats,
      shown: await desk.show(eve, link),
    });
    const before = await read();
    expect(before.link).toMatchObject({
      clicks: 10,
      visitors: 10,
      referrers: [],
      browsers: [{ value: 'Safari', clicks: 1 }],
    });
    expect(before.link.series).toHaveLength(101);
    expect(before.link.series[0]).toEqual({ day: day(100), clicks: 4, visitors: 4 });
    expect(before.link.countries).toEqual([
      { value: 'DE', clicks: 7, visitors: 7 },
      { value: 'FR', clicks: 3, visitors: 3 },
    ]);
    expect(before.part.series).toHaveLength(30);
    expect(before.part.destinations).toEqual([
      { value: '0', clicks: 5, visitors: 5 },
      { value: 'default', clicks: 1, visitors: 1 },
    ]);
    expect(before.app).toEqual({
      links: 2,
      links_created: 2,
      blocked_links: 0,
      clicks: 7,
      visitors: 7,
      top_referrers: [],
      top_links: [
        { link_id: link.id, slug: 'figures', clicks: 6 },
        { link_id: quiet.id, slug: 'quiet', clicks: 1 },
      ],
      top_countries: [
        { value: 'FR', clicks: 4, visitors: 4 },
        { value: 'DE', clicks: 3, visitors: 3 },
      ],
    });
    expect(before.all.clicks).toBe(11);
    expect(before.shown).toMatchObject({ clicks: 10, clicks_today: 1 });
    await desk.run(RollUpDaysJob);
    expect(await read()).toEqual(before);
    await desk.rows('UPDATE ext_shortlinks.rollup_state SET rolled_through = NULL');
    await desk.run(RollUpDaysJob);
    expect(await read()).toEqual(before);
    await desk.run(PurgeEventsJob);
    expect(await desk.clicks(link)).toHaveLength(6);
    expect(await read()).toEqual(before);
    const { export: tables } = await desk.ask(eve, 'export');
    expect(Object.keys(tables).sort()).toEqual(['link_day_values', 'link_days', 'links', 'retired_slugs']);
    expect(tables.link_days).toHaveLength(4);
    expect(JSON.stringify(tables)).not.toContain('hash');
    await desk.refused(eve, 'get-link-stats', { link_id: link.id, from: day(366) }, 400, 'Range is at most 366 days');
    await desk.ask(eve, 'get-link-stats', { link_id: link.id, from: day(365) });
    await desk.call(eve, 'get-link-stats', { link_id: link.id, from: day(0), to: day(1) }).expect(400);
  });

  it('go with their link, for good', async () => {
    const link = await desk.link(ann, { slug: 'short-lived' });
    await desk.open('short-lived');
    await clicked(link, 1, 1);
    await desk.rows('UPDATE ext_shortlinks.rollup_state SET rolled_through = NULL');
    await desk.run(RollUpDaysJob);
    await desk.refused(bob, 'delete-link', { link_id: link.id }, 403, 'Forbidden');
    expect(await desk.ask(ann, 'delete-link', { link_id: link.id })).toEqual({ message: 'Link deleted' });
    await desk.service.jobsDone();
    expect(await desk.clicks(link)).toEqual([]);
    expect(await desk.rows('SELECT FROM ext_shortlinks.link_days WHERE link_id = $1', link.id)).toEqual([]);
    expect((await desk.open('short-lived')).status).toBe(410);
    await desk.refused(bob, 'create-link', { url: 'https://x.example', slug: 'short-lived' }, 409, 'Slug is taken');
    await desk.link(ann, { slug: 'short-lived' });
  });

  it('of an owner leave out a link that is deleted, and sum up what is beyond the first fifty of a day', async () => {
    const eve = await desk.person();
    const [kept, deleted] = [await desk.link(eve), await desk.link(eve)];
    await desk.rows(
      `INSERT INTO ext_shortlinks.links (owner_id, slug, url)
       SELECT $1, 'many-' || n, 'https://many.example/' FROM generate_series(1, 120) n`,
      eve.id,
    );
    await desk.rows(
      `INSERT INTO ext_shortlinks.clicks (link_id, visitor_hash, referrer_host, country, created_at)
       SELECT id, '\\x01', slug || '.example', 'DE', now() - interval '2 days' FROM ext_shortlinks.links
       WHERE owner_id = $1 AND slug LIKE 'many-%'`,
      eve.id,
    );
    await clicked(kept, 2, 3);
    await clicked(deleted, 2, 5);
    await desk.rows('UPDATE ext_shortlinks.rollup_state SET rolled_through = NULL');
    await desk.run(RollUpDaysJob);
    const figures = async () => (await desk.ask(eve, 'stats')).stats;
    expect(await figures()).toMatchObject({ clicks: 128, visitors: 128 });
    expect((await figures()).top_links.slice(0, 2)).toMatchObject([{ clicks: 5 }, { clicks: 3 }]);
    expect((await figures()).top_referrers[0]).toEqual({ value: '(other)', clicks: 70, visitors: 70 });
    await desk.ask(eve, 'delete-link', { link_id: deleted.id });
    expect(await figures()).toMatchObject({ clicks: 123, top_countries: [{ value: 'DE', clicks: 123 }] });
    expect((await figures()).top_links[0]).toMatchObject({ link_id: kept.id, clicks: 3 });
    const [many] = await desk.rows(
      `SELECT id FROM ext_shortlinks.links WHERE slug LIKE 'many-%' ORDER BY slug DESC LIMIT 1`,
    );
    await desk.ask(eve, 'delete-link', { link_id: many.id });
    expect((await figures()).clicks).toBe(122);
    const sums = await desk.rows(
      `SELECT dimension, sum(clicks)::int AS clicks FROM ext_shortlinks.owner_days WHERE owner_id = $1
       GROUP BY dimension ORDER BY dimension`,
      eve.id,
    );
    expect(sums.map(({ clicks }: { clicks: number }) => clicks)).toEqual([122, 122, 119, 122]);
  });

  it('are read by index, however many clicks and links there are', async () => {
    const link = await desk.link(ann);
    const [from, to] = [day(29), day(0)];
    await desk.rows(
      `INSERT INTO ext_shortlinks.clicks (link_id, visitor_hash, created_at)
       SELECT platform.uuid_v7(), int4send(n), now() - n * interval '1 minute' FROM generate_series(1, 20000) n`,
    );
    await desk.rows('ANALYZE ext_shortlinks.clicks');
    const asked: [string, unknown[]][] = [
      ['shortlinks_series', [link.id, from, to]],
      ['shortlinks_values', [link.id, from, to, 50]],
      ['shortlinks_shown', [[link.id]]],
      ['shortlinks_clicks_today', [link.id]],
      ['shortlinks_owner_days_read', [ann.id, from, to, 5]],
    ];
    for (const [name, values] of asked)
      expect((await queryPlan(desk.service.database, name, values)).join(' | ')).not.toContain('Seq Scan clicks');
    await desk.rows(
      `INSERT INTO ext_shortlinks.links (owner_id, slug, url)
       SELECT $1, 'planned-' || n, 'https://planned.example/' FROM generate_series(1, 3000) n`,
      bob.id,
    );
    await desk.rows('ANALYZE ext_shortlinks.links');
    for (const [sort, index] of [
      ['created', 'links_of_owner'],
      ['clicks', 'links_by_clicks'],
    ]) {
      await slugs({ sort });
      const after = [bob.id, sort === 'clicks' ? '9' : 'infinity', bob.id, 21];
      const plan = await queryPlan(desk.service.database, `shortlinks_own ${sort}`, after);
      expect(plan.join(' | ')).toContain(index);
    }
  });
});

describe('every night', () => {
  it('what people still open is looked at again', async () => {
    const make = (url: string, more: object = {}) => desk.link(ann, { url, ...more });
    const turned = 'https://turned.example/';
    const [bad, ruled, ended, counted, unopened, stale, blocked, paused, good, reported] = await Promise.all([
      make('https://x.turned.example/'),
      make('https://fine.example/', { rules: [{ os: ['ios'], url: turned }] }),
      make('https://fine.example/', { expired_url: turned }),
      make(turned),
      make(turned),
      make(turned),
      make(turned),
      make(turned),
      make('https://fine.example/'),
      make('https://fine.example/'),
    ]);
    for (const { slug } of [bad, ruled, ended, blocked, paused, good, reported]) await desk.open(slug);
    await clicked(stale, 32, 1);
    // A day that is counted, and whose clicks are forgotten.
    for (const [{ id }, ago] of [[counted, 30] as const, [stale, 31] as const])
      await desk.rows(
        'INSERT INTO ext_shortlinks.link_days (link_id, day, clicks, visitors) VALUES ($1, $2, 1, 1)',
        id,
        day(ago),
      );
    await desk.ask(ann, 'update-link', { link_id: paused.id, status: 'paused' });
    await desk.set(blocked, 'blocked_at = now()');
    await desk.set(reported, `warned_at = '2025-01-01'`);
    await desk.rows(
      `INSERT INTO moderation.blacklist (type, value, folded) VALUES ('domain', 'turned.example', 'turned.example')`,
    );
    const warned = ({ id }: { id: string }) => desk.show(ann, { id }).then(({ warned_at }) => warned_at);
    await desk.run(CheckDestinations);
    const first = await warned(bad);
    await desk.run(CheckDestinations);
    expect(await warned(bad)).toBe(first);
    const all = { bad, ruled, ended, counted, unopened, stale, blocked, paused, good, reported };
    const found = await Promise.all(
      Object.entries(all).map(async ([name, link]) => ((await warned(link)) === null ? [] : [name])),
    );
    expect(found.flat()).toEqual(['bad', 'ruled', 'ended', 'counted', 'reported']);
    expect((await desk.open(bad.slug)).status).toBe(200);
    expect((await desk.show(ann, good)).url_checked_at > good.url_checked_at).toBe(true);
  });
});
