import { randomUUID } from 'node:crypto';
import { OpenResults } from '../../../src/apps/quizzes/jobs/notification.job.js';
import { NotifyToGrade } from '../../../src/apps/quizzes/jobs/notification.job.js';
import type { Account } from '../../support/service.js';
import { Classroom, ESSAY, TRUE } from './classroom.js';

let room: Classroom;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  room = await Classroom.start();
  ann = await room.person();
});
beforeEach(async () => {
  bob = await room.person();
});
afterAll(() => room.stop());

const right = (quiz: any) => ({ [quiz.questions[0].id]: true });
const shown = async (id: string, who = bob) => {
  const { attempt, questions, answers } = await room.attempt(who, id);
  return { score: attempt.score, points: answers[0].points, hasKey: 'answer' in questions[0] };
};

describe('a score', () => {
  it.each([
    ['highest', 100, 100],
    ['latest', 0, 100],
    ['first', 100, 100],
    ['average', 50, 100],
  ])('counts by %s, beside the best', async (scoring, counted_percent, best_percent) => {
    const quiz = await room.quiz(ann, [TRUE], { scoring, max_attempts: 3, pass_percent: 60 });
    const my = async () => (await room.get(bob, quiz)).my;
    expect(await my()).toMatchObject({ counted_percent: null, best_percent: null });
    await room.take(bob, quiz, right(quiz));
    await room.take(bob, quiz, { [quiz.questions[0].id]: false });
    expect(await my()).toMatchObject({ counted_percent, best_percent, passed: counted_percent >= 60 });
  });

  it('is shown at once, or when the quiz has closed, or when its owner says so', async () => {
    const quiz = (more: object) => room.quiz(ann, [TRUE], more);
    const atOnce = await quiz({});
    expect(await room.take(bob, atOnce, right(atOnce))).toMatchObject({
      released: true,
      score: 1,
      percent: 100,
      passed: null,
    });

    const hidden = {
      released: false,
      score: null,
      max_score: null,
      percent: null,
      passed: null,
      graded_at: null,
    };
    const afterClose = await quiz({ release_score: 'after_close', closes_at: '2999-01-01T00:00:00Z' });
    const one = await room.take(bob, afterClose, right(afterClose));
    expect(one).toMatchObject({ status: 'graded', ...hidden });
    expect(await shown(one.id)).toEqual({ score: null, points: null, hasKey: false });
    expect((await room.attempt(ann, one.id)).attempt).toMatchObject({ released: false, score: 1 });
    expect((await room.get(bob, afterClose)).my).toMatchObject({
      best_percent: null,
      counted_percent: null,
      passed: null,
      attempts: [{ percent: null }],
    });
    await room.close(afterClose);
    expect(await shown(one.id)).toEqual({ score: 1, points: 1, hasKey: true });
    expect((await room.get(bob, afterClose)).my).toMatchObject({
      best_percent: 100,
      attempts: [{ percent: 100 }],
    });
    for (let n = 0; n < 2; n++) await room.run(OpenResults);
    expect(await room.told(bob, 'results')).toHaveLength(1);

    const never = await quiz({ release_score: 'after_close' });
    expect((await room.take(bob, never, right(never))).score).toBe(1);

    const byHand = await quiz({ release_score: 'by_hand', max_attempts: 3 });
    const two = await room.take(bob, byHand, right(byHand));
    await room.take(bob, byHand, right(byHand));
    expect(two).toMatchObject(hidden);
    const eve = await room.person();
    const running = await room.begin(eve, byHand);
    await room.update(ann, byHand, { release_now: true });
    await room.jobs();
    expect((await room.told(bob, 'results')).filter(({ data }) => data.quiz_id === byHand.id)).toHaveLength(1);
    expect(await room.told(eve)).toEqual([]);
    expect(await shown(two.id)).toMatchObject({ score: 1 });
    expect((await room.submit(eve, running.attempt.id, right(byHand))).score).toBe(1);
    await room.update(ann, byHand, { release_now: true });
    await room.run(OpenResults);
    expect([await room.told(bob), await room.told(eve)].map((told) => told.length)).toEqual([2, 0]);
    await room.update(ann, byHand, { release_now: false });
    expect(await shown(two.id)).toMatchObject({ score: null });
  });

  it('is told of when the closing has ended the attempt too', async () => {
    const quiz = await room.quiz(ann, [TRUE], {
      release_score: 'after_close',
      closes_at: '2999-01-01T00:00:00Z',
    });
    const { attempt } = await room.begin(bob, quiz);
    await room.close(quiz);
    await room.due(attempt.id, -60);
    expect((await room.attempt(bob, attempt.id)).attempt).toMatchObject({
      status: 'graded',
      auto_submitted: true,
      score: 0,
    });
    for (let n = 0; n < 2; n++) await room.run(OpenResults);
    expect(await room.told(bob, 'results')).toHaveLength(1);
  });

  it('is of his own closing for who has one', async () => {
    const quiz = await room.quiz(ann, [TRUE], {
      release_score: 'after_close',
      closes_at: '2999-01-01T00:00:00Z',
    });
    const eve = await room.person();
    await room.ask(ann, 'set-accommodation', {
      quiz_id: quiz.id,
      user_id: eve.id,
      closes_at: '2999-02-01T00:00:00Z',
    });
    const attempts = [await room.take(bob, quiz, right(quiz)), await room.take(eve, quiz, right(quiz))];
    await room.close(quiz);
    await room.run(OpenResults);
    expect((await shown(attempts[0].id)).score).toBe(1);
    expect((await shown(attempts[1].id, eve)).score).toBeNull();
    expect([await room.told(bob, 'results'), await room.told(eve, 'results')].map(({ length }) => length)).toEqual([
      1, 0,
    ]);
  });
});

describe('what is right', () => {
  it('is shown never, with the score, after the last attempt or after the closing', async () => {
    const take = async (show_answers: string, more: object = {}) => {
      const quiz = await room.quiz(ann, [{ ...TRUE, explanation: 'Look.' }], { show_answers, ...more });
      const { id } = await room.take(bob, quiz, { [quiz.questions[0].id]: false });
      return { quiz, id };
    };
    const hasKey = async (id: string) => (await shown(id)).hasKey;
    const never = await take('never');
    expect(await hasKey(never.id)).toBe(false);
    const score = await take('after_score');
    expect((await room.attempt(bob, score.id)).questions[0]).toMatchObject({
      answer: { correct: true },
      explanation: 'Look.',
    });
    const hidden = await take('after_score', { release_score: 'by_hand' });
    expect(await hasKey(hidden.id)).toBe(false);
    const closing = await take('after_close', { closes_at: '2999-01-01T00:00:00Z' });
    expect(await hasKey(closing.id)).toBe(false);
    await room.close(closing.quiz);
    expect(await hasKey(closing.id)).toBe(true);

    const last = await take('after_last_attempt', { max_attempts: 2, pass_percent: 50 });
    expect(await hasKey(last.id)).toBe(false);
    const { attempt } = await room.begin(bob, last.quiz);
    expect(await hasKey(last.id)).toBe(false);
    await room.submit(bob, attempt.id, { [last.quiz.questions[0].id]: false });
    expect(await hasKey(last.id)).toBe(true);
    const passing = await take('after_last_attempt', { max_attempts: 3, pass_percent: 50 });
    const passed = await room.take(bob, passing.quiz, right(passing.quiz));
    for (const id of [passing.id, passed.id]) expect(await hasKey(id)).toBe(true);
  });
});

describe('an essay', () => {
  const essay = async (more: object = {}, questions: object[] = [TRUE, ESSAY]) => {
    const quiz = await room.quiz(ann, questions, more);
    return { quiz, id: quiz.questions.at(-1).id as string };
  };
  const mark = (attempt_id: string, question_id: string, points: number, more: object = {}) =>
    room.call(ann, 'grade-answer', { attempt_id, question_id, points, ...more });

  it('waits for somebody, and the rest is provisional until then', async () => {
    const { quiz, id } = await essay({ pass_percent: 60 });
    const attempt = await room.take(bob, quiz, { ...right(quiz), [id]: 'Because.' });
    expect(attempt).toMatchObject({
      status: 'submitted',
      provisional: true,
      score: 1,
      max_score: 11,
      passed: null,
    });
    expect((await shown(attempt.id)).hasKey).toBe(false);
    for (const points of [10.5, 11]) await mark(attempt.id, id, points).expect(400, { error: 'Points are at most 10' });
    for (const points of [-1, 1.234, 1e-7, '5']) await mark(attempt.id, id, points as number).expect(400);
    await mark(attempt.id, randomUUID(), 1).expect(404, { error: 'Question not found' });
    await room.refused(bob, 'grade-answer', { attempt_id: attempt.id, question_id: id, points: 10 }, 403, 'Forbidden');
    const { body } = await mark(attempt.id, id, 7.5, { feedback: 'Well said.' }).expect(200);
    expect(body).toMatchObject({
      answer: { question_id: id, points: 7.5, feedback: 'Well said.', by_hand: true },
      attempt: { status: 'graded', provisional: false, score: 8.5, percent: 77.27, passed: true },
    });
    expect(await room.told(bob, 'graded')).toMatchObject([{ data: { attempt_id: attempt.id, quiz_id: quiz.id } }]);
    await mark(attempt.id, id, 1).expect(200);
    const seen = await room.attempt(bob, attempt.id);
    expect(seen.attempt).toMatchObject({ status: 'graded', score: 2, passed: false });
    expect(seen.answers.find(({ question_id }: any) => question_id === id)).toMatchObject({
      points: 1,
      feedback: 'Well said.',
    });
    expect(await room.told(bob, 'graded')).toHaveLength(1);
  });

  it('is worth nothing where it is empty, and any answer may be marked by hand', async () => {
    const { quiz, id } = await essay();
    const attempt = await room.take(bob, quiz, { [id]: '   ' });
    expect(attempt).toMatchObject({ status: 'graded', score: 0 });
    const { body } = await mark(attempt.id, quiz.questions[0].id, 0.5).expect(200);
    expect(body.attempt).toMatchObject({ status: 'graded', score: 0.5 });
    const running = await room.begin(await room.person(), quiz);
    await mark(running.attempt.id, id, 1).expect(409, { error: 'Attempt is still running' });
  });

  it('is not told of before it is released', async () => {
    const { quiz, id } = await essay({ release_score: 'by_hand' });
    const attempt = await room.take(bob, quiz, { [id]: 'So.' });
    await mark(attempt.id, id, 5).expect(200);
    expect(await room.told(bob)).toEqual([]);
    await room.update(ann, quiz, { release_now: true });
    await room.jobs();
    expect((await room.told(bob)).map(({ type }) => type)).toEqual(['quizzes.results']);
  });

  it('is told of to the teacher: each, once a day, or never', async () => {
    const people = await Promise.all(
      ['each', 'daily', 'off'].map(async (notify_to_grade) => {
        const who = await room.person();
        await room.ask(who, 'update-settings', { notify_to_grade });
        const quiz = await room.quiz(who, [ESSAY], { max_attempts: 2 });
        for (let n = 0; n < 2; n++) await room.take(bob, quiz, { [quiz.questions[0].id]: 'So.' });
        return who;
      }),
    );
    const counts = async () => {
      const told = await Promise.all(people.map((who) => room.told(who, 'to_grade')));
      return told.map(({ length }) => length);
    };
    expect(await counts()).toEqual([2, 0, 0]);
    for (let n = 0; n < 2; n++) await room.run(NotifyToGrade);
    expect(await counts()).toEqual([2, 1, 0]);
    const [daily] = await room.told(people[1] as Account, 'to_grade');
    expect(daily.data).toMatchObject({ attempts: 2, quizzes: [{ attempts: 2 }] });
  });
});
