import '../../../src/apps/analytics/analytics.app.js';
import { randomUUID } from 'node:crypto';
import { DropEventsJob } from '../../../src/web-events/days/drop-events.job.js';
import { expectAlwaysIndexed, genericPlan, loopsOf, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const MANY = ['sites', 'goals', 'funnels', 'events', 'site_days', 'site_day_values', 'goal_days'];
const DAYS = ['2026-01-01', '2026-01-31'];
const SPAN = [new Date('2026-01-01'), new Date('2026-01-31')].map((date) => date.toISOString());
const FILTERS = [['page'], ['is'], ['/']];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  await ask(`
    INSERT INTO ext_analytics.sites (owner_id, name, domain, site_key, share_token, rolled_through)
    SELECT u.ids[1 + n % 500], 's', 's' || n || '.example', md5(n::text), md5('t' || n), current_date - 2
    FROM generate_series(1, 3000) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`
    INSERT INTO ext_analytics.goals (site_id, position, key, name, kind, match)
    SELECT id, 1, 'goal', 'Goal', 'page', '/a' FROM ext_analytics.sites`);
  await ask(`
    INSERT INTO ext_analytics.funnels (site_id, position, key, name, steps)
    SELECT id, 1, 'funnel', 'Funnel', '{goal,goal}' FROM ext_analytics.sites`);
  await ask(`
    INSERT INTO ext_analytics.events (site_id, visitor_hash, path, created_at)
    SELECT id, int4send(n), '/a', now() - n * interval '1 day' FROM ext_analytics.sites, generate_series(0, 9) n`);
  await ask(`
    INSERT INTO ext_analytics.site_days (site_id, day, pageviews, visitors, visits, bounces, events, visit_seconds)
    SELECT id, current_date - n, 1, 1, 1, 1, 1, 1 FROM ext_analytics.sites, generate_series(2, 9) n`);
  await ask(`
    INSERT INTO ext_analytics.site_day_values (site_id, day, dimension, value, pageviews, visitors, visits)
    SELECT id, current_date - n, dimension, 'x', 1, 1, 1 FROM ext_analytics.sites, generate_series(2, 9) n,
      unnest(ARRAY['page', 'referrer', 'country']) dimension`);
  await ask(`
    INSERT INTO ext_analytics.goal_days (goal_id, site_id, day, conversions, visitors)
    SELECT id, site_id, current_date - n, 1, 1 FROM ext_analytics.goals, generate_series(2, 9) n`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['analytics_recorded_site', ['key']],
  ['analytics_sites_of', [ID, 'infinity', ID, 21]],
  ['analytics_goals_of', [[ID]]],
  ['analytics_funnels_of', [[ID]]],
  ['analytics_drop_funnels', [ID]],
  ['analytics_forget_goal_days', [[ID]]],
  ['analytics_change_zone', [ID, 'UTC']],
  ['SELECT * FROM ext_analytics.sites WHERE share_token = $1', ['token']],
  ['analytics_clock', [ID]],
  ['analytics_current_visitors', [ID]],
  ['analytics_totals', [ID, ...DAYS]],
  ['analytics_values', [ID, ...DAYS, ['page'], 10]],
  ['analytics_goal_figures', [ID, ...DAYS]],
  ['analytics_span', [ID, ...DAYS]],
  ['analytics_chosen_totals', [ID, ...SPAN, ...FILTERS]],
  ['analytics_chosen_steps', [ID, ...SPAN, ...FILTERS, '1 hour']],
  ['analytics_chosen_values', [ID, ...SPAN, ...FILTERS, ['page'], 10]],
  ['analytics_chosen_goals', [ID, ...SPAN, ...FILTERS]],
  ['analytics_funnel', [ID, ...SPAN, [ID]]],
  ['analytics_chosen_funnel', [ID, ...SPAN, ...FILTERS, [ID]]],
  ['analytics_stats_sites', [ID, ...DAYS]],
  ['analytics_stats_conversions', [ID, ...DAYS]],
  ['analytics_sites_after', [ID, 100]],
  ['analytics_purge', [[ID], [90], 10_000]],
  ['analytics_hold_site', [ID, 180]],
  ['analytics_count_goals', [ID, [ID], ...DAYS]],
  ['analytics_clear_day', [[ID], DAYS[0]]],
  ['analytics_next_open_day', [ID]],
  ['analytics_count_open_day', [ID, SPAN[0]]],
  ['analytics_move_counted', [ID, SPAN[0]]],
  ['analytics_export sites', [ID]],
])('%s reads by an index, planned for its values and for any', async (name, values) => {
  for (const how of [queryPlan, genericPlan]) {
    const plan = await how(service.database, name, values);
    const read = plan.filter((step) => MANY.some((table) => step === `Seq Scan ${table}`));
    expect({ name, read, plan: read.length ? plan : [] }).toEqual({ name, read: [], plan: [] });
  }
});

it('the events of a site that is gone are read by an index', async () => {
  await service.app.get(DropEventsJob).run({ events: 'analytics', thing_id: ID });
  await expectAlwaysIndexed(service.database, 'analytics_roll_up_drop', [ID, 10_000], MANY);
});

it('a day of sites is counted by the index on events', async () => {
  const plan = await queryPlan(service.database, 'analytics_close_day', [[ID], DAYS[0], ...SPAN]);
  expect(plan.join()).toContain('events_of_site');
});

it('what is compared with goals is found once, also among events that the statistics do not know', async () => {
  const [{ id }] = (await service.database.query('SELECT id FROM ext_analytics.sites LIMIT 1')).rows;
  await service.database.query(
    `INSERT INTO ext_analytics.events (site_id, visitor_hash, path) SELECT $1, int4send(n), '/p' || n FROM generate_series(1, 400) n`,
    [id],
  );
  const span = [new Date(Date.now() - 30 * 60_000), new Date(Date.now() + 60_000)].map((date) => date.toISOString());
  const loops = await loopsOf(service.database, 'analytics_chosen_goals', [id, ...span, [], [], []], 'goals');
  expect(Math.max(...loops)).toBeLessThan(1_000);
});
