import { AnalyticsService } from '../../../src/apps/analytics/analytics.service.js';
import type { Account } from '../../support/service.js';
import { BASE, day, Desk, type SiteAnswer } from './desk.js';

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

const at = (ago: number, time = '12:00:00') => `${day(ago)}T${time}Z`;

it('strangers neither see nor change a site', async () => {
  const bob = await desk.owner();
  const { id: site_id } = site;
  for (const [action, input] of [
    ['update-site', { name: 'Mine' }],
    ['delete-site', { domain: 'shop.example' }],
    ['get-report', {}],
    ['get-funnel', { funnel: 'buy' }],
  ] as const) {
    await desk.expectRefused(bob, action, { site_id, ...input }, 403, 'Forbidden');
    const unknown = '0190a0a0-0000-7000-8000-000000000001';
    await desk.expectRefused(bob, action, { site_id: unknown, ...input }, 404, 'Site not found');
  }
});

it('the statistics are those of all own sites, with their open days', async () => {
  const blog = await desk.site(ann, { domain: 'blog.example', timezone: 'Asia/Tokyo' });
  await desk.change(ann, site, { goals: [{ key: 'home', name: 'Home', kind: 'page', match: '/' }] });
  await desk.past(site, [{ at: at(3) }, { at: at(3, '12:10:00'), name: 'Buy' }, { at: at(40) }]);
  await desk.past(blog, [1, 2, 3].map((visitor) => ({ at: at(5, '02:00:00'), visitor }))); // prettier-ignore
  await desk.past(await desk.site(await desk.owner()), [{ at: at(3) }]);
  const stats = async (days = {}) => (await desk.ask(ann, 'stats', days)).stats;
  const expected = {
    sites: 2,
    pageviews: 4,
    visitors: 4,
    visits: 4,
    events: 1,
    bounce_rate: 0.75,
    goal_conversions: 1,
    top_site: { site_id: blog.id, visitors: 3 },
  };
  expect(await stats()).toEqual(expected);
  await desk.closeDays();
  expect(await stats()).toEqual(expected);
  expect(await stats({ from: day(50), to: day(35) })).toMatchObject({ pageviews: 1, goal_conversions: 1 });
  const nothing = await (await desk.ask(await desk.owner(), 'stats')).stats;
  expect(nothing).toMatchObject({ sites: 0, visitors: 0, bounce_rate: null, top_site: null });
});

it('the export has sites and figures of days, never events', async () => {
  await desk.past(site, [{ at: at(3) }]);
  await desk.closeDays();
  const { export: tables } = await desk.ask(ann, 'export');
  expect(Object.keys(tables).sort()).toEqual([
    'funnels',
    'goal_days',
    'goals',
    'site_day_values',
    'site_days',
    'sites',
  ]);
  expect(tables.site_days).toMatchObject([{ site_id: site.id, pageviews: 1 }]);
  expect(JSON.stringify(tables)).not.toContain('visitor_hash');
});

it('other apps learn who owns a site, and get its script tag while it is active', async () => {
  const service = desk.service.app.get(AnalyticsService, { strict: false });
  const unknown = '0190a0a0-0000-7000-8000-000000000001';
  expect(await service.ownerOf(site.id)).toBe(ann.id);
  expect(await service.snippetFor(site.id)).toContain(`src="${BASE}/script.js"`);
  await desk.change(ann, site, { status: 'paused' });
  expect(await service.snippetFor(site.id)).toBeNull();
  expect([await service.ownerOf(unknown), await service.snippetFor(unknown)]).toEqual([null, null]);
});

it.each([
  { raw_retention_days: 29 },
  { raw_retention_days: 181 },
  { default_timezone: 'Mars/Olympus' },
  { week_starts_on: 'friday' },
  { respect_opt_out: 'yes' },
])('the setting %j is refused', async (settings) => {
  await desk.call(ann, 'update-settings', settings).expect(400);
});

it('events leave no trace in the activity', async () => {
  await desk.send(site, {});
  const { activity } = await desk.ask(ann, 'activity');
  expect(activity.map(({ action }: { action: string }) => action)).toEqual(['create-site']);
});
