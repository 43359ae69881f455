import '../../../src/apps/domains/domains.app.js';
import { randomUUID } from 'node:crypto';
import { genericPlan, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const DAYS = ['2026-01-01', '2026-01-31'];
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const MANY = ['domains', 'checks'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  await ask(`
    INSERT INTO ext_domains.domains (owner_id, host, is_apex, token, status, target_app, target_id, next_check_at)
    SELECT u.ids[1 + n % 500], 'h' || n || '.example', true, 't', CASE WHEN n % 3 = 0 THEN 'pending' ELSE 'verified' END,
      CASE WHEN n % 2 = 0 THEN 'blog' END, CASE WHEN n % 2 = 0 THEN gen_random_uuid() END,
      now() + (n - 50) * interval '1 minute'
    FROM generate_series(1, 5000) n, (SELECT array_agg(id) AS ids FROM account.users) u`);
  await ask(`
    INSERT INTO ext_domains.checks (domain_id, trigger, txt_ok, routing, answers, created_at)
    SELECT id, 'scheduled', true, 'ok', '[]', now() - n * interval '1 day' FROM ext_domains.domains, generate_series(1, 5) n`);
  await ask('VACUUM (ANALYZE)');
  // A list writes its statement when it is first asked.
  const { client } = await service.account();
  await client.post('/v1/apps/install', { slug: 'domains' }).expect(200);
  for (const filters of [{}, { status: 'verified', target_app: 'blog' }])
    await client.post('/v1/apps/domains/list-domains', filters).expect(200);
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['domains_served', ['h1.example']],
  ['domains_seen', [ID, '2026-01-01']],
  ['domains_ready_for', [ID, ID, 'blog']],
  ['domains_host_of', ['blog', ID]],
  ['domains_hosts_for', ['blog', ID]],
  ['domains_hosts', [[ID]]],
  ['domains_count', [ID]],
  ['domains_take_due', [20]],
  ['domains_lock', [ID, 't']],
  ['domains_lock_holder', ['h1.example', ID]],
  ['domains_own newest', [ID, ...END, 21]],
  ['domains_own newest ab', [ID, ...END, 21, 'verified', 'blog']],
  ['domains_checks', [ID, ...END, 21]],
  ['domains_forget_checks', [ID, 100]],
  ['domains_stats_now', [ID]],
  ['domains_stats_checks', [ID, ...DAYS]],
  ['domains_stats_waits', [ID, ...DAYS]],
  ['domains_export domains', [ID]],
  ['domains_export checks', [ID]],
])('reads by an index: %s', async (name, values) => {
  for (const how of [queryPlan, genericPlan]) {
    const plan = await how(service.database, name, values);
    const read = plan.filter((step) => MANY.some((table) => step === `Seq Scan ${table}`));
    expect({ name, read, plan: read.length ? plan : [] }).toEqual({ name, read: [], plan: [] });
  }
});
