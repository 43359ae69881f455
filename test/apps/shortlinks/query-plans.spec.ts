import '../../../src/apps/shortlinks/shortlinks.app.js';
import { randomUUID } from 'node:crypto';
import { DropEventsJob } from '../../../src/web-events/days/drop-events.job.js';
import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import { expectAlwaysIndexed, genericPlan, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const MOST = ['9223372036854775807', END[1]];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['links', 'retired_slugs', 'clicks', 'link_days', 'link_day_values', 'link_reports', 'owner_days'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  await ask(`
    INSERT INTO ext_shortlinks.links (owner_id, domain_id, slug, url, title, tags, external_id, created_at)
    SELECT u.ids[1 + n % 500], CASE WHEN n % 2 = 0 THEN gen_random_uuid() END, 's' || n, 'https://h' || n || '.example/',
      'Link ' || n, ARRAY['t' || n], 'e' || n, now() - n * interval '1 minute'
    FROM generate_series(1, 5000) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`
    INSERT INTO ext_shortlinks.retired_slugs (domain_id, slug, owner_id)
    SELECT domain_id, 'old-' || slug, owner_id FROM ext_shortlinks.links`);
  await ask(`
    INSERT INTO ext_shortlinks.clicks (link_id, visitor_hash, country, created_at)
    SELECT id, '\\x01', 'DE', now() - n * interval '1 day' FROM ext_shortlinks.links, generate_series(0, 3) n`);
  await ask(`
    INSERT INTO ext_shortlinks.link_days (link_id, day, clicks, visitors)
    SELECT id, current_date - n, 1, 1 FROM ext_shortlinks.links, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_shortlinks.link_day_values (link_id, day, dimension, value, clicks, visitors)
    SELECT id, current_date - n, dimension, 'x', 1, 1 FROM ext_shortlinks.links, generate_series(1, 3) n,
      unnest(ARRAY['referrer', 'country', 'device']) dimension`);
  await ask(`
    INSERT INTO ext_shortlinks.link_reports (link_id, reason, reporter_hash)
    SELECT id, 'spam', int4send(n) FROM ext_shortlinks.links, generate_series(1, 2) n WHERE slug < 's2'`);
  await ask(`
    INSERT INTO ext_shortlinks.owner_days (owner_id, dimension, day, value, clicks, visitors)
    SELECT u.id, dimension, current_date - n, dimension, 1, 1 FROM account.users u, generate_series(1, 30) n,
      unnest(ARRAY['all', 'thing', 'referrer', 'country']) dimension`);
  await ask(`INSERT INTO ext_shortlinks.rollup_state (name, rolled_through) VALUES ('shortlinks', current_date - 1)`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

async function readsByIndex(name: string, values: unknown[]): Promise<void> {
  await expectAlwaysIndexed(service.database, name, values, MANY);
}

it.each<[name: string, values: unknown[]]>([
  ['shortlinks_visited', ['slug']],
  ['shortlinks_visited_on_domain', ['slug', ID]],
  ['shortlinks_retired', ['slug']],
  ['shortlinks_retired_on_domain', ['slug', ID]],
  ['shortlinks_use_click', [ID]],
  ['shortlinks_shown', [[ID]]],
  ['shortlinks_clicks_today', [ID]],
  ['SELECT count(*)::int AS count FROM ext_shortlinks.links WHERE domain_id = $1', [ID]],
  ['shortlinks_count', [ID, 50_000]],
  ['shortlinks_retired_among', [[ID]]],
  ['shortlinks_plain', [ID, ['https://shop.example/']]],
  ['shortlinks_slugs', [ID, ID, ['slug']]],
  ['shortlinks_series', [ID, ...DAYS]],
  ['shortlinks_values', [ID, ...DAYS, 50]],
  ['shortlinks_stats_links', [ID, ...DAYS]],
  ['shortlinks_slugs_of', [[ID]]],
  ['shortlinks_warn', [ID]],
  ['shortlinks_reports_of', [[ID]]],
  ['shortlinks_block', [ID, [], 'reason']],
  ['shortlinks_block', [null, ['bad.example'], 'reason']],
  ['shortlinks_unblock', [null, ['bad.example']]],
  ['shortlinks_checked', [[ID], []]],
  ['shortlinks_export links', [ID]],
  ['shortlinks_export retired_slugs', [ID]],
])('%s reads by an index, planned for its values and for any', readsByIndex);

it('the events of what is gone are read by an index', async () => {
  await service.app.get(DropEventsJob).run({ events: 'shortlinks', thing_id: ID });
  await expectAlwaysIndexed(service.database, 'shortlinks_roll_up_drop', [ID, 10_000], MANY);
});

it('the own links are read in their order, and by what is looked for', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'shortlinks' }).expect(200);
  for (const [sort, first] of [
    ['created', END],
    ['clicks', MOST],
  ] as const) {
    for (const [letter, filter] of [
      ['', {}],
      [' a', { q: 'word' }],
      [' b', { tag: 't7' }],
      [' c', { status: 'paused' }],
      [' d', { domain_id: ID }],
    ] as const) {
      await owner.client.post('/v1/apps/shortlinks/list-links', { sort, ...filter }).expect(200);
      await readsByIndex(`shortlinks_own ${sort}${letter}`, [ID, ...first, 21, ...Object.values(filter)]);
    }
    const plan = await genericPlan(service.database, `shortlinks_own ${sort}`, [ID, ...first, 21]);
    expect(plan.some((step) => step.startsWith('Sort'))).toBe(false);
  }
});

it('the figures of an owner are read by an index, and written anew for one day', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'shortlinks' }).expect(200);
  await owner.client.post('/v1/apps/shortlinks/stats').expect(200);
  await service.app.get(RollUpDaysJob).run();
  await readsByIndex('shortlinks_owner_days_read', [owner.id, ...DAYS, 5]);
  await readsByIndex('shortlinks_owner_days_subtract', [owner.id, ID]);
  await readsByIndex('shortlinks_owner_days_clear', [DAYS[0]]);
  const plan = await queryPlan(service.database, 'shortlinks_owner_days_fill', [DAYS[0]]);
  expect(plan.filter((step) => step.startsWith('Seq Scan'))).toEqual([]);
});
