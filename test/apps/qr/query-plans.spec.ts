import '../../../src/apps/qr/qr.app.js';
import { randomUUID } from 'node:crypto';
import { DropEventsJob } from '../../../src/web-events/days/drop-events.job.js';
import { RollUpDaysJob } from '../../../src/web-events/days/roll-up-days.job.js';
import { expectAlwaysIndexed, genericPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['codes', 'retired_keys', 'code_targets', 'scans', 'code_days', 'code_day_values', 'owner_days'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'q' || n || '@plans.example' FROM generate_series(1, 500) n`);
  await ask(`
    INSERT INTO ext_qr.codes (owner_id, name, mode, kind, content, payload, key, tags, status, batch_id, symbol_version,
      created_at)
    SELECT u.ids[1 + n % 500], 'Code ' || n, 'dynamic', 'url', '{"url":"https://h.example/"}', 'p' || n, 'k' || n,
      ARRAY['t' || n], CASE WHEN n % 50 = 0 THEN 'deleted' ELSE 'active' END, gen_random_uuid(), 4,
      now() - n * interval '1 minute'
    FROM generate_series(1, 5000) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`INSERT INTO ext_qr.retired_keys (key) SELECT 'r' || n FROM generate_series(1, 5000) n`);
  await ask(`
    INSERT INTO ext_qr.code_targets (code_id, target, changed_by)
    SELECT id, 'https://h.example/', owner_id FROM ext_qr.codes, generate_series(1, 3)`);
  await ask(`
    INSERT INTO ext_qr.scans (code_id, visitor_hash, country, created_at)
    SELECT id, '\\x01', 'DE', now() - n * interval '1 day' FROM ext_qr.codes, generate_series(0, 3) n`);
  await ask(`
    INSERT INTO ext_qr.code_days (code_id, day, scans, visitors)
    SELECT id, current_date - n, 1, 1 FROM ext_qr.codes, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_qr.code_day_values (code_id, day, dimension, value, scans, visitors)
    SELECT id, current_date - n, dimension, 'x', 1, 1 FROM ext_qr.codes, generate_series(1, 3) n,
      unnest(ARRAY['country', 'device', 'hour']) dimension`);
  await ask(`
    INSERT INTO ext_qr.owner_days (owner_id, dimension, day, value, scans, visitors)
    SELECT u.id, dimension, current_date - n, dimension, 1, 1 FROM account.users u, generate_series(1, 30) n,
      unnest(ARRAY['all', 'thing', 'country']) dimension`);
  await ask(`INSERT INTO ext_qr.rollup_state (name, rolled_through) VALUES ('qr', current_date - 1)`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

async function readsByIndex(name: string, values: unknown[]): Promise<void> {
  await expectAlwaysIndexed(service.database, name, values, MANY);
}

it.each<[name: string, values: unknown[]]>([
  ['qr_scanned', ['key']],
  ['qr_retired', ['key']],
  ['qr_shown', [[ID]]],
  ['qr_count', [ID, 5_000]],
  ['qr_series', [ID, ...DAYS]],
  ['qr_values', [ID, ...DAYS, 50]],
  ['qr_stats_codes', [ID, ...DAYS]],
  ['qr_names_of', [[ID]]],
  ['qr_note_targets', [ID, [ID], ['https://h.example/']]],
  ['qr_after', [ID, 500]],
  ['qr_pause', [[ID], [1]]],
  ['qr_ended', [20]],
  ['qr_purge', [ID]],
  ['qr_export codes', [ID]],
  ['qr_export code_targets', [ID]],
  ['SELECT * FROM ext_qr.code_targets WHERE code_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2', [ID, 50]],
])('%s reads by an index, planned for its values and for any', readsByIndex);

it('the events of what is gone are read by an index', async () => {
  await service.app.get(DropEventsJob).run({ events: 'qr', thing_id: ID });
  await expectAlwaysIndexed(service.database, 'qr_roll_up_drop', [ID, 10_000], MANY);
});

it('the own codes are read in their order, and by what is looked for', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'qr' }).expect(200);
  for (const [letters, filter] of [
    ['b', {}],
    ['a', { status: 'active' }],
    ['bc', { mode: 'static' }],
    ['bd', { kind: 'url' }],
    ['be', { tag: 't7' }],
    ['bf', { batch_id: ID }],
    ['bg', { q: 'word' }],
  ] as const) {
    await owner.client.post('/v1/apps/qr/list-codes', filter).expect(200);
    await readsByIndex(`qr_own newest ${letters}`, [ID, ...END, 21, ...Object.values(filter)]);
  }
  const plan = await genericPlan(service.database, 'qr_own newest b', [ID, ...END, 21]);
  expect(plan.some((step) => step.startsWith('Sort'))).toBe(false);
});

it('the figures of an owner are read by an index, and written anew for one day', async () => {
  const owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'qr' }).expect(200);
  await owner.client.post('/v1/apps/qr/stats').expect(200);
  await service.app.get(RollUpDaysJob).run();
  await readsByIndex('qr_owner_days_read', [owner.id, ...DAYS, 50]);
  await readsByIndex('qr_owner_days_subtract', [owner.id, ID]);
  await readsByIndex('qr_owner_days_clear', [DAYS[0]]);
});
