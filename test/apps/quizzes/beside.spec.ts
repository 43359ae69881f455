import { randomUUID } from 'node:crypto';
import { CoursesService } from '../../../src/apps/courses/courses.service.js';
import { ClosingSoon } from '../../../src/apps/quizzes/jobs/notification.job.js';
import { QuizzesService } from '../../../src/apps/quizzes/quizzes.service.js';
import { atOnce, tally } from '../../account/at-once.js';
import { type Account } from '../../support/service.js';
import { Classroom, ESSAY, SUM, TRUE } from './classroom.js';

let room: Classroom;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  room = await Classroom.start();
  ann = await room.person('courses');
});
beforeEach(async () => {
  bob = await room.person('courses');
});
afterAll(() => room.stop());

const hours = (by: number) => new Date(Date.now() + by * 3_600_000).toISOString();
const right = (quiz: any) => ({ [quiz.questions[0].id]: true });

describe('an accommodation', () => {
  const set = (quiz: { id: string }, who: { id: string }, more: object) =>
    room.call(ann, 'set-accommodation', { quiz_id: quiz.id, user_id: who.id, ...more });

  it('grants time, attempts and moments of one’s own, and is told of without its note', async () => {
    const quiz = await room.quiz(ann, [TRUE], {
      time_limit_seconds: 600,
      opens_at: hours(5),
      closes_at: hours(6),
    });
    await room.start(bob, quiz).expect(409);
    const wishes = {
      extra_time_percent: 25,
      extra_attempts: 1,
      opens_at: hours(-1),
      closes_at: hours(9),
      note: 'Ill.',
    };
    const { body } = await set(quiz, bob, wishes).expect(200);
    expect(body).toMatchObject({
      accommodation: { user_id: bob.id, no_time_limit: false, ...wishes },
      attempt: null,
    });
    expect((await room.get(bob, quiz)).my).toMatchObject({
      attempts_left: 2,
      opens_at: wishes.opens_at,
      closes_at: wishes.closes_at,
      time_limit_seconds: 750,
    });
    const { attempt } = await room.begin(bob, quiz);
    expect(Date.parse(attempt.due_at) - Date.parse(attempt.started_at)).toBe(750_000);
    expect(JSON.stringify(await room.told(bob, 'accommodation'))).not.toContain('Ill.');
    expect(await room.told(bob, 'accommodation')).toHaveLength(1);
    const kept = (await set(quiz, bob, { no_time_limit: true }).expect(200)).body;
    expect(kept).toMatchObject({
      accommodation: { extra_time_percent: 25, note: 'Ill.' },
      attempt: { id: attempt.id, due_at: wishes.closes_at },
    });
    await room.rows(
      `UPDATE ext_quizzes.attempts SET started_at = started_at - interval '1 hour' WHERE id = $1`,
      attempt.id,
    );
    const before = Date.now();
    const { body: shorter } = await set(quiz, bob, { no_time_limit: false, extra_time_percent: 0 }).expect(200);
    expect(Date.parse(shorter.attempt.due_at)).toBeGreaterThanOrEqual(before + 60_000);
    expect(Date.parse(shorter.attempt.due_at)).toBeLessThanOrEqual(Date.now() + 60_000);
    expect((await set(quiz, bob, { remove: true }).expect(200)).body.accommodation).toBeNull();
    await set(quiz, bob, { remove: true }).expect(404, { error: 'Accommodation not found' });
    await set(quiz, { id: randomUUID() }, {}).expect(404, { error: 'User not found' });
    await set(quiz, bob, { opens_at: hours(2), closes_at: hours(1) }).expect(400, {
      error: 'closes_at must be after opens_at',
    });
    await room.refused(bob, 'set-accommodation', { quiz_id: quiz.id, user_id: bob.id }, 403, 'Forbidden');
    const answers = await atOnce(20, (at) => set(quiz, bob, { extra_attempts: at }));
    expect(tally(answers)).toEqual({ 200: 20 });
  });

  it('lets somebody end later than the quiz does', async () => {
    const quiz = await room.quiz(ann, [TRUE], { closes_at: hours(1) });
    await set(quiz, bob, { closes_at: hours(3) }).expect(200);
    const { attempt } = await room.begin(bob, quiz);
    await room.close(quiz);
    expect((await room.attempt(bob, attempt.id)).attempt).toMatchObject({ status: 'in_progress' });
    expect((await room.submit(bob, attempt.id, right(quiz))).score).toBe(1);
    await room.start(await room.person(), quiz).expect(409, { error: 'Quiz is closed' });
  });

  it('is no news of a closing, which those hear of who have no other end', async () => {
    const quiz = await room.quiz(ann, [TRUE], { closes_at: hours(23), time_limit_seconds: 86_400 });
    const eve = await room.person();
    await set(quiz, eve, { no_time_limit: true }).expect(200);
    await Promise.all([bob, eve].map((who) => room.begin(who, quiz)));
    const later = await room.quiz(ann, [TRUE], { closes_at: hours(25) });
    await room.begin(bob, later);
    for (let n = 0; n < 2; n++) await room.run(ClosingSoon);
    expect((await room.told(bob, 'closing_soon')).length).toBe(0);
    expect(await room.told(eve, 'closing_soon')).toMatchObject([{ data: { quiz_id: quiz.id } }]);
  });
});

describe('a course', () => {
  const course = async () => {
    const ask = (action: string, input: object) => room.ask(ann, action, input, 'courses');
    const { course: made } = await ask('create-course', { title: 'Sums', description: 'All of them.' });
    const { module } = await ask('create-module', { course_id: made.id, title: 'One' });
    return { id: made.id as string, module_id: module.id as string };
  };
  const lesson = (module_id: string, ref_id: string) =>
    room.call(ann, 'create-lesson', { module_id, title: 'Test', kind: 'quiz', ref_id, published: true }, 'courses');
  const progress = async (who: Account, id: string) =>
    (await room.ask(who, 'get-progress', { course_id: id }, 'courses')).progress.percent;

  it('has a quiz as a lesson, which passing the quiz completes', async () => {
    const { id, module_id } = await course();
    await room.refused(bob, 'create-quiz', { title: 'x', course_id: id }, 404, 'Course not found');
    const quiz = await room.quiz(ann, [TRUE, SUM], { course_id: id, pass_percent: 50, max_attempts: 3 });
    expect(quiz.course_id).toBe(id);
    await lesson(module_id, randomUUID()).expect(404, { error: 'Quiz not found' });
    await lesson(module_id, quiz.id).expect(200);
    await room.ask(ann, 'publish-course', { course_id: id }, 'courses');
    for (const action of ['get-quiz', 'start-attempt'])
      await room.refused(bob, action, { quiz_id: quiz.id }, 404, 'Quiz not found');
    const listed = async () => (await room.ask(bob, 'list-quizzes', { mine: false, course_id: id })).quizzes;
    expect(await listed()).toEqual([]);
    await room.ask(bob, 'enroll', { course_id: id }, 'courses');
    expect(await listed()).toMatchObject([{ id: quiz.id, best_percent: null, attempts_left: 3 }]);
    await room.take(bob, quiz, {});
    expect(await progress(bob, id)).toBe(0);
    await room.take(bob, quiz, right(quiz));
    expect(await progress(bob, id)).toBe(100);
    expect(await listed()).toMatchObject([{ best_percent: 50, attempts_left: 1 }]);
    const question_id = quiz.questions[0].id;
    await room.ask(ann, 'update-question', { question_id, correct: false });
    await room.jobs();
    expect((await room.get(bob, quiz)).my).toMatchObject({ passed: false, best_percent: 0 });
    await room.update(ann, quiz, { pass_percent: 100 });
    await room.jobs();
    expect(await progress(bob, id)).toBe(100);
    await room.refused(
      ann,
      'update-quiz',
      { quiz_id: quiz.id, course_id: null },
      409,
      'Course cannot change once there are attempts',
    );
    const { attempt } = await room.begin(bob, quiz);
    await room.ask(ann, 'revoke-access', { course_id: id, user_id: bob.id }, 'courses');
    expect((await room.submit(bob, attempt.id)).status).toBe('graded');
    expect((await room.get(bob, quiz)).my.attempts).toHaveLength(3);
    await room.start(bob, quiz).expect(404, { error: 'Quiz not found' });
  });

  it('has what was passed by a new key or by a new rule, and asks nothing where nothing is asked', async () => {
    const { id, module_id } = await course();
    const [keyed, ruled, free] = [
      await room.quiz(ann, [SUM], { pass_percent: 100 }),
      await room.quiz(ann, [SUM, TRUE], { pass_percent: 100 }),
      await room.quiz(ann, [ESSAY]),
    ];
    for (const quiz of [keyed, ruled, free]) await lesson(module_id, quiz.id).expect(200);
    await room.ask(ann, 'publish-course', { course_id: id }, 'courses');
    await room.ask(bob, 'enroll', { course_id: id }, 'courses');
    await room.take(bob, keyed, { [keyed.questions[0].id]: room.idOf(keyed.questions[0], '5') });
    await room.take(bob, ruled, { [ruled.questions[1].id]: true });
    const { id: attempt_id } = await room.take(bob, free, { [free.questions[0].id]: 'So.' });
    expect(await progress(bob, id)).toBe(0);
    await room.ask(ann, 'update-question', { question_id: keyed.questions[0].id, correct: 0 });
    await room.jobs();
    expect(await progress(bob, id)).toBe(33);
    await room.update(ann, ruled, { pass_percent: 50 });
    await room.jobs();
    expect(await progress(bob, id)).toBe(66);
    await room.ask(ann, 'grade-answer', { attempt_id, question_id: free.questions[0].id, points: 0 });
    expect(await progress(bob, id)).toBe(100);
    const quizzes = room.service.app.get(QuizzesService, { strict: false });
    expect(await quizzes.describe([keyed.id, randomUUID()])).toEqual([
      { id: keyed.id, owner_id: ann.id, title: 'Sums' },
    ]);
    expect(await quizzes.result(bob.id, ruled.id)).toEqual({ percent: 50, passed: true });
    expect(await quizzes.result(bob.id, free.id)).toEqual({ percent: 0, passed: null });
    expect(await quizzes.result(ann.id, free.id)).toBeUndefined();
    expect(await quizzes.result(ann.id, randomUUID())).toBeUndefined();
    expect(await room.service.app.get(CoursesService, { strict: false }).hasCompleted(bob.id, id)).toBe(true);
  });
});
