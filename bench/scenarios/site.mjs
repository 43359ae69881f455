import { atSize, fill, withJobs } from '../at-size.mjs';
import { callers, post } from '../network/callers.mjs';
import { ask } from '../network/database.mjs';
import { whole } from '../report.mjs';

export const name = 'site';

const APP = '/v1/apps/analytics';
const DAYS = 365;
const KEPT_DAYS = 31;
const HOUR_MS = 60 * 60 * 1000;
const EVENING = 21;
/** A zone where it is evening, so that the open day has most of its events whenever this runs. */
const AHEAD = ((EVENING - new Date().getUTCHours() + 12) % 24) - 12;
const ZONE = `Etc/GMT${AHEAD > 0 ? '-' : '+'}${Math.abs(AHEAD)}`;
const TODAY = `(now() AT TIME ZONE '${ZONE}')::date`;
const day = (ahead) => new Date(Date.now() + (AHEAD + ahead * 24) * HOUR_MS).toISOString().slice(0, 10);
const ALL = ['page', 'referrer', 'country', 'device', 'os', 'browser'];

/** The reports of a site with a year of page views: closed days from the day tables, today and filters from the events. */
export async function figures(settings) {
  const { here, environment, sizes } = settings;
  const [owner] = await callers(here, 1);
  const call = (action, body) => post(here, owner, `${APP}/${action}`, body);
  await post(here, owner, '/v1/apps/install', { slug: 'analytics' });
  const { id } = (await call('create-site', { name: 'Shop', domain: 'shop.example', timezone: ZONE })).site;
  const goals = ['/page/1', '/page/2*', '/page/3'].map((match, at) => ({
    key: `g${at}`,
    name: 'Goal',
    kind: 'page',
    match,
  }));
  const steps = goals.map(({ key }) => key);
  const { site } = await call('update-site', {
    site_id: id,
    goals,
    funnels: [{ key: 'f', name: 'F', steps }],
    shared: true,
  });
  // The job that counts the open day ran an hour ago.
  const daily = Math.floor(sizes.pageviews / DAYS);
  const hourly = Math.floor(daily / 24);
  await fill(environment, eventsOf(id, daily, hourly + 1, daily * KEPT_DAYS) + daysOf(id, daily));
  await withJobs(environment, (run) => run('apps/analytics/jobs/count-open-days', 'CountOpenDaysJob'));
  await ask(environment, eventsOf(id, daily, 1, hourly));
  const year = { site_id: id, from: day(1 - DAYS), to: day(0) };
  const month = { site_id: id, from: day(1 - KEPT_DAYS), to: day(0) };
  const week = { site_id: id, from: day(-6), to: day(0) };
  const filters = [{ dimension: 'country', op: 'is', value: 'DE' }];
  const report = (what, body) => ({ what, path: `${APP}/get-report`, headers: owner.headers, body });
  return atSize(
    name,
    `${whole(sizes.pageviews)} page views`,
    [
      report('a year', year),
      report('a year with six breakdowns', { ...year, breakdowns: ALL }),
      report('30 days with six breakdowns', { site_id: id, breakdowns: ALL }),
      report('today by the hour', { site_id: id, period: 'today' }),
      report('realtime', { site_id: id, period: 'realtime' }),
      report('a week with a filter', { ...week, filters }),
      {
        what: 'a funnel of a month',
        path: `${APP}/get-funnel`,
        headers: owner.headers,
        body: { ...month, funnel: 'f' },
      },
      {
        what: 'stats of a year',
        path: `${APP}/stats`,
        headers: owner.headers,
        body: { from: day(1 - DAYS), to: day(0) },
      },
      { what: 'list-sites', path: `${APP}/list-sites`, headers: owner.headers, body: {} },
      { what: 'the shared dashboard', path: `${APP}/public/share/${site.share_token}`, headers: {} },
    ],
    settings,
  );
}

/** Events of the days that filters read, from the newest one, which is 1. */
const eventsOf = (site, daily, first, last) => `
  INSERT INTO ext_analytics.events (site_id, visitor_hash, path, referrer_host, country, device, os, browser, created_at)
  SELECT '${site}', substr(sha256((n / 3 || 'v')::bytea), 1, 16), '/page/' || (n::bigint * 7919) % 300,
    CASE WHEN n % 3 = 0 THEN 'site' || n % 250 || '.example' END, (ARRAY['DE', 'FR', 'US', 'GB'])[1 + n / 3 % 4],
    (ARRAY['desktop', 'mobile'])[1 + n / 3 % 2], (ARRAY['windows', 'ios', 'android'])[1 + n / 3 % 3],
    (ARRAY['Chrome', 'Safari', 'Firefox'])[1 + n / 3 % 3], now() - n * interval '1 day' / ${daily}
  FROM generate_series(${first}, ${last}) n;`;

/** The figures of a year as the roll-up counts them. */
const daysOf = (site, daily) => `
  INSERT INTO ext_analytics.site_days (site_id, day, pageviews, visitors, visits, bounces, events, visit_seconds)
  SELECT '${site}', ${TODAY} - n, ${daily}, ${daily} / 3, ${daily} / 3, ${daily} / 9, 10, ${daily} * 365 FROM generate_series(1, ${DAYS}) n;
  INSERT INTO ext_analytics.site_day_values (site_id, dimension, day, value, pageviews, visitors, visits)
  SELECT '${site}', d.dimension, ${TODAY} - n, d.dimension || v, 1 + v, 1 + v, 1 + v
  FROM generate_series(1, ${DAYS}) n, (VALUES ('page', 201), ('entry_page', 201), ('exit_page', 201), ('referrer', 201), ('country', 100),
    ('device', 4), ('os', 8), ('browser', 15)) d (dimension, most), LATERAL generate_series(1, d.most) v;
  INSERT INTO ext_analytics.goal_days (goal_id, site_id, day, conversions, visitors)
  SELECT id, site_id, ${TODAY} - n, 10, 5 FROM ext_analytics.goals, generate_series(1, ${DAYS}) n
  WHERE site_id = '${site}';
  UPDATE ext_analytics.sites SET rolled_through = ${TODAY} - 1 WHERE id = '${site}'`;
