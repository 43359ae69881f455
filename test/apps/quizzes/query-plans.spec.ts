import '../../../src/apps/quizzes/quizzes.app.js';
import { QuizListRepository } from '../../../src/apps/quizzes/quizzes/quiz-list.repository.js';
import { randomUUID } from 'node:crypto';
import { expectIndexed, queryPlan } from '../../support/query-plan.js';
import { TestService } from '../../support/service.js';

const ID = randomUUID();
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const DAYS = ['2026-01-01', '2026-01-31'];
const MANY = ['quizzes', 'questions', 'attempts', 'answers', 'accommodations'];

let service: TestService;
beforeAll(async () => {
  service = await TestService.forPlans();
  const ask = (text: string) => service.database.query(text);
  await ask(`INSERT INTO account.users (email) SELECT 'p' || n || '@plans.example' FROM generate_series(1, 400) n`);
  const users = '(SELECT array_agg(id) AS ids FROM account.users) u';
  await ask(`
    INSERT INTO ext_quizzes.quizzes (owner_id, title, status, course_id, created_at)
    SELECT u.ids[1 + n % 400], 'Quiz ' || n, 'published', gen_random_uuid(), now() - n * interval '1 minute'
    FROM generate_series(1, 2000) n, ${users}`);
  await ask(`
    INSERT INTO ext_quizzes.questions (quiz_id, type, prompt, data, answer, position)
    SELECT id, 'true_false', 'x', '{}', '{"correct":true}', n FROM ext_quizzes.quizzes, generate_series(1, 3) n`);
  await ask(`
    INSERT INTO ext_quizzes.attempts (owner_id, quiz_id, number, status, started_at, due_at, submitted_at, layout, score,
      percent, taker_told_at)
    SELECT u.ids[n], q.id, 1, CASE WHEN n % 20 = 1 AND q.at % 10 = 0 THEN 'in_progress' ELSE 'graded' END, now(),
      now() + q.at * interval '1 hour', now(),
      (SELECT jsonb_agg(jsonb_build_object('id', id, 'points', 1, 'key_version', 1)) FROM ext_quizzes.questions
       WHERE quiz_id = q.id), 1, n % 100, now()
    FROM (SELECT id, row_number() OVER () AS at FROM ext_quizzes.quizzes) q, generate_series(1, 400, 40) n, ${users}`);
  await ask(`
    INSERT INTO ext_quizzes.answers (attempt_id, question_id, response, revision, saved_at, points)
    SELECT t.id, q.id, 'true', 1, now(), 1 FROM ext_quizzes.attempts t
    JOIN ext_quizzes.questions q ON q.quiz_id = t.quiz_id AND q.position < 3`);
  await ask(`
    INSERT INTO ext_quizzes.accommodations (quiz_id, user_id) SELECT quiz_id, owner_id FROM ext_quizzes.attempts`);
  await ask('VACUUM (ANALYZE)');
  // A list writes its statements when it is asked for them.
  const lists = service.app.get(QuizListRepository, { strict: false });
  await lists.mine(ID, {}, {});
  await lists.mine(ID, { status: 'draft', course_id: ID, query: 'x' }, {});
  await lists.ofCourse(ID, ID, undefined, {});
  await lists.ofCourse(ID, ID, 'x', {});
});
afterAll(() => service.stop());

it.each<[name: string, values: unknown[]]>([
  [
    'SELECT count(*)::int AS count FROM ext_quizzes.quizzes WHERE owner_id = $1 AND status IS DISTINCT FROM $2',
    [ID, 'archived'],
  ],
  ['quizzes_mine newest', [ID, ...END, 21]],
  ['quizzes_mine newest abc', [ID, ...END, 21, 'draft', ID, '%x%']],
  ['quizzes_of_course newest', [ID, ID, ...END, 21]],
  ['quizzes_of_course newest a', [ID, ID, ...END, 21, '%x%']],
  ['quizzes_questions', [ID]],
  ['quizzes_question_is_used', [ID, ID]],
  ['quizzes_question_attempts', [ID]],
  [
    `SELECT * FROM ext_quizzes.attempts WHERE quiz_id = $1 AND owner_id = $2 AND status = $3 FOR NO KEY UPDATE`,
    [ID, ID, 'in_progress'],
  ],
  ['quizzes_attempts_any', [ID]],
  ['quizzes_attempt_numbers', [ID, ID, false]],
  ['quizzes_attempts_overdue', [100]],
  ['quizzes_attempts_move_due', [ID]],
  ['SELECT * FROM ext_quizzes.answers WHERE attempt_id = $1 ORDER BY id ASC', [ID]],
  ['SELECT * FROM ext_quizzes.answers WHERE attempt_id = ANY ($1) AND question_id = $2', [[ID], ID]],
  ['SELECT * FROM ext_quizzes.accommodations WHERE quiz_id = $1 AND user_id = $2', [ID, ID]],
  ['quizzes_standing', [ID, ID]],
  ['quizzes_attempts_of_taker', [ID, ID]],
  ['quizzes_attempts_score', [[ID]]],
  ['quizzes_takers_passed', [ID, [ID]]],
  ['quizzes_attempts_batch', [ID, ID, '[]', 200]],
  ['quizzes_gradebook_summary', [ID]],
  ['quizzes_analysis', [ID]],
  ['quizzes_analysis_questions', [ID]],
  ['quizzes_analysis_responses', [ID]],
  ['quizzes_results_open', [null, 500]],
  ['quizzes_results_open', [ID, 500]],
  ['quizzes_attempts_closing', [500]],
  ['quizzes_attempts_waiting', [500]],
  ['quizzes_previews_drop', [500]],
  ['quizzes_stats_now', [ID, ...DAYS]],
  ['quizzes_stats_to_check', [ID]],
  ['quizzes_stats_by_quiz', [ID, ...DAYS]],
  ['quizzes_stats_taken', [ID, ...DAYS]],
  ['quizzes_export attempts', [ID]],
  ['quizzes_export answers', [ID]],
])('%s reads by an index', async (name, values) => {
  await expectIndexed(service.database, name, values, MANY);
});

it('the own quizzes are read in their order', async () => {
  const [{ owner_id }] = (await service.database.query('SELECT owner_id FROM ext_quizzes.quizzes LIMIT 1')).rows;
  await service.database.query('UPDATE ext_quizzes.quizzes SET owner_id = $1', [owner_id]);
  await service.database.query('ANALYZE ext_quizzes.quizzes');
  const plan = await queryPlan(service.database, 'quizzes_mine newest', [owner_id, ...END, 21]);
  expect(plan).toContain('Index Scan quizzes quizzes_newest');
});

it.each([
  ['newest', END[1]],
  ['percent', 1000],
])('the gradebook is read in its order (%s)', async (sort, first) => {
  const teacher = await service.account();
  await teacher.client.post('/v1/apps/install', { slug: 'quizzes' }).expect(200);
  const { rows } = await service.database.query(
    `INSERT INTO ext_quizzes.quizzes (owner_id, title) VALUES ($1, 'Big') RETURNING id`,
    [teacher.id],
  );
  const quiz_id = rows[0].id;
  await service.database.query(
    `INSERT INTO ext_quizzes.attempts (owner_id, quiz_id, number, status, started_at, layout, percent)
     SELECT u.id, $1, n, 'graded', now(), '[]', n FROM account.users u, generate_series(1, 20) n`,
    [quiz_id],
  );
  await service.database.query('ANALYZE ext_quizzes.attempts');
  await teacher.client.post('/v1/apps/quizzes/list-attempts', { quiz_id, sort }).expect(200);
  const plan = await queryPlan(service.database, `quizzes_gradebook ${sort}`, [quiz_id, first, END[1], 3]);
  expect(plan[0]).toBe('Limit');
  expect(plan[1]).not.toContain('Sort');
  expect(plan).not.toContain('Seq Scan attempts');
});
