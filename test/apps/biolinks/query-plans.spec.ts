import '../../../src/apps/biolinks/biolinks.app.js';
import { randomUUID } from 'node:crypto';
import { DropEventsJob } from '../../../src/web-events/days/drop-events.job.js';
import { expectAlwaysIndexed, expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['pages', 'page_handles', 'blocks', 'contacts', 'events', 'page_days', 'block_days', 'page_day_values'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  await ask(`
    INSERT INTO ext_biolinks.pages (owner_id, handle, title, is_published, created_at)
    SELECT u.ids[1 + n % 500], 'page-' || n, 'Page', true, now() - n * interval '1 minute'
    FROM generate_series(1, 4000) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`
    INSERT INTO ext_biolinks.page_handles (owner_id, handle, page_id) SELECT owner_id, 'old-' || handle, id FROM ext_biolinks.pages`);
  await ask(`
    INSERT INTO ext_biolinks.blocks (page_id, kind, position, title, url)
    SELECT id, 'link', n, 'Shop', 'https://shop.example/' FROM ext_biolinks.pages, generate_series(0, 4) n`);
  await ask(`
    INSERT INTO ext_biolinks.contacts (owner_id, page_id, block_id, email, consent_text)
    SELECT p.owner_id, p.id, b.id, 'a@b.example', 'Yes' FROM ext_biolinks.blocks b JOIN ext_biolinks.pages p ON p.id = b.page_id`);
  await ask(`
    INSERT INTO ext_biolinks.events (page_id, block_id, visitor_hash, created_at)
    SELECT page_id, id, '\\x01', now() - n * interval '1 day' FROM ext_biolinks.blocks, generate_series(0, 2) n`);
  await ask(`
    INSERT INTO ext_biolinks.page_days (page_id, day, views, visitors, clicks, clickers)
    SELECT id, current_date - n, 1, 1, 1, 1 FROM ext_biolinks.pages, generate_series(1, 5) n`);
  await ask(`
    INSERT INTO ext_biolinks.block_days (block_id, page_id, day, clicks, visitors)
    SELECT id, page_id, current_date - n, 1, 1 FROM ext_biolinks.blocks, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_biolinks.page_day_values (page_id, day, dimension, value, views, visitors)
    SELECT id, current_date - n, dimension, 'x', 1, 1 FROM ext_biolinks.pages, generate_series(1, 3) n,
      unnest(ARRAY['referrer', 'country', 'device']) dimension`);
  await ask(`INSERT INTO ext_biolinks.rollup_state (name, rolled_through) VALUES ('biolinks', current_date - 1)`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

async function readsByIndex(name: string, values: unknown[]): Promise<void> {
  await expectAlwaysIndexed(service.database, name, values, MANY);
}

it.each<[name: string, values: unknown[]]>([
  ['biolinks_served', ['page-7']],
  ['biolinks_served_by_id', [ID]],
  ['ext_biolinks_page_handles_moved_to', ['old-page-7']],
  ['ext_biolinks_page_handles_taken', [['page-7', 'page-8'], ID, ID]],
  ['ext_biolinks_page_handles_forget', ['page-7', ID]],
  ['biolinks_hit', [ID]],
  ['biolinks_form', [ID]],
  ['biolinks_save_contact', [ID, 'a@b.example', null, null]],
  ['biolinks_list', [ID, ...END, 21]],
  ['SELECT count(*)::int AS count FROM ext_biolinks.pages WHERE owner_id = $1', [ID]],
  ['biolinks_blocks', [ID]],
  ['biolinks_counted_blocks', [ID]],
  ['biolinks_reorder', [ID, [ID]]],
  ['biolinks_series', [ID, ...DAYS]],
  ['biolinks_values', [ID, ...DAYS, 50]],
  ['biolinks_block_figures', [ID, ...DAYS]],
  ['biolinks_page_contacts', [ID, ...DAYS]],
  ['biolinks_owner_counts', [ID, ...DAYS]],
  ['biolinks_owner_figures', [ID, ...DAYS]],
  ['biolinks_top_blocks', [ID, ...DAYS, 5]],
  ['biolinks_blocks_after', [ID, 500]],
  ['biolinks_hide_blocks', [[ID]]],
  ['biolinks_forget_handles', [1000]],
  ...MANY.filter((table) => table !== 'events').map((table): [string, unknown[]] => [`biolinks_export ${table}`, [ID]]),
])('%s reads by an index, planned for its values and for any', readsByIndex);

it('the events of what is gone are read by an index', async () => {
  await service.app.get(DropEventsJob).run({ events: 'biolinks', thing_id: ID });
  await expectAlwaysIndexed(service.database, 'biolinks_roll_up_drop', [ID, 10_000], MANY);
});

it('a year of an owner is read from the index alone, and a day that closes by its index', async () => {
  const { rows } = await service.database.query(
    'SELECT owner_id, current_date - 3 AS first FROM ext_biolinks.pages LIMIT 1',
  );
  const plan = await queryPlan(service.database, 'biolinks_top_blocks', [rows[0].owner_id, rows[0].first, 'today', 5]);
  expect(plan).toContain('Index Only Scan block_days block_days_top');
  await expectIndexed(service.database, 'biolinks_mark_top_blocks', ['2026-01-01'], ['block_days']);
});

it('the contacts are read in their order, and by what is looked for', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'biolinks' }).expect(200);
  for (const [letter, filter] of [
    ['', {}],
    [' a', { page_id: ID }],
    [' b', { block_id: ID }],
    [' c', { q: 'word' }],
  ] as const) {
    await owner.client.post('/v1/apps/biolinks/list-contacts', filter).expect(200);
    await readsByIndex(`biolinks_contacts newest${letter}`, [ID, ...END, 21, ...Object.values(filter)]);
  }
});
