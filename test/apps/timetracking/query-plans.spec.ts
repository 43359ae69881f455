import '../../../src/apps/timetracking/timetracking.app.js';
import { randomUUID } from 'node:crypto';
import { expectAlwaysIndexed, genericPlan } from '../../support/query-plan.js';
import { type Account, TestService } from '../../support/service.js';
import { DIMENSION_NAMES } from '../../../src/apps/timetracking/reports/report.repository.js';

const ID = randomUUID();
const DAYS = ['2020-01-01', '2020-12-31'];
const MOMENTS = ['2020-01-01T00:00:00Z', '2020-02-01T00:00:00Z'];
const MANY = ['entries', 'projects', 'tasks', 'invoice_batches', 'owner_state', 'time_sums'];
const ENTRIES = 100_000;

let service: TestService;
/** Who has a hundred thousand entries in a year. */
let busy: Account;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string, ...values: unknown[]) => service.database.query(text, values);
  busy = await service.account();
  await busy.client.post('/v1/apps/install', { slug: 'timetracking' }).expect(200);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 3000) n`);
  await ask(`
    INSERT INTO ext_timetracking.projects (owner_id, name, client_id, currency, rate_minor)
    SELECT u.id, 'Project ' || n, gen_random_uuid(), 'usd', 8000 FROM account.users u, generate_series(1, CASE WHEN u.id = '${busy.id}' THEN 20 ELSE 2 END) n`);
  await ask(`
    INSERT INTO ext_timetracking.tasks (owner_id, project_id, name)
    SELECT owner_id, id, 'Task ' || n FROM ext_timetracking.projects, generate_series(1, 2) n`);
  await ask('INSERT INTO ext_timetracking.owner_state (owner_id) SELECT id FROM account.users ON CONFLICT DO NOTHING');
  await ask(`
    INSERT INTO ext_timetracking.invoice_batches (owner_id, invoice_id, client_id, currency, from_date, to_date, group_by, rounding,
      entry_count, exact_seconds, billed_seconds, total_minor, lines, request_key)
    SELECT id, gen_random_uuid(), gen_random_uuid(), 'usd', current_date, current_date, 'project', '{}', 1, 1, 1, 1, '[]', 'k' || n
    FROM account.users, generate_series(1, 2) n`);
  const entries = (owners: string, many: number, tasks: number) => `
    INSERT INTO ext_timetracking.entries (owner_id, project_id, task_id, description, started_at, ended_at, seconds, local_date, tags,
      billable, rate_minor, currency, rate_source, source, batch_id)
    SELECT u.id, t.project_id, t.id, 'Entry ' || n, s.at, s.at + interval '25 minutes', 1500, s.at::date, ARRAY['t' || n % 5],
      n % 4 > 0, 8000, 'usd', 'project', CASE WHEN n % 2 = 0 THEN 'timer' ELSE 'manual' END,
      CASE WHEN n % 3 = 0 THEN (SELECT id FROM ext_timetracking.invoice_batches b WHERE b.owner_id = u.id LIMIT 1) END
    FROM ${owners} u, generate_series(1, ${many}) n,
      LATERAL (SELECT date_trunc('second', '2020-01-01T00:00:00Z'::timestamptz + n * interval '365 days' / ${many + 1}) AS at) s,
      LATERAL (SELECT id, project_id FROM ext_timetracking.tasks k WHERE k.owner_id = u.id OFFSET n % ${tasks} LIMIT 1) t`;
  await ask(entries(`(SELECT id FROM account.users WHERE id <> '${busy.id}')`, 10, 4));
  await ask(entries(`(SELECT '${busy.id}'::uuid AS id)`, ENTRIES, 40));
  await ask(`
    INSERT INTO ext_timetracking.entries (owner_id, started_at, local_date, billable, currency, rate_source, source)
    SELECT id, now(), current_date, true, 'usd', 'none', 'timer' FROM account.users WHERE id <> '${busy.id}'`);
  await ask('SELECT ext_timetracking.sum_anew()');
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

const expectByIndex = (name: string, values: unknown[]) => expectAlwaysIndexed(service.database, name, values, MANY);
const FILTERS = [ID, ID, null, null, null, null];

it.each<[name: string, values: unknown[]]>([
  ['timetracking_entries_overlap', [ID, ...MOMENTS, [ID]]],
  ['timetracking_entries_on_day', [ID, DAYS[0]]],
  ['timetracking_entries_lock', [ID, [ID]]],
  ['timetracking_entries_change', [JSON.stringify([{ id: ID }])]],
  ['timetracking_entries_remove', [[ID]]],
  ['timetracking_entries_reprice', [ID, 1, 'usd', 'project', null]],
  ['timetracking_project_billed', [ID]],
  ['timetracking_entries_last_timer', [ID]],
  ['timetracking_states_lock_free', [[ID]]],
  ['timetracking_project_totals', [ID, [ID]]],
  ['timetracking_project_months', [ID, ID, DAYS[0]]],
  ['timetracking_task_seconds', [ID]],
  ['timetracking_tasks_exchange', [ID, 100, 1]],
  ['timetracking_billable_find', [...FILTERS, 1]],
  ['timetracking_billable_lock', [...FILTERS, 5_001]],
  ['timetracking_billable_take', [ID, [ID]]],
  ['timetracking_batches_release', [ID, [ID]]],
  ['timetracking_stats_tracked', [ID, ...DAYS]],
  ['timetracking_stats_days', [ID, ...DAYS]],
  ['timetracking_stats_unbilled', [ID]],
  ['timetracking_stats_invoiced', [ID, ...MOMENTS]],
  ['SELECT * FROM ext_timetracking.entries WHERE owner_id = $1 AND ended_at IS NULL', [ID]],
  ['SELECT * FROM ext_timetracking.owner_state WHERE owner_id = $1', [ID]],
  ['SELECT * FROM ext_timetracking.invoice_batches WHERE owner_id = $1 AND request_key = $2', [ID, 'k']],
  [`SELECT invoice_id FROM ext_timetracking.invoice_batches WHERE owner_id = $1 AND status = ANY ($2)`, [ID, ['open']]],
  [`SELECT count(*)::int AS count FROM ext_timetracking.projects WHERE owner_id = $1 AND status = $2`, [ID, 'active']],
  ['SELECT count(*)::int AS count FROM ext_timetracking.tasks WHERE project_id = $1', [ID]],
])('%s reads by an index, planned for its values and for any', (name, values) => expectByIndex(name, values));

it.each([
  ['timetracking_entries_long_running', ['-infinity', ID, 500]],
  ['timetracking_entries_end_overdue', [JSON.stringify([{ owner_id: ID, max_timer_hours: 12 }])]],
  ['timetracking_batches_owners', [ID, 1]],
])('%s of a job reads by an index', async (name, values) => {
  const plan = await genericPlan(service.database, name, values);
  expect(plan.filter((step) => step === 'Seq Scan entries' || step === 'Seq Scan invoice_batches')).toEqual([]);
});

it('the own entries are read in their order, and by what is looked for', async () => {
  const ask = (input: object) => busy.client.post('/v1/apps/timetracking/list-entries', input).expect(200);
  const end = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
  await ask({});
  await expectByIndex('timetracking_entries newest', [ID, ...end, 21]);
  const plan = await genericPlan(service.database, 'timetracking_entries newest', [ID, ...end, 21]);
  expect(plan.some((step) => step.startsWith('Sort'))).toBe(false);
  await ask({ q: 'word', from: DAYS[0], to: DAYS[1] });
  await expectByIndex('timetracking_entries_total 0 1 8', [ID, ...DAYS, '%word%']);
  await ask({ from: DAYS[0], to: DAYS[1], project_id: ID });
  await expectByIndex('timetracking_entries_total', [ID]);
  await expectByIndex('timetracking_entries_total 0 1 2', [ID, ...DAYS, ID]);
});

it('a report reads by an index', async () => {
  await report(['day'], { from: DAYS[0], to: DAYS[0] });
  const ownOnly = [ID, null, null, null, null];
  await expectByIndex('timetracking_report exact day', [...ownOnly, [MOMENTS[0]], [MOMENTS[1]]]);
  await report(['day'], { rounded: true });
  await expectByIndex('timetracking_report entry day', [...ownOnly, [DAYS[0]], DAYS[0], 15, 'up']);
});

function report(group_by: string[], more: object = {}) {
  const [from, to] = DAYS;
  return busy.client.post('/v1/apps/timetracking/get-report', { from, to, group_by, ...more }).expect(200);
}

it.each([...DIMENSION_NAMES.map((name) => [name]), ['project', 'day'], ['week', 'task'], ['month', 'billable']])(
  `a report of a year over ${ENTRIES} entries counts each of them once: %s %s`,
  async (...by) => {
    for (const more of [{}, { rounded: true }]) {
      const { body } = await report(by.filter(Boolean), more);
      expect(body.totals.seconds).toBe(ENTRIES * 1_500);
    }
  },
);
