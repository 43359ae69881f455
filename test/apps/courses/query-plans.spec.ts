import '../../../src/apps/courses/courses.app.js';
import { randomUUID } from 'node:crypto';
import { expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const MANY = [
  'courses',
  'modules',
  'lessons',
  'enrollments',
  'grants',
  'lesson_progress',
  'orders',
  'comments',
  'reviews',
];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 500) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_courses.courses (owner_id, title, description, status, published_at, tags)
    SELECT u.ids[1 + n % 500], 'Course ' || n, 'word' || n, 'published', now() - n * interval '1 minute', ARRAY['t' || n]
    FROM generate_series(1, 1500) n, ${users}`);
  await ask(`INSERT INTO ext_courses.modules (course_id, title, position) SELECT id, 'm', 0 FROM ext_courses.courses`);
  await ask(`
    INSERT INTO ext_courses.lessons (course_id, module_id, title, kind, position, published, ref_id)
    SELECT course_id, id, 'l', 'text', n, true, gen_random_uuid() FROM ext_courses.modules, generate_series(1, 4) n`);
  await ask(`
    INSERT INTO ext_courses.enrollments (owner_id, course_id, status, expires_at, last_activity_at)
    SELECT u.ids[n], c.id, 'active', now() + n * interval '1 day', now()
    FROM (SELECT id, row_number() OVER () AS at FROM ext_courses.courses) c, generate_series(1, 500, 60) n, ${users}`);
  await ask(`INSERT INTO ext_courses.grants (enrollment_id, source) SELECT id, 'free' FROM ext_courses.enrollments`);
  await ask(`
    INSERT INTO ext_courses.lesson_progress (enrollment_id, lesson_id, completed_at)
    SELECT e.id, l.id, now() FROM ext_courses.enrollments e JOIN ext_courses.lessons l ON l.course_id = e.course_id
    WHERE l.position = 1`);
  await ask(`
    INSERT INTO ext_courses.orders (owner_id, seller_id, course_id, list_minor, discount_minor, total_minor, currency,
      holds_seat, status, payment_id, expires_at)
    SELECT owner_id, owner_id, course_id, 1, 0, 1, 'usd', true, 'paid', gen_random_uuid(), now()
    FROM ext_courses.enrollments`);
  for (const table of ['comments', 'reviews'])
    await ask(`
      INSERT INTO ext_courses.${table} (owner_id, course_id, ${table === 'comments' ? 'lesson_id, body' : 'rating'})
      SELECT e.owner_id, e.course_id, ${table === 'comments' ? `l.id, 'x'` : '5'} FROM ext_courses.enrollments e
      JOIN ext_courses.lessons l ON l.course_id = e.course_id AND l.position = 1`);
  await ask('VACUUM (ANALYZE)');
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  ['courses_path', [ID, ID]],
  ['courses_enrollment_of', [ID, ID]],
  ['courses_cards', [[ID]]],
  ['courses_curriculum_lessons', [ID]],
  ['courses_linked_lessons', [[ID]]],
  ['courses_next_lessons', [[ID], []]],
  ['courses_progress_recount', [ID, [ID], []]],
  ['courses_enrollments_to_pass', [ID, ID]],
  ['courses_enrollments_to_recount', [ID, ID, 500]],
  ['courses_enrollments_recompute', [[ID]]],
  ['courses_comments_of_lesson', [ID, false, ...END, 21]],
  ['courses_comments_of_course', [ID, true, ...END, 21]],
  ['ext_courses_review_list', [ID, null, ...END, 21]],
  ['courses_order_pending', [ID, ID]],
  ['courses_order_by_payment', [ID]],
  ['courses_with_orders_due', []],
  ['courses_with_enrollments_due', []],
  ['courses_enrollments_ending_notice', [500]],
  ['courses_stats_now', [ID, '2026-01-01', '2026-01-31']],
  ['courses_stats_top', [ID, '2026-01-01', '2026-01-31']],
  ['courses_owned_for_good', [ID, [ID]]],
  ['courses_owners_for_good', [ID, [ID]]],
  ['courses_lock_of_student', [ID]],
  ['courses_export enrollments', [ID]],
  ['courses_export comments', [ID]],
])('%s reads by an index', async (name, values) => {
  await expectIndexed(service.database, name, values, MANY);
});

it.each(['newest', 'popular', 'rating'])('the catalogue is read in its order (%s)', async (sort) => {
  await service.client().post('/v1/apps/courses/list-courses', { sort }).expect(200);
  const first = { newest: 'infinity', popular: 2147483647, rating: '9223372036854775807' }[sort];
  const plan = await queryPlan(service.database, `courses_list ${sort}`, [first, END[1], 21]);
  expect(plan.some((step) => step.startsWith('Sort'))).toBe(false);
  expect(plan.some((step) => step === 'Seq Scan courses')).toBe(false);
});

it.each([
  ['a', { query: 'word7' }],
  ['c', { tag: 't7' }],
  ['g', { owner_id: ID }],
])('the catalogue is asked for few by their index (%s)', async (letter, filter) => {
  await service.client().post('/v1/apps/courses/list-courses', filter).expect(200);
  const values = [...END, 21, Object.values(filter)[0]];
  const plan = await queryPlan(service.database, `courses_list newest ${letter}`, values);
  expect(plan.some((step) => step === 'Seq Scan courses')).toBe(false);
});

it('the enrollments of a student are read by an index', async () => {
  const student = await service.account();
  await student.client.post('/v1/apps/install', { slug: 'courses' }).expect(200);
  await student.client.post('/v1/apps/courses/list-my-enrollments').expect(200);
  const plan = await queryPlan(service.database, 'courses_mine activity', [ID, ...END, 21]);
  expect(plan.filter((step) => MANY.some((table) => step === `Seq Scan ${table}`))).toEqual([]);
});

it.each([
  ['newest', 'newest', 'infinity'],
  ['progress', 'progress', 101],
  ['last_activity', 'activity', 'infinity'],
])('the students of a course are read in their order (%s)', async (sort, index, first) => {
  const teacher = await service.account();
  await teacher.client.post('/v1/apps/install', { slug: 'courses' }).expect(200);
  const { rows } = await service.database.query(
    `UPDATE ext_courses.courses SET owner_id = (SELECT user_id FROM apps.installations ORDER BY created_at DESC LIMIT 1)
     WHERE title = 'Course 1' RETURNING id`,
  );
  const [course_id] = rows.map(({ id }) => id);
  await service.database.query(
    `INSERT INTO ext_courses.enrollments (owner_id, course_id, status)
     SELECT id, $1, 'active' FROM account.users ON CONFLICT DO NOTHING`,
    [course_id],
  );
  await service.database.query('ANALYZE ext_courses.enrollments');
  await teacher.client.post('/v1/apps/courses/list-students', { course_id, sort }).expect(200);
  const plan = await queryPlan(service.database, `courses_students ${sort}`, [course_id, first, END[1], 3]);
  expect(plan).toContain(`Index Scan enrollments enrollments_${index}`);
});
