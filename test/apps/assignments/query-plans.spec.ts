import '../../../src/apps/assignments/assignments.app.js';
import { randomUUID } from 'node:crypto';
import { queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';
import type { Account } from '../../support/service.js';

const ID = randomUUID();
const ZERO = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const DAYS = ['2026-01-01', '2026-01-31'];
const ROSTERS = [
  ['all', 'submitted'],
  ['to_grade', 'name'],
  ['missing', 'score'],
];
const MANY = ['assignments', 'learners', 'submissions', 'files', 'comments'];
const WHOLE = new Set(MANY.map((table) => `Seq Scan ${table}`));

let service: TestService;
let ann: Account;
beforeAll(async () => {
  service = await TestService.forPlans();
  ann = await service.account();
  await ann.client.post('/v1/apps/install', { slug: 'assignments' }).expect(200);
  const ask = (text: string, values: unknown[] = []) => service.database.query(text, values);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 400) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_assignments.assignments (owner_id, title, status, max_file_bytes, join_code, due_at, closes_at,
      closed_notice_at, reference_type, reference_id, created_at)
    SELECT u.ids[1 + n % 400], 'Essay ' || n, 'published', 1000, 'CODE' || n, now() - n * interval '1 day',
      now() - n * interval '1 day', CASE WHEN n > 5 THEN now() END, 'lesson', gen_random_uuid(),
      now() - n * interval '1 minute'
    FROM generate_series(1, 1500) n, ${users}`);
  await ask(`
    INSERT INTO ext_assignments.learners (id, assignment_id, user_id, number)
    SELECT gen_random_uuid(), a.id, u.ids[n], n FROM ext_assignments.assignments a, generate_series(1, 400, 40) n, ${users}`);
  await ask(`
    INSERT INTO ext_assignments.submissions (assignment_id, owner_id, attempt, status, body, submitted_at, told)
    SELECT assignment_id, user_id, 1, 'graded', 'x', now(), true FROM ext_assignments.learners WHERE number < 300`);
  await ask(`
    INSERT INTO ext_assignments.files (assignment_id, submission_id, owner_id, name, content_type, size_bytes,
      storage_key, status, expires_at)
    SELECT assignment_id, id, owner_id, 'a', 'text/plain', 1, gen_random_uuid(), 'ready', now()
    FROM ext_assignments.submissions`);
  await ask(`
    INSERT INTO files.files (id, owner_id, key, path, type, kind, size, name)
    SELECT storage_key, owner_id, 'k', 'p', 'text/plain', 'file', 1, 'a' FROM ext_assignments.files`);
  await ask(`
    INSERT INTO ext_assignments.comments (assignment_id, learner_id, author_id, body)
    SELECT assignment_id, id, user_id, 'x' FROM ext_assignments.learners`);
  await ask('VACUUM (ANALYZE)');
  const { rows } = await ask(
    `UPDATE ext_assignments.assignments SET owner_id = $1 WHERE title = 'Essay 1' RETURNING id`,
    [ann.id],
  );
  for (const [filter, sort] of ROSTERS) {
    const input = { assignment_id: rows[0].id, filter, sort };
    await ann.client.post('/v1/apps/assignments/list-submissions', input).expect(200);
  }
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['assignments_lock_by_code', ['CODE1']],
  ['assignments_has_submissions', [ID]],
  ['assignments_lock_of_owner', [ID]],
  ['assignments_learner_of', [ID, ID]],
  [
    `SELECT count(*)::int AS count FROM ext_assignments.learners WHERE assignment_id = $1 AND status IS DISTINCT FROM $2`,
    [ID, 'removed'],
  ],
  ['assignments_learners_add', [ID, [ID]]],
  ['SELECT user_id FROM ext_assignments.learners WHERE assignment_id = $1 AND status = $2', [ID, 'active']],
  ['assignments_submissions_late', [ID]],
  ['assignments_submission_latest', [ID, ID]],
  ['assignments_submissions_of', [ID, ID]],
  ['assignments_files_material', [ID]],
  ['assignments_files_of_submission', [ID]],
  ['assignments_files_bytes', [ID, ID]],
  ['assignments_files_of_learners', [[ID], ID]],
  ['assignments_files_not_come', [500]],
  ['assignments_comments', [ID, ID, true]],
  ['assignments_roster_summary', [ID]],
  ['assignments_release', [ID, null]],
  ['assignments_ungraded', [ID]],
  ['assignments_passed', [ID, [ID]]],
  ['assignments_to_close', []],
  ['assignments_hand_in_drafts', [ID]],
  ['assignments_closed_counts', [ID]],
  ['assignments_untold', []],
  ['assignments_told', [ID]],
  ['assignments_learners_to_remind', [ZERO, 500]],
  ['assignments_stats_by_status', [ID]],
  ['assignments_stats_taught', [ID, ...DAYS]],
  ['assignments_stats_missing', [ID, ...DAYS]],
  ['assignments_stats_learning', [ID]],
  ['assignments_export learners', [ID]],
  ['assignments_export submissions', [ID]],
  ['assignments_export files', [ID]],
  ['assignments_export comments', [ID]],
])('%s reads by an index', async (name, values) => {
  const plan = await queryPlan(service.database, name, values);
  const read = plan.filter((step) => WHOLE.has(step));
  expect({ name, read, plan: read.length ? plan : [] }).toEqual({ name, read: [], plan: [] });
});

it.each([
  ['learning', 'due', []],
  ['learning', 'due d', ['to_do']],
  ['teaching', 'newest', []],
  ['teaching', 'newest bc', ['lesson', ID]],
])('the lists are read by an index (%s %s)', async (role, list, values) => {
  const names = { 'due d': ['state'], 'newest bc': ['reference_type', 'reference_id'] }[list] ?? [];
  const filters = Object.fromEntries(names.map((name, n) => [name, values[n]]));
  await ann.client.post('/v1/apps/assignments/list-assignments', { role, ...filters }).expect(200);
  const from = role === 'teaching' ? ['infinity', LAST] : ['-infinity', ZERO];
  const plan = await queryPlan(service.database, `assignments_${role} ${list}`, [ID, ...from, 21, ...values]);
  expect(plan.filter((step) => WHOLE.has(step))).toEqual([]);
});

it.each([
  ['all', 'submitted', 'submitted a', ['infinity', LAST]],
  ['to_grade', 'name', 'name b', ['', ZERO]],
  ['missing', 'score', 'score e', ['infinity', LAST]],
])('the roster is read by an index (%s, by %s)', async (filter, sort, name, first) => {
  const created = await ann.client.post('/v1/apps/assignments/create-assignment', { title: 'Roster' }).expect(200);
  const assignment_id = created.body.assignment.id as string;
  await ann.client.post('/v1/apps/assignments/list-submissions', { assignment_id, filter, sort }).expect(200);
  const plan = await queryPlan(service.database, `assignments_roster ${name}`, [assignment_id, ...first, 21]);
  expect(plan.filter((step) => WHOLE.has(step))).toEqual([]);
});
