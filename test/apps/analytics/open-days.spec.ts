import { array, assert, asyncProperty, constantFrom, integer, record, uniqueArray } from 'fast-check';
import { CountOpenDaysJob } from '../../../src/apps/analytics/jobs/count-open-days.job.js';
import { OpenDaysRepository, WORTH_COUNTING } from '../../../src/apps/analytics/days/open-days.repository.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import type { Account } from '../../support/service.js';
import { day, Desk, type PastEvent, type SiteAnswer } from './desk.js';
import { expectedFigures, oneAtATime } from './oracle.js';

const DIMENSIONS = ['page', 'entry_page', 'exit_page', 'referrer', 'utm_source', 'event'];
const MINUTE_MS = 60_000;

let desk: Desk;
let ann: Account;
let site: SiteAnswer;
beforeAll(async () => {
  desk = await Desk.start();
  ann = await desk.owner();
});
afterAll(() => desk.stop());
beforeEach(() => begin());

async function begin(more: object = {}): Promise<void> {
  await desk.rows('DELETE FROM ext_analytics.sites');
  await desk.rows('DELETE FROM ext_analytics.events');
  site = await desk.site(ann, more);
}

const moment = (on: string, minute: number) => new Date(Date.parse(on) + minute * MINUTE_MS);
const values = async (from: string, to: string) =>
  (await desk.report(ann, site, { from, to, breakdowns: DIMENSIONS, breakdown_limit: 100 })).breakdowns;
const closedThrough = (on: string) =>
  desk.rows('UPDATE ext_analytics.sites SET rolled_through = $2 WHERE id = $1', site.id, on);
const countUntil = (until: Date) =>
  desk.service.app
    .get(DatabaseService)
    .transaction(() => desk.service.app.get(OpenDaysRepository).countUntil({ id: site.id, until }));
const counted = () =>
  desk.rows('SELECT dimension, value, pageviews, visitors, visits FROM ext_analytics.site_day_values ORDER BY 1, 2');

describe('an open day that is counted at some moments', () => {
  // The first day is open and counted, the second one is open and not, so that a report reads both.
  const [first, second] = [day(3), day(2)];
  const event = record({
    on: constantFrom(first, first, first, second),
    minute: integer({ min: 0, max: 1439 }),
    visitor: integer({ min: 1, max: 4 }),
    name: constantFrom('pageview', 'pageview', 'Buy'),
    path: constantFrom('/', '/a', '/b'),
    referrer_host: constantFrom(undefined, undefined, 'one.example', 'two.example'),
    utm_source: constantFrom(undefined, undefined, 'news'),
  });
  const moments = uniqueArray(integer({ min: 0, max: 1440 }), { minLength: 1, maxLength: 4 });

  it('has the values of all of its events', async () => {
    await assert(
      asyncProperty(array(event, { maxLength: 40 }), moments, async (all, at) => {
        await begin();
        const events = oneAtATime(
          all.map(({ on, minute, ...rest }) => ({ ...rest, at: moment(on, minute).toISOString() })),
        );
        await desk.past(site, events);
        await closedThrough(day(4));
        const expected = (of: PastEvent[]) => {
          const found = expectedFigures(of).values;
          return Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, found[dimension] ?? []]));
        };
        for (const minute of at.sort((a, b) => a - b)) {
          await countUntil(moment(first, minute));
          expect(await values(first, second)).toEqual(expected(events));
          expect(await values(first, first)).toEqual(expected(events.filter((one) => one.at.startsWith(first))));
          expect(await values(second, second)).toEqual(expected(events.filter((one) => one.at.startsWith(second))));
        }
        await closedThrough(first);
        await countUntil(moment(second, 720));
        expect(await values(second, second)).toEqual(expected(events.filter((one) => one.at.startsWith(second))));
        await closedThrough(day(4));
        await desk.closeDays();
        expect(await values(first, second)).toEqual(expected(events));
      }),
      { numRuns: 12 },
    );
  });

  it('is counted once, also if it is counted again until the same moment', async () => {
    await closedThrough(day(4));
    await desk.past(site, [1, 2, 600].map((minute) => ({ at: moment(first, minute).toISOString() }))); // prettier-ignore
    await countUntil(moment(first, 300));
    const rows = await counted();
    await countUntil(moment(first, 300));
    expect(await counted()).toEqual(rows);
    expect(rows).toContainEqual({ dimension: 'page', value: '/', pageviews: 2, visitors: 1, visits: 1 });
  });

  it('is no day of the export', async () => {
    await closedThrough(day(4));
    await desk.past(site, [{ at: moment(first, 1).toISOString() }, { at: moment(second, 1).toISOString() }]);
    await countUntil(moment(first, 2));
    const exported = async () => {
      const { export: tables } = await desk.ask(ann, 'export');
      return tables.site_day_values.map((row: { day: string }) => row.day);
    };
    expect(await exported()).toEqual([]);
    await desk.closeDays();
    expect(new Set(await exported())).toEqual(new Set([first, second]));
  });
});

describe('the job that counts open days', () => {
  /** A zone in which it is between ten and two o'clock, so that the day neither begins nor ends while the test runs. */
  const noon = () => {
    const ahead = Math.round((12 * 60 - (new Date().getUTCHours() * 60 + new Date().getUTCMinutes())) / 60);
    return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  };
  const until = async () =>
    (await desk.rows('SELECT counted_until FROM ext_analytics.sites WHERE id = $1', site.id))[0].counted_until;
  const send = (events: number) =>
    desk.rows(
      `INSERT INTO ext_analytics.events (site_id, visitor_hash, path, created_at)
       SELECT $1, int4send(n % 50), '/p' || n % 7, now() - interval '10 minutes' - n * interval '1 second' FROM generate_series(1, $2::int) n`,
      site.id,
      events,
    );
  const yesterday = () =>
    desk.rows(
      `UPDATE ext_analytics.sites SET rolled_through = (now() AT TIME ZONE timezone)::date - 1 WHERE id = $1`,
      site.id,
    );

  it('counts sites with many events, up to some minutes ago', async () => {
    await begin({ timezone: noon() });
    await yesterday();
    await send(WORTH_COUNTING - 1);
    await desk.run(CountOpenDaysJob, {});
    expect([await until(), await counted()]).toEqual([null, []]);
    await send(1);
    const today = (await desk.report(ann, site, { period: 'today' })).to;
    const before = await values(today, today);
    await Promise.all([desk.run(CountOpenDaysJob, {}), desk.run(CountOpenDaysJob, {})]);
    expect((await until()).getTime()).toBeLessThan(Date.now() - 5 * MINUTE_MS + 1);
    expect((await counted()).filter(({ dimension }) => dimension === 'page')).toHaveLength(7);
    expect(await values(today, today)).toEqual(before);
    // What is counted is not read again, and what came since is few.
    await desk.send(site, { url: 'https://shop.example/p0' });
    const { page } = await values(today, today);
    const views = page.find(({ value }: { value: string }) => value === '/p0').pageviews;
    expect(views).toBe(before.page.find(({ value }: { value: string }) => value === '/p0').pageviews + 1);
  });

  it('leaves a site whose days before are not closed', async () => {
    await begin({ timezone: noon() });
    await send(WORTH_COUNTING);
    await desk.run(CountOpenDaysJob, {});
    expect(await until()).toBeNull();
  });
});
