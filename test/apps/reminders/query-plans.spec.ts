import '../../../src/apps/reminders/reminders.app.js';
import { randomUUID } from 'node:crypto';
import { genericPlan, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const FIRST = ['-infinity', '00000000-0000-0000-0000-000000000000'];
const LAST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const FROM = '2026-01-01T00:00:00Z';
const TO = '2026-03-01T00:00:00Z';
const CLOSED = ['completed', 'skipped', 'missed'];
const MANY = ['reminders', 'occurrences', 'deliveries'];
/** Nothing is asked for but whose they are. */
const wanted = (owner: string, status = 'active') => [owner, status, ...Array<null>(8).fill(null)];
const within = (owner: string) => [...wanted(owner).slice(0, 8), FROM, TO, 500];

let service: TestService;
/** Whose reminders are many, with a history to each. */
let busy: string;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_reminders.reminders (owner_id, title, start_local, timezone, rrule, tags, subject_id, status,
      next_due_at, done_at)
    SELECT u.ids[CASE WHEN n % 4 = 0 THEN 1 ELSE 1 + n % 500 END], 'Reminder ' || n, now(), 'UTC', 'FREQ=DAILY',
      ARRAY['t' || n], gen_random_uuid(), state, now() + n * interval '1 minute',
      CASE WHEN state = 'done' THEN now() - n * interval '1 minute' END
    FROM generate_series(1, 4000) n, ${users},
      LATERAL (SELECT CASE WHEN n % 3 = 0 THEN 'done' ELSE 'active' END AS state) s`);
  await ask(`
    INSERT INTO ext_reminders.occurrences (reminder_id, owner_id, scheduled_local, due_at, status, fired_at, completed_at)
    SELECT id, owner_id, next_due_at - d * interval '1 day', next_due_at - d * interval '1 day', 'completed', now(), now()
    FROM ext_reminders.reminders, generate_series(1, 8) d`);
  await ask(`
    INSERT INTO ext_reminders.occurrences (reminder_id, owner_id, scheduled_local, due_at, wakes_at)
    SELECT id, owner_id, next_due_at, next_due_at, next_due_at FROM ext_reminders.reminders WHERE status = 'active'`);
  await ask(`
    INSERT INTO ext_reminders.deliveries (occurrence_id, kind, fire_at, sent_at)
    SELECT id, 'alert', due_at, CASE WHEN status = 'completed' THEN due_at END FROM ext_reminders.occurrences`);
  await ask('VACUUM (ANALYZE)');
  const { rows } = await ask('SELECT owner_id FROM ext_reminders.reminders GROUP BY 1 ORDER BY count(*) DESC LIMIT 1');
  busy = rows[0].owner_id;
});
afterAll(() => service.stop());

const CASES: [name: string, values: unknown[]][] = [
  ['SELECT count(*)::int AS count FROM ext_reminders.reminders WHERE owner_id = $1 AND status = $2', [ID, 'active']],
  ['SELECT * FROM ext_reminders.reminders WHERE owner_id = $1 AND request_key = $2', [ID, 'key']],
  ['reminders_list', [...wanted(ID), ...FIRST, 21]],
  ['reminders_list_done', [...wanted(ID, 'done'), ...LAST, 21]],
  ['reminders_list_within', within(ID)],
  ['reminders_list_repeating', [...wanted(ID).slice(0, 6), TO]],
  ['reminders_list_counts', [ID, FROM, TO]],
  ['reminders_occurrence_open', [ID]],
  ['SELECT * FROM ext_reminders.occurrences WHERE id = $1 AND reminder_id = $2', [ID, ID]],
  ['SELECT * FROM ext_reminders.occurrences WHERE reminder_id = $1 ORDER BY scheduled_local DESC LIMIT $2', [ID, 1]],
  [
    'SELECT * FROM ext_reminders.occurrences WHERE reminder_id = $1 AND status = $2 ORDER BY completed_at DESC, scheduled_local DESC LIMIT $3',
    [ID, 'completed', 1],
  ],
  [
    'SELECT * FROM ext_reminders.occurrences WHERE reminder_id = $1 AND status = ANY ($2) ORDER BY scheduled_local DESC LIMIT $3',
    [ID, CLOSED, 20],
  ],
  [
    'SELECT scheduled_local FROM ext_reminders.occurrences WHERE reminder_id = $1 AND due_at > $2 AND status = ANY ($3)',
    [ID, FROM, CLOSED],
  ],
  ['reminders_occurrence_fired_after', [ID, ID]],
  ['reminders_occurrences_forget', [1000]],
  ['reminders_waking_lock', [200]],
  ['SELECT * FROM ext_reminders.reminders WHERE id = ANY ($1)', [[ID]]],
  ['reminders_waking_open', [[ID]]],
  ['reminders_deliveries_drop_of', [[ID]]],
  ['reminders_deliveries_lock', [[ID], 100]],
  ['reminders_deliveries_waiting', [[ID]]],
  ['reminders_deliveries_sent_lately', [[ID]]],
  ['reminders_stats_now', [ID, FROM, TO]],
  ['reminders_stats_occurred', [ID, FROM, TO]],
  ['reminders_stats_streak', [ID, [FROM, TO]]],
  ['reminders_export reminders', [ID]],
  ['reminders_export occurrences', [ID]],
  ['reminders_export deliveries', [ID]],
];

it.each(CASES)('%s reads by an index, planned for its values and for any', async (name, values) => {
  for (const how of [queryPlan, genericPlan]) {
    const plan = await how(service.database, name, values);
    const read = plan.filter((step) => MANY.some((table) => step === `Seq Scan ${table}`));
    expect({ name, read, plan: read.length ? plan : [] }).toEqual({ name, read: [], plan: [] });
  }
});

it.each(['reminders_list_counts', 'reminders_stats_now'])(
  '%s asks each reminder for its open occurrence, and no other',
  async (name) => {
    for (const how of [queryPlan, genericPlan]) {
      const plan = await how(service.database, name, [busy, FROM, TO]);
      expect(plan).toContain('Index Scan occurrences occurrences_open');
    }
  },
);

it('a range of days is read by its days, and not once for each reminder', async () => {
  const plan = await genericPlan(service.database, 'reminders_list_within', within(busy));
  expect(plan).toContain('Index Scan occurrences occurrences_of_owner');
  expect(plan).toContain('Index Scan reminders reminders_pkey');
});
