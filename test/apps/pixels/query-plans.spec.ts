import '../../../src/apps/pixels/pixels.app.js';
import { randomUUID } from 'node:crypto';
import { DropEventsJob } from '../../../src/web-events/days/drop-events.job.js';
import { expectAlwaysIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['pixels', 'attachments', 'events', 'pixel_days', 'pixel_day_values', 'drops'];

let service: TestService;
let pixelId: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  await ask(`
    INSERT INTO ext_pixels.pixels (owner_id, name, provider, external_id, key, created_at)
    SELECT u.ids[1 + n % 500], 'p' || n, CASE WHEN n % 2 = 0 THEN 'own' ELSE 'meta' END,
      CASE WHEN n % 2 = 1 THEN (10000000000 + n)::text END, CASE WHEN n % 2 = 0 THEN lpad(n::text, 16, 'k') END,
      now() - n * interval '1 minute'
    FROM generate_series(1, 5000) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`
    INSERT INTO ext_pixels.attachments (pixel_id, owner_id, target_app, target_id)
    SELECT id, owner_id, 'shortlinks', gen_random_uuid() FROM ext_pixels.pixels, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_pixels.events (pixel_id, name, ref, visitor_hash, created_at)
    SELECT id, 'open', 'r' || n, '\\x01', now() - n * interval '1 day' FROM ext_pixels.pixels, generate_series(0, 5) n`);
  await ask(`
    INSERT INTO ext_pixels.pixel_days (pixel_id, day, events, visitors, proxied)
    SELECT id, current_date - n, 1, 1, 0 FROM ext_pixels.pixels, generate_series(1, 5) n`);
  await ask(`
    INSERT INTO ext_pixels.pixel_day_values (pixel_id, day, dimension, value, events, visitors)
    SELECT id, current_date - n, dimension, 'x', 1, 1 FROM ext_pixels.pixels, generate_series(1, 3) n,
      unnest(ARRAY['event', 'ref', 'country']) dimension`);
  await ask(`
    INSERT INTO ext_pixels.drops (pixel_id, hour, reason, count)
    SELECT id, date_trunc('hour', now()) - n * interval '1 hour', 'bot', 1 FROM ext_pixels.pixels, generate_series(1, 5) n`);
  await ask(`INSERT INTO ext_pixels.rollup_state (name, rolled_through) VALUES ('pixels', current_date - 1)`);
  await ask('VACUUM (ANALYZE)');
  const { rows } = await ask('SELECT id FROM ext_pixels.pixels LIMIT 1');
  pixelId = rows[0].id;
});
afterAll(() => service.stop());

async function readsByIndex(name: string, values: unknown[]): Promise<void> {
  await expectAlwaysIndexed(service.database, name, values, MANY);
}

it.each<[name: string, values: unknown[]]>([
  ['pixels_counted_by_key', ['k'.repeat(16)]],
  ['pixels_counted_by_attachment', [ID]],
  ['pixels_attached', ['shortlinks', ID]],
  ['pixels_shown', [[ID]]],
  ['pixels_delete_drops', [ID]],
  ['pixels_fullest_target', [['shortlinks'], [ID], 10]],
  ['pixels_detach', [ID, ['shortlinks'], [ID]]],
  ['pixels_attachments_after', [ID, 200]],
  ['pixels_drops_of_day', [ID]],
  ['pixels_purge_drops', [10_000]],
  ['pixels_series', [ID, ...DAYS]],
  ['pixels_values', [ID, ...DAYS, 50]],
  ['pixels_series_of_ref', [ID, ...DAYS, 'r1']],
  ['pixels_newest_events', [ID, null, 50]],
  ['pixels_newest_events', [ID, 'open', 50]],
  ['pixels_stats', [ID, ...DAYS]],
  ['pixels_export pixels', [ID]],
  ['pixels_export attachments', [ID]],
  ['pixels_export pixel_days', [ID]],
  ['pixels_export pixel_day_values', [ID]],
  ['SELECT count(*)::int AS count FROM ext_pixels.pixels WHERE owner_id = $1', [ID]],
  ['SELECT * FROM ext_pixels.attachments WHERE pixel_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2', [ID, 1000]],
])('%s reads by an index, planned for its values and for any', readsByIndex);

it('the events of what is gone are read by an index', async () => {
  await service.app.get(DropEventsJob).run({ events: 'pixels', thing_id: ID });
  await expectAlwaysIndexed(service.database, 'pixels_roll_up_drop', [ID, 10_000], MANY);
});

it('the own pixels are read by an index, whatever they are looked for by', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'pixels' }).expect(200);
  for (const [letter, filter, values] of [
    ['', {}, []],
    [' a', { provider: 'own' }, ['own']],
    [' b', { status: 'paused' }, ['paused']],
    [' c', { target_app: 'blog', target_id: ID }, [['blog', ID]]],
  ] as const) {
    await owner.client.post('/v1/apps/pixels/list-pixels', filter).expect(200);
    await readsByIndex(`pixels_own created${letter}`, [owner.id, ...END, 21, ...values]);
  }
});

it('a year of figures is read from the index alone', async () => {
  for (const [name, values, index] of [
    ['pixels_values', [pixelId, ...DAYS, 50], 'pixel_day_values_pixel_id_dimension_day_value_key'],
    ['pixels_series', [pixelId, ...DAYS], 'pixel_days_pixel_id_day_key'],
  ] as const) {
    const plan = await queryPlan(service.database, name, [...values]);
    expect(plan.filter((step) => step.startsWith('Index Only Scan') && step.endsWith(index))).toHaveLength(1);
  }
});

it('an open day reads the events of one pixel alone', async () => {
  const plan = await queryPlan(service.database, 'pixels_series', [pixelId, ...DAYS]);
  expect(plan.join()).toContain('events_of_pixel');
});
