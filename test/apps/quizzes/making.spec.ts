import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { ALL, Classroom, ESSAY, SUM, TRUE } from './classroom.js';

let room: Classroom;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  room = await Classroom.start();
  [ann, bob] = (await room.people(2)) as [Account, Account];
});
afterAll(() => room.stop());

const update = (quiz: { id: string }, more: object, who = ann) =>
  room.call(who, 'update-quiz', { quiz_id: quiz.id, ...more });
const add = (quiz: { id: string }, ...questions: object[]) =>
  room.call(ann, 'add-questions', { quiz_id: quiz.id, questions });
const publish = (quiz: { id: string }, published?: boolean) =>
  room.call(ann, 'publish-quiz', { quiz_id: quiz.id, published });

describe('a quiz', () => {
  it('begins as a draft, with what its owner has set for new ones', async () => {
    const eve = await room.person();
    const { quiz } = await room.ask(eve, 'create-quiz', { title: 'Sums' });
    expect(quiz).toMatchObject({
      owner_id: eve.id,
      status: 'draft',
      max_attempts: 1,
      pass_percent: null,
      scoring: 'highest',
      release_score: 'at_once',
      show_answers: 'after_score',
      has_access_code: false,
    });
    expect(quiz).not.toHaveProperty('access_code_hash');
    await room.ask(eve, 'update-settings', {
      default_max_attempts: null,
      default_pass_percent: 62.5,
      default_show_answers: 'never',
    });
    expect((await room.ask(eve, 'create-quiz', { title: 'More' })).quiz).toMatchObject({
      max_attempts: null,
      pass_percent: 62.5,
      show_answers: 'never',
    });
    await room.call(eve, 'update-settings', { default_max_attempts: 0 }).expect(400);
    await room.call(eve, 'update-settings', { notify_to_grade: 'never' }).expect(400);
  });

  it('is made 500 times, however many are made at once', async () => {
    const eve = await room.person();
    await room.rows(
      `INSERT INTO ext_quizzes.quizzes (owner_id, title) SELECT $1, 'Quiz ' || n FROM generate_series(1, 495) n`,
      eve.id,
    );
    const answers = await atOnce(20, () => room.call(eve, 'create-quiz', { title: 'Sums' }));
    expect(tally(answers)).toEqual({ 200: 5, 409: 15 });
    await room.refused(eve, 'create-quiz', { title: 'Sums' }, 409, 'Quiz limit reached');
    const [{ id }] = await room.rows(`SELECT id FROM ext_quizzes.quizzes WHERE owner_id = $1 LIMIT 1`, eve.id);
    await room.ask(eve, 'add-questions', { quiz_id: id, questions: [TRUE] });
    await room.ask(eve, 'archive-quiz', { quiz_id: id });
    await room.ask(eve, 'create-quiz', { title: 'Sums' });
    await room.refused(eve, 'publish-quiz', { quiz_id: id }, 409, 'Quiz limit reached');
  });

  it('is changed field by field', async () => {
    const quiz = await room.quiz(ann, [SUM, TRUE]);
    const changed = await room.update(ann, quiz, {
      title: 'New',
      instructions: 'Think.',
      time_limit_seconds: 600,
      max_attempts: null,
      attempt_gap_minutes: 5,
      scoring: 'average',
      pass_percent: 50.5,
      draw_count: 1,
      shuffle_questions: true,
      shuffle_options: true,
      release_score: 'by_hand',
      show_answers: 'after_close',
      opens_at: '2030-01-01T00:00:00Z',
      closes_at: '2030-01-02T00:00:00Z',
    });
    expect(changed.quiz).toMatchObject({
      title: 'New',
      pass_percent: 50.5,
      draw_count: 1,
      scoring: 'average',
    });
    const plain = {
      opens_at: null,
      closes_at: null,
      pass_percent: null,
      time_limit_seconds: null,
      draw_count: null,
    };
    expect((await room.update(ann, quiz, plain)).quiz).toMatchObject({ ...plain, title: 'New' });
    await update(quiz, { draw_count: 3 }).expect(409, {
      error: 'draw_count is above the number of questions',
    });
    const error = 'closes_at must be after opens_at';
    await update(quiz, { opens_at: '2030-01-02T00:00:00Z', closes_at: '2030-01-02T00:00:00Z' }).expect(400, {
      error,
    });
    await room.update(ann, quiz, { opens_at: '2030-01-02T00:00:00Z' });
    await update(quiz, { closes_at: '2030-01-01T00:00:00Z' }).expect(400, { error });
    await room.update(ann, quiz, { release_score: 'at_once' });
    await update(quiz, { release_now: true }).expect(400);
    await update(quiz, { course_id: randomUUID() }).expect(404, { error: 'Course not found' });
    await update(quiz, {}, bob).expect(403);
    await room.ask(ann, 'archive-quiz', { quiz_id: quiz.id });
    await update(quiz, { title: 'Late' }).expect(409, { error: 'Quiz is archived' });
  });

  it('is published with questions, and taken back while nobody has begun', async () => {
    const quiz = await room.quiz(ann, [], {}, false);
    await publish(quiz).expect(409, { error: 'Add at least one question first' });
    await add(quiz, SUM, TRUE).expect(200);
    await room.update(ann, quiz, { draw_count: 2 });
    await room.rows('UPDATE ext_quizzes.quizzes SET draw_count = 3 WHERE id = $1', quiz.id);
    await publish(quiz).expect(409, { error: 'draw_count is above the number of questions' });
    await room.update(ann, quiz, { draw_count: null });
    const first = (await publish(quiz).expect(200)).body.quiz;
    expect(first).toMatchObject({ status: 'published', published_at: expect.any(String) });
    expect((await publish(quiz, false).expect(200)).body.quiz).toMatchObject({
      status: 'draft',
      published_at: null,
    });
    await publish(quiz).expect(200);
    await room.begin(ann, quiz, { preview: true });
    await publish(quiz, false).expect(200);
    await publish(quiz).expect(200);
    await room.begin(bob, quiz);
    await publish(quiz, false).expect(409, { error: 'Quiz has attempts, archive it instead' });
    const input = { quiz_id: quiz.id };
    expect((await room.ask(ann, 'archive-quiz', input)).quiz.status).toBe('archived');
    await room.refused(ann, 'archive-quiz', input, 409, 'Quiz is already archived');
    expect((await publish(quiz).expect(200)).body.quiz.status).toBe('published');
  });

  it('is listed to its owner, page by page, with what has come of it', async () => {
    const eve = await room.person();
    const quizzes = [];
    for (const title of ['Algebra 100%', 'Biology', 'Chemistry'])
      quizzes.push(await room.quiz(eve, [SUM, ESSAY], { title }));
    const [first] = quizzes;
    const wrong = { [first.questions[0].id]: room.idOf(first.questions[0], '5') };
    await room.take(bob, first, wrong);
    await room.take(ann, first, { ...wrong, [first.questions[1].id]: 'Because.' });
    const page = await room.ask(eve, 'list-quizzes', { limit: 2 });
    expect(page.quizzes.map(({ title }: any) => title)).toEqual(['Chemistry', 'Biology']);
    const rest = await room.ask(eve, 'list-quizzes', { limit: 2, cursor: page.next_cursor });
    expect(rest).toMatchObject({ quizzes: [{ attempts: 2, to_grade: 1, average: 0 }], next_cursor: null });
    const titles = async (more: object) =>
      (await room.ask(eve, 'list-quizzes', more)).quizzes.map(({ title }: any) => title);
    expect(await titles({ query: '0%' })).toEqual(['Algebra 100%']);
    expect(await titles({ query: 'IO' })).toEqual(['Biology']);
    await room.ask(eve, 'archive-quiz', { quiz_id: first.id });
    expect(await titles({ status: 'archived' })).toEqual(['Algebra 100%']);
    expect(await titles({ course_id: randomUUID() })).toEqual([]);
    expect(await titles({ mine: false })).toEqual([]);
    await room.call(eve, 'list-quizzes', { cursor: 'x' }).expect(400);
  });

  it('shows its rules to all, and its questions to its owner alone', async () => {
    const quiz = await room.quiz(ann, ALL, { access_code: 'open sesame' });
    const own = await room.get(ann, quiz);
    expect(own.quiz).toMatchObject({ has_access_code: true, questions_count: ALL.length });
    expect(own.questions.map(({ type }: any) => type)).toEqual(ALL.map(({ type }) => type));
    expect(own.questions[0].answer).toEqual({ correct: room.idOf(own.questions[0], '4') });
    const his = await room.get(bob, quiz);
    expect(his).toMatchObject({
      questions: null,
      quiz: { has_access_code: true },
      my: { attempts: [], attempts_left: 1, in_progress_attempt_id: null, best_percent: null, passed: null },
    });
    expect(JSON.stringify(his)).not.toMatch(/argon|answer"/);
    const draft = await room.quiz(ann, [SUM], {}, false);
    for (const id of [draft.id, randomUUID()])
      await room.refused(bob, 'get-quiz', { quiz_id: id }, 404, 'Quiz not found');
    const admin = await room.service.admin();
    expect((await room.get(admin, draft)).questions).toHaveLength(1);
  });
});
