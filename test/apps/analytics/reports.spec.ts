import { waitingSessions } from '../../support/lock-waits.js';
import { type Account, eventually } from '../../support/service.js';
import { day, Desk, type SiteAnswer } from './desk.js';

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

const report = (asked: object = {}) => desk.report(ann, site, asked);
const expectWrong = (asked: object, error: string) =>
  desk.expectRefused(ann, 'get-report', { site_id: site.id, ...asked }, 400, error);
/** The months since the year 0. */
const monthOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
const points = async (asked: object) => (await report(asked)).series.map(({ at }: { at: string }) => at);

describe('the days', () => {
  it.each([
    [{}, 29, 30],
    [{ period: 'today' }, 0, 24],
    [{ period: '7d' }, 6, 7],
    [{ period: '30d' }, 29, 30],
  ])('of %j', async (asked, ago, count) => {
    const { from, to, series } = await report(asked);
    expect([from, to, series.length]).toEqual([day(ago), day(0), count]);
  });

  it('of yesterday, of the month and of twelve months', async () => {
    const yesterday = await report({ period: 'yesterday' });
    expect([yesterday.from, yesterday.to]).toEqual([day(1), day(1)]);
    const month = await report({ period: 'month' });
    expect([month.from, month.to]).toEqual([`${day(0).slice(0, 8)}01`, day(0)]);
    const year = await report({ period: '12mo' });
    expect([year.to, year.series.length, year.from.slice(8)]).toEqual([day(0), 12, '01']);
  });

  it('are given in one way', async () => {
    const either = 'Give either period or from and to';
    await expectWrong({ period: '7d', from: day(1), to: day(0) }, either);
    await expectWrong({ from: day(1) }, either);
    await expectWrong({ to: day(1) }, either);
    await expectWrong({ from: day(0), to: day(1) }, 'from must not be after to');
    await expectWrong({ from: day(1100), to: day(0) }, 'A report covers at most 1100 days');
    const [first, last] = [day(1099), day(0)];
    expect((await report({ from: first, to: last })).series).toHaveLength(1 + monthOf(last) - monthOf(first));
  });
});

describe('the series', () => {
  it('has the points of its interval, of which the first begins with the range', async () => {
    const may = { from: '2026-05-06', to: '2026-06-10' };
    expect(await points({ ...may, interval: 'month' })).toEqual(['2026-05-06', '2026-06-01']);
    const weeks = ['2026-05-06', '2026-05-11', '2026-05-18', '2026-05-25', '2026-06-01', '2026-06-08'];
    expect(await points({ ...may, interval: 'week' })).toEqual(weeks);
    await desk.ask(ann, 'update-settings', { week_starts_on: 'sunday' });
    const sundays = ['2026-05-06', '2026-05-10', '2026-05-17', '2026-05-24', '2026-05-31', '2026-06-07'];
    expect(await points({ ...may, interval: 'week' })).toEqual(sundays);
    expect(await points({ from: '2026-01-01', to: '2026-06-01' })).toHaveLength(23);
    expect(await points({ from: '2025-01-01', to: '2026-06-01' })).toHaveLength(18);
  });

  it('of one day is by the hour of the zone, also where clocks change', async () => {
    const berlin = await desk.site(ann, { domain: 'berlin.example', timezone: 'Europe/Berlin' });
    await desk.ask(ann, 'update-settings', { raw_retention_days: 180 });
    const { series } = await desk.report(ann, berlin, { period: 'yesterday' });
    const [{ at }] = series;
    const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Berlin' });
    expect(hour.format(new Date(at))).toBe('00');
    expect([23, 24, 25]).toContain(series.length);
  });

  it('counts a visit in the hour in which it begins, and a visitor in each hour', async () => {
    const at = (time: string) => `${day(1)}T${time}Z`;
    await desk.past(site, [{ at: at('08:50:00') }, { at: at('09:10:00') }, { at: at('09:15:00'), visitor: 2 }]);
    const { series, totals } = await report({ period: 'yesterday' });
    expect(series.slice(8, 10)).toEqual([
      { at: `${day(1)}T08:00:00.000Z`, visitors: 1, visits: 1, pageviews: 1, events: 0 },
      { at: `${day(1)}T09:00:00.000Z`, visitors: 2, visits: 1, pageviews: 2, events: 0 },
    ]);
    expect(totals).toMatchObject({ visitors: 2, visits: 2, pageviews: 3 });
  });
});

describe('filters and hours', () => {
  const TOO_FAR = 'Filters and hours need a range of at most 31 days within the raw retention';
  const filters = [{ dimension: 'page', op: 'is', value: '/' }];

  it('need events that are kept', async () => {
    await expectWrong({ from: day(31), to: day(0), filters }, TOO_FAR);
    await expectWrong({ from: day(100), to: day(90), interval: 'hour' }, TOO_FAR);
    await expectWrong({ from: day(91), to: day(80), filters }, TOO_FAR);
    await report({ from: day(90), to: day(80), filters });
    await expectWrong({ from: day(85), to: day(80), filters, compare: 'previous' }, TOO_FAR);
    await desk.ask(ann, 'update-settings', { raw_retention_days: 180 });
    await report({ from: day(91), to: day(80), filters });
    await report({ from: day(85), to: day(80), filters, compare: 'previous' });
    await report({ from: day(400), to: day(400) });
  });

  it('choose events, and the visits and goals that have them', async () => {
    await desk.change(ann, site, { goals: [{ key: 'buy', name: 'Buy', kind: 'event', match: 'Buy' }] });
    const at = (time: string) => `${day(1)}T${time}Z`;
    await desk.past(site, [
      { at: at('08:00:00'), utm_source: 'news', country: 'DE' },
      { at: at('08:01:00'), path: '/cart', country: 'DE' },
      { at: at('08:02:00'), path: '/cart', name: 'Buy', country: 'DE' },
      { at: at('08:00:00'), visitor: 2, path: '/cart', country: 'FR' },
    ]);
    const chosen = async (dimension: string, op: string, value: string) => {
      const asked = { period: '7d', filters: [{ dimension, op, value }], breakdowns: ['page'] };
      const { totals, goals, breakdowns } = await report(asked);
      const pages = breakdowns.page.map((row: { value: string }) => row.value);
      return [totals.visitors, totals.pageviews, totals.events, goals[0].conversions, totals.bounce_rate, pages];
    };
    const ofNews = [1, 2, 1, 1, 0, ['/', '/cart']];
    expect(await chosen('utm_source', 'is', 'news')).toEqual(ofNews);
    expect(await chosen('utm_source', 'contains', 'NEW')).toEqual(ofNews);
    expect(await chosen('utm_source', 'is_not', 'news')).toEqual([1, 1, 0, 0, 100, ['/cart']]);
    expect(await chosen('country', 'is', 'FR')).toEqual([1, 1, 0, 0, 100, ['/cart']]);
    expect(await chosen('entry_page', 'is', '/')).toEqual(ofNews);
    expect(await chosen('exit_page', 'is', '/cart')).toEqual([2, 3, 1, 1, 50, ['/cart', '/']]);
    expect(await chosen('page', 'is', '/cart')).toEqual([2, 2, 1, 1, 50, ['/cart']]);
    expect(await chosen('event', 'is', 'Buy')).toEqual([1, 0, 1, 1, 0, []]);
    expect(await chosen('referrer', 'contains', '%')).toEqual([0, 0, 0, 0, 0, []]);
    const both = ['DE', 'FR'].map((value) => ({ dimension: 'country', op: 'is', value }));
    expect((await report({ period: '7d', filters: both })).totals.visitors).toBe(0);
  });

  it.each([
    { filters: Array(6).fill(filters[0]) },
    { filters: [{ dimension: 'props', op: 'is', value: 'x' }] },
    { filters: [{ dimension: 'page', op: 'like', value: 'x' }] },
    { breakdowns: ['page', 'page'] },
    { breakdowns: ['page', 'os', 'browser', 'device', 'event', 'country', 'referrer'] },
    { breakdown_limit: 101 },
    { period: 'century' },
    { from: '0001-01-01', to: '0001-01-02' },
  ])('are refused as %j', async (asked) => {
    await desk.call(ann, 'get-report', { site_id: site.id, ...asked }).expect(400);
  });
});

describe('a comparison', () => {
  it('has the change in percent to the days before, or to the year before', async () => {
    const views = (on: string, count: number) =>
      Array.from({ length: count }, (_, visitor) => ({ at: `${on}T12:00:00Z`, visitor }));
    await desk.past(site, [...views('2026-03-10', 3), ...views('2026-03-09', 2), ...views('2025-03-10', 4)]);
    const range = { from: '2026-03-10', to: '2026-03-10', interval: 'day' };
    expect((await report({ ...range, compare: 'previous' })).compare).toEqual({
      visitors: 50,
      visits: 50,
      pageviews: 50,
      events: 0,
      bounce_rate: 0,
      visit_seconds_avg: 0,
      views_per_visit: 0,
    });
    expect((await report({ ...range, compare: 'year' })).compare.visitors).toBe(-25);
    const alone = { from: '2026-03-09', to: '2026-03-09', interval: 'day', compare: 'previous' };
    expect((await report(alone)).compare.visitors).toBeNull();
    expect((await report(range)).compare).toBeNull();
    const leap = { from: '2024-02-29', to: '2024-02-29', interval: 'day', compare: 'year' };
    expect((await report(leap)).compare.visitors).toBe(0);
  });
});

describe('what happens now', () => {
  it('is seen at once, by the minute', async () => {
    await desk.send(site, {});
    await desk.send(site, { name: 'Buy' });
    const { series, totals, current_visitors, compare } = await report({ period: 'realtime', compare: 'previous' });
    expect(series).toHaveLength(30);
    expect(totals).toMatchObject({ visitors: 2, pageviews: 1, events: 1 });
    expect([current_visitors, compare]).toEqual([2, null]);
    expect((await report({ period: 'today' })).totals.visitors).toBe(2);
    const sum = (name: string) => series.reduce((all: number, point: any) => all + point[name], 0);
    expect([sum('pageviews'), sum('events'), sum('visits')]).toEqual([1, 1, 2]);
  });

  it('cannot be read where a statement takes too long', async () => {
    const other = await desk.service.database.connect();
    await other.query('BEGIN; LOCK TABLE ext_analytics.site_days');
    const refused = expectWrong({ period: '7d' }, 'Range is too large, choose a shorter one');
    const answered = refused.then(() => undefined);
    // The time-out of the database has the same code as a cancelled statement.
    await eventually(async () => {
      const { rows } = await other.query(waitingSessions('pg_cancel_backend(pid)'));
      expect(rows.length).toBeGreaterThan(0);
    });
    await answered;
    await other.query('ROLLBACK');
    other.release();
  });
});
