import { PurgeEventsJob } from '../../../src/web-events/days/purge-events.job.js';
import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import type { Account } from '../../support/service.js';
import { Desk, FORM, LINK } from './desk.js';

let desk: Desk;
let ann: Account;
beforeAll(async () => {
  desk = await Desk.start();
});
beforeEach(async () => {
  ann = await desk.person();
  await desk.rows('UPDATE ext_biolinks.rollup_state SET rolled_through = NULL');
});
afterAll(() => desk.stop());

const DAY_MS = 24 * 60 * 60 * 1000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

interface Happened {
  ago: number;
  visitors: number;
  block?: { id: string };
  referrer?: string;
}

/** What so many visitors did so many days ago: views, or clicks on a block. */
const happened = ({ id }: { id: string }, { ago, visitors, block, referrer }: Happened) =>
  desk.rows(
    `INSERT INTO ext_biolinks.events (page_id, block_id, visitor_hash, country, device, referrer_host, created_at)
     SELECT $1, $2, int4send(n), 'DE', 'mobile', $5, $3::date::timestamp AT TIME ZONE 'UTC' + n * interval '1 minute'
     FROM generate_series(1, $4) n`,
    id,
    block?.id ?? null,
    day(ago),
    visitors,
    referrer ?? null,
  );

it('figures are the same before and after days are counted, and when events are purged', async () => {
  const { page, blocks } = await desk.published(ann, {}, [LINK, { ...LINK, title: 'Blog' }, { ...LINK, title: 'Old' }]);
  const [shop, blog, old] = blocks;
  const quiet = (await desk.published(ann)).page;
  await happened(page, { ago: 100, visitors: 9 });
  await happened(page, { ago: 20, visitors: 8, referrer: 'insta.example' });
  await happened(page, { ago: 20, visitors: 4, block: shop });
  await happened(page, { ago: 20, visitors: 3, block: old });
  await happened(page, { ago: 1, visitors: 2 });
  await happened(page, { ago: 1, visitors: 3, block: shop });
  await happened(quiet, { ago: 1, visitors: 1 });
  await desk.hit(page);
  await desk.hit(blog);
  await desk.ask(ann, 'remove-block', { page_id: page.id, block_id: old.id });
  const read = async () => ({
    page: await desk.stats(ann, page),
    long: await desk.stats(ann, page, { from: day(365), to: day(0) }),
    app: (await desk.ask(ann, 'stats')).stats,
    listed: (await desk.ask(ann, 'list-pages')).pages.map(({ views, clicks }: any) => ({ views, clicks })),
    blocks: (await desk.ask(ann, 'get-page', { page_id: page.id })).blocks.map(({ clicks }: any) => clicks),
  });
  const before = await read();
  // Of 8, 3 and 2 visitors, 4, 3 and 1 have clicked: a click without its view is a visit too.
  expect(before.page).toMatchObject({ views: 11, visitors: 13, clicks: 11, click_rate: 61.54, contacts: 0 });
  expect(before.page.series).toHaveLength(30);
  expect(before.page.series.at(-2)).toEqual({ day: day(1), views: 2, clicks: 3 });
  expect(before.page.blocks).toEqual([
    { block_id: shop.id, title: 'Shop', removed: false, clicks: 7, visitors: 7, click_rate: 53.85 },
    { block_id: old.id, title: 'Old', removed: true, clicks: 3, visitors: 3, click_rate: 23.08 },
    { block_id: blog.id, title: 'Blog', removed: false, clicks: 1, visitors: 1, click_rate: 7.69 },
  ]);
  expect(before.page.referrers).toEqual([{ value: 'insta.example', views: 8, visitors: 8 }]);
  expect(before.page.countries).toEqual([{ value: 'DE', views: 10, visitors: 10 }]);
  expect(before.long.views).toBe(20);
  expect(before.app).toMatchObject({ pages: 2, published_pages: 2, views: 12, visitors: 14, clicks: 11 });
  expect(before.app.top_blocks.map(({ clicks }: any) => clicks)).toEqual([7, 3, 1]);
  expect([before.listed, before.blocks]).toEqual([
    [
      { views: 1, clicks: 0 },
      { views: 11, clicks: 11 },
    ],
    [7, 1],
  ]);
  await desk.run(RollUpDaysJob);
  expect(await read()).toEqual(before);
  await desk.rows('UPDATE ext_biolinks.rollup_state SET rolled_through = NULL');
  await desk.run(RollUpDaysJob);
  await desk.run(PurgeEventsJob);
  expect(await read()).toEqual(before);
  expect(await desk.rows(`SELECT FROM ext_biolinks.events WHERE created_at < now() - interval '91 days'`)).toEqual([]);
  const { export: tables } = await desk.ask(ann, 'export');
  expect(tables.page_days).toHaveLength(4);
  expect(JSON.stringify(tables)).not.toContain('visitor_hash');
});

it('counts anew from the moment that the owner chooses, whenever days are counted', async () => {
  const { page, blocks } = await desk.published(ann, {}, [LINK, FORM]);
  await happened(page, { ago: 2, visitors: 5 });
  await happened(page, { ago: 2, visitors: 2, block: blocks[0] });
  await desk.hit(page);
  const contact = (email: string) =>
    desk.ask(desk.nobody(), 'submit-contact', { block_id: blocks[1].id, email, consent: true });
  await contact('a@mail.example');
  expect(await desk.stats(ann, page)).toMatchObject({ views: 6, clicks: 2, contacts: 1 });
  await desk.run(RollUpDaysJob);
  const { counted_from } = await desk.update(ann, page, { reset_counts: true });
  expect(counted_from).toEqual(expect.any(String));
  const nothing = { views: 0, visitors: 0, clicks: 0, click_rate: null, contacts: 0, referrers: [], devices: [] };
  expect(await desk.stats(ann, page)).toMatchObject(nothing);
  expect((await desk.ask(ann, 'stats')).stats).toMatchObject({ views: 0, clicks: 0, top_blocks: [] });
  await desk.hit(page);
  await desk.hit(blocks[0]);
  await contact('b@mail.example');
  expect(await desk.stats(ann, page)).toMatchObject({ views: 1, visitors: 2, clicks: 1, contacts: 1 });
  // As if all of that had been yesterday, and its day is counted now.
  await desk.rows(`UPDATE ext_biolinks.events SET created_at = created_at - interval '1 day'`);
  await desk.rows(`UPDATE ext_biolinks.pages SET counted_from = counted_from - interval '1 day'`);
  await desk.rows('UPDATE ext_biolinks.rollup_state SET rolled_through = $1', day(2));
  await desk.run(RollUpDaysJob);
  expect(await desk.stats(ann, page)).toMatchObject({ views: 1, visitors: 2, clicks: 1 });
  const { pages } = await desk.ask(ann, 'list-pages');
  expect(pages).toMatchObject([{ views: 1, clicks: 1 }]);
  expect((await desk.ask(ann, 'export')).export.page_days.length).toBeGreaterThan(1);
});

it('of very many blocks the first ones of an owner are those of all days', async () => {
  const { page } = await desk.published(ann);
  const others = (await desk.published(ann)).page;
  const made = (of: { id: string }, count: number): Promise<{ id: string }[]> =>
    desk.rows(
      `INSERT INTO ext_biolinks.blocks (page_id, kind, position, title, url)
       SELECT $1, 'link', n, 'Block ' || n, 'https://shop.example/' FROM generate_series(1, $2) n RETURNING id`,
      of.id,
      count,
    );
  const blocks = [...(await made(page, 40)), ...(await made(others, 40))];
  const clicked = (ago: number, times: (at: number) => number) =>
    desk.rows(
      `INSERT INTO ext_biolinks.events (page_id, block_id, visitor_hash, created_at)
       SELECT b.page_id, b.id, int4send(n), $3::date::timestamp AT TIME ZONE 'UTC' + interval '1 hour'
       FROM unnest($1::uuid[], $2::int[]) c (id, times) JOIN ext_biolinks.blocks b USING (id)
       CROSS JOIN LATERAL generate_series(1, c.times) n`,
      blocks.map(({ id }) => id),
      blocks.map((_, at) => times(at)),
      day(ago),
    );
  await clicked(2, (at) => 1 + at);
  await clicked(1, (at) => (at === 0 ? 200 : 1 + (at % 3)));
  const top = async () => (await desk.ask(ann, 'stats')).stats.top_blocks;
  const before = await top();
  expect(before.map(({ clicks }: any) => clicks)).toEqual([201, 82, 81, 80, 79]);
  await desk.run(RollUpDaysJob);
  const kept = () =>
    desk.rows(
      `SELECT day::text, count(*)::int AS blocks FROM ext_biolinks.block_days
       WHERE is_top AND block_id = ANY ($1::uuid[]) GROUP BY 1 ORDER BY 1`,
      blocks.map(({ id }) => id),
    );
  expect(await kept()).toEqual([
    { day: day(2), blocks: 50 },
    { day: day(1), blocks: 50 },
  ]);
  expect(await top()).toEqual(before);
  // What comes late changes which blocks these are.
  await clicked(1, (at) => (at === 79 ? 500 : 0));
  await desk.rows('UPDATE ext_biolinks.rollup_state SET rolled_through = NULL');
  await desk.run(RollUpDaysJob);
  expect(await kept()).toHaveLength(2);
  expect((await top())[0]).toMatchObject({ block_id: blocks[79]?.id });
});

it('a range has at most 366 days, and both ends in order', async () => {
  const page = await desk.page(ann);
  const long = { page_id: page.id, from: '2024-01-01', to: '2025-01-01' };
  await desk.refused(ann, 'get-page-stats', long, 400, 'Range is at most 366 days');
  expect((await desk.stats(ann, page, { from: '2024-01-02', to: '2025-01-01' })).series).toHaveLength(366);
  const turned = { page_id: page.id, from: '2025-01-02', to: '2025-01-01' };
  expect(await desk.fault(ann, 'get-page-stats', turned)).toBe('from must not be after to');
  expect(await desk.fault(ann, 'get-page-stats', { page_id: page.id, from: '2025-02-30' })).toContain('must be a day');
});

it('other apps are told of a page', async () => {
  const { AppServices } = await import('../../../src/apps/contracts/app-services.js');
  const page = await desk.page(ann, { title: 'Told' });
  const service = desk.service.app.get(AppServices, { strict: false }).of('biolinks');
  expect(await service?.describe(page.id)).toEqual({ owner_id: ann.id, label: 'Told', url: page.url });
  expect(await service?.describe(ann.id)).toBeNull();
});
