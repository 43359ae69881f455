import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import type { Account } from '../../support/service.js';
import { day, Desk, type SiteAnswer } from './desk.js';
import { expectedFigures, oneAtATime } from './oracle.js';

const DIMENSIONS = ['page', 'entry_page', 'exit_page', 'referrer', 'utm_source', 'event'];

let desk: Desk;
let ann: Account;
let site: SiteAnswer;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.owner();
});
afterAll(() => desk.stop());
beforeEach(async () => {
  await desk.rows('DELETE FROM ext_analytics.sites');
  await desk.rows('DELETE FROM ext_analytics.events');
  site = await desk.site(ann);
});

/** Days that are over for long enough to be closed, whenever the test runs. */
const date = (ago: number) => day(ago + 1);
const range = { from: date(4), to: date(0) };
const figures = () => desk.report(ann, site, { ...range, breakdowns: DIMENSIONS, breakdown_limit: 100 });
/** The same by the other way: from the events, because of a filter that all events meet. */
const byFilter = () =>
  desk.report(ann, site, { ...range, breakdowns: DIMENSIONS, breakdown_limit: 100, filters: [{ dimension: 'page', op: 'is_not', value: 'x' }] }); // prettier-ignore
const at = (ago: number, time: string) => `${date(ago)}T${time}Z`;

describe('a report', () => {
  it('has totals, a point for each day, breakdowns and goals', async () => {
    const goals = [
      { key: 'cart', name: 'Cart', kind: 'page', match: '/cart*' },
      { key: 'buy', name: 'Buy', kind: 'event', match: 'Buy' },
      { key: 'never', name: 'Never', kind: 'page', match: '/never' },
    ];
    await desk.change(ann, site, { goals });
    await desk.past(site, [
      { at: at(2, '10:00:00'), path: '/', referrer_host: 'mail.example' },
      { at: at(2, '10:10:00'), path: '/cart' },
      { at: at(2, '10:39:59'), path: '/cart/pay', name: 'Buy' },
      { at: at(2, '11:09:59'), path: '/' },
      { at: at(2, '12:00:00'), path: '/cart', visitor: 2 },
      { at: at(1, '12:00:00'), path: '/', visitor: 2 },
    ]);
    const expected = {
      ...range,
      timezone: 'UTC',
      totals: {
        visitors: 3,
        visits: 4,
        pageviews: 5,
        events: 1,
        bounce_rate: 75,
        visit_seconds_avg: 600,
        views_per_visit: 1.25,
      },
      compare: null,
      series: [
        { at: date(4), visitors: 0, visits: 0, pageviews: 0, events: 0 },
        { at: date(3), visitors: 0, visits: 0, pageviews: 0, events: 0 },
        { at: date(2), visitors: 2, visits: 3, pageviews: 4, events: 1 },
        { at: date(1), visitors: 1, visits: 1, pageviews: 1, events: 0 },
        { at: date(0), visitors: 0, visits: 0, pageviews: 0, events: 0 },
      ],
      breakdowns: {
        page: [
          { value: '/', visitors: 2, pageviews: 3, visits: 3 },
          { value: '/cart', visitors: 2, pageviews: 2, visits: 2 },
        ],
        entry_page: [
          { value: '/', visitors: 2, pageviews: 4, visits: 3 },
          { value: '/cart', visitors: 1, pageviews: 1, visits: 1 },
        ],
        exit_page: [
          { value: '/', visitors: 2, pageviews: 2, visits: 2 },
          { value: '/cart/pay', visitors: 1, pageviews: 2, visits: 1 },
          { value: '/cart', visitors: 1, pageviews: 1, visits: 1 },
        ],
        referrer: [{ value: 'mail.example', visitors: 1, pageviews: 2, visits: 1 }],
        utm_source: [],
        event: [{ value: 'Buy', visitors: 1, pageviews: 1, visits: 1 }],
      },
      goals: [
        { key: 'cart', name: 'Cart', conversions: 2, visitors: 2, rate: 66.67 },
        { key: 'buy', name: 'Buy', conversions: 1, visitors: 1, rate: 33.33 },
        { key: 'never', name: 'Never', conversions: 0, visitors: 0, rate: 0 },
      ],
      current_visitors: 0,
    };
    expect(await figures()).toEqual(expected);
    expect(await byFilter()).toEqual(expected);
    await desk.closeDays();
    expect(await figures()).toEqual(expected);
    expect(await byFilter()).toEqual(expected);
    // Closed days are read from the day tables alone.
    await desk.rows('DELETE FROM ext_analytics.events');
    expect(await figures()).toEqual(expected);
  });

  it('is the same before and after its days are closed, and as counted by hand', async () => {
    const happened = record({
      ago: integer({ min: 1, max: 3 }),
      minute: integer({ min: 0, max: 1439 }),
      visitor: integer({ min: 1, max: 3 }),
      name: constantFrom('pageview', 'pageview', 'Buy'),
      path: constantFrom('/', '/a', '/b'),
      referrer_host: constantFrom(undefined, undefined, 'one.example', 'two.example'),
      utm_source: constantFrom(undefined, undefined, 'news'),
    });
    await assert(
      asyncProperty(array(happened, { maxLength: 40 }), async (all) => {
        await desk.rows('DELETE FROM ext_analytics.events');
        await desk.rows('DELETE FROM ext_analytics.sites');
        site = await desk.site(ann);
        const minuteOf = (ago: number, minute: number) =>
          new Date(Date.parse(date(ago)) + minute * 60_000).toISOString();
        const events = oneAtATime(all.map(({ ago, minute, ...event }) => ({ ...event, at: minuteOf(ago, minute) })));
        await desk.past(site, events);
        const open = await figures();
        expect(await byFilter()).toEqual(open);
        await desk.closeDays();
        expect(await figures()).toEqual(open);
        const { totals, values } = expectedFigures(events);
        const { visitors, visits, pageviews, events: others } = totals;
        expect(open.totals).toMatchObject({ visitors, visits, pageviews, events: others });
        const [stored] = await desk.rows(
          `SELECT coalesce(sum(bounces), 0)::int AS bounces, coalesce(sum(visit_seconds), 0)::int AS visit_seconds
           FROM ext_analytics.site_days WHERE site_id = $1`,
          site.id,
        );
        expect(stored).toEqual({ bounces: totals.bounces, visit_seconds: totals.visit_seconds });
        for (const dimension of DIMENSIONS) expect(open.breakdowns[dimension]).toEqual(values[dimension] ?? []);
      }),
      { numRuns: 15 },
    );
  });
});

describe('the breakdowns of a report', () => {
  const twelve = ['page', 'entry_page', 'exit_page', 'referrer', 'utm_source', 'utm_medium', 'utm_campaign', 'country', 'device', 'os', 'browser', 'event']; // prettier-ignore
  const breakdowns = async (dimensions: string[]) =>
    (await desk.report(ann, site, { ...range, breakdowns: dimensions, breakdown_limit: 100 })).breakdowns;
  const together = async () => ({ ...(await breakdowns(twelve.slice(0, 6))), ...(await breakdowns(twelve.slice(6))) });
  const alone = async () => {
    const each = await Promise.all(twelve.map((dimension) => breakdowns([dimension])));
    return Object.assign({}, ...each);
  };

  it('are the same alone and together, before and after the days are closed', async () => {
    await desk.rows(
      `INSERT INTO ext_analytics.events
         (site_id, visitor_hash, name, path, referrer_host, utm_source, utm_medium, utm_campaign, country, device, os, browser, created_at)
       SELECT $1, sha256((d || ' ' || v)::bytea), CASE WHEN n % 7 = 0 THEN 'Buy' ELSE 'pageview' END, '/p' || n * 7 % 11,
         CASE WHEN n % 5 = 0 THEN 'r' || n % 4 END, CASE WHEN n % 6 = 0 THEN 's' || n % 4 END, CASE WHEN n % 8 = 0 THEN 'm' || n % 3 END,
         CASE WHEN n % 9 = 0 THEN 'c' || n % 4 END, CASE WHEN v % 3 > 0 THEN 'C' || v % 3 END, 'device' || v % 2, 'os' || v % 3,
         CASE WHEN v % 4 > 0 THEN 'b' || v % 4 END, $2::timestamptz + d * interval '1 day' + n * interval '7 minutes'
       FROM generate_series(0, 1) d, generate_series(0, 199) n, LATERAL (SELECT n * n % 13 AS v) visitor`,
      site.id,
      at(2, '00:00:00'),
    );
    const open = await together();
    for (const dimension of twelve) expect(open[dimension].length).toBeGreaterThan(0);
    expect(await alone()).toEqual(open);
    await desk.closeDays();
    expect(await together()).toEqual(open);
    expect(await alone()).toEqual(open);
  });
});

describe('closing days', () => {
  const stored = async () => ({
    days: await desk.rows('SELECT day::text, pageviews, visitors FROM ext_analytics.site_days ORDER BY day'),
    values: await desk.rows(
      'SELECT day::text, dimension, value, pageviews, visitors, visits FROM ext_analytics.site_day_values ORDER BY 1, 2, 3',
    ),
    goals: await desk.rows('SELECT day::text, conversions, visitors FROM ext_analytics.goal_days ORDER BY day'),
  });

  it('writes the same numbers again, also at once', async () => {
    await desk.change(ann, site, { goals: [{ key: 'home', name: 'Home', kind: 'page', match: '/' }] });
    await desk.past(site, [1, 2, 3].flatMap((ago) => [{ at: at(ago, '08:00:00') }, { at: at(ago, '09:00:00'), path: '/a' }])); // prettier-ignore
    await Promise.all([desk.closeDays(), desk.closeDays(), desk.closeDays()]);
    const first = await stored();
    expect(first.days).toHaveLength(3);
    expect(first.goals).toHaveLength(3);
    await desk.rows('UPDATE ext_analytics.sites SET rolled_through = NULL');
    await desk.closeDays();
    expect(await stored()).toEqual(first);
  });

  it('keeps two hundred values of a dimension, and adds up the others', async () => {
    await desk.rows(
      `INSERT INTO ext_analytics.events (site_id, visitor_hash, path, created_at)
       SELECT $1, int8send(n % 300), '/p' || lpad((n % 205)::text, 3, '0'), $2::timestamptz + n * interval '1 second'
       FROM generate_series(0, 409) n`,
      site.id,
      at(1, '08:00:00'),
    );
    await desk.closeDays();
    const pages = (await stored()).values.filter(({ dimension }) => dimension === 'page');
    expect(pages).toHaveLength(201);
    expect(pages.reduce((sum, { pageviews }) => sum + pageviews, 0)).toBe(410);
    expect(pages.find(({ value }) => value === '(other)')).toMatchObject({ pageviews: 10 });
    const { breakdowns } = await desk.report(ann, site, { ...range, breakdowns: ['page'], breakdown_limit: 100 });
    expect(breakdowns.page).toHaveLength(100);
    expect(breakdowns.page[0].value).not.toBe('(other)');
  });

  it('counts very many visits of a visitor on one day', async () => {
    await desk.past(site, Array.from({ length: 48 }, (_, n) => ({ at: new Date(Date.parse(date(1)) + n * 1_800_000).toISOString() }))); // prettier-ignore
    await desk.closeDays();
    const { breakdowns, totals } = await desk.report(ann, site, { ...range, breakdowns: ['page', 'entry_page'] });
    expect(totals.visits).toBe(48);
    for (const list of [breakdowns.page, breakdowns.entry_page]) expect(list).toEqual([{ value: '/', visitors: 1, pageviews: 48, visits: 48 }]); // prettier-ignore
  });
});
