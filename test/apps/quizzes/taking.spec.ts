import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { ALL, Classroom, ORDER, PAIRS, SUM, TRUE } from './classroom.js';

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

const hour = (by: number) => new Date(Date.now() + by * 3_600_000).toISOString();

describe('an attempt', () => {
  it('goes as the contract shows it', async () => {
    const quiz = await room.quiz(ann, [SUM], { time_limit_seconds: 1200, pass_percent: 50 });
    const [question] = quiz.questions;
    const begun = await room.begin(bob, quiz);
    expect(begun).toMatchObject({
      attempt: { number: 1, status: 'in_progress', score: null, percent: null, released: false },
      questions: [{ id: question.id, type: 'single_choice', prompt: '2 + 2 =', points: 1, data: question.data }],
      answers: [],
      remaining_seconds: expect.any(Number),
      resumed: false,
    });
    expect(JSON.stringify(begun.questions)).not.toMatch(/"(answer|explanation|correct)"/);
    const { id: attempt_id, due_at, started_at } = begun.attempt;
    expect(Date.parse(due_at) - Date.parse(started_at)).toBe(1_200_000);
    expect(begun.remaining_seconds).toBeLessThanOrEqual(1200);
    const right = room.idOf(question, '4');
    const { body } = await room
      .save(bob, attempt_id, [{ question_id: question.id, response: right, revision: 1 }])
      .expect(200);
    expect(body).toEqual({
      saved: [{ question_id: question.id, revision: 1 }],
      remaining_seconds: expect.any(Number),
    });
    const { attempt } = await room.ask(bob, 'submit-attempt', { attempt_id });
    expect(attempt).toMatchObject({
      id: attempt_id,
      status: 'graded',
      score: 1,
      max_score: 1,
      percent: 100,
      passed: true,
    });
    expect(await room.submit(bob, attempt_id)).toEqual(attempt);
    await room.save(bob, attempt_id, [{ question_id: question.id, response: right, revision: 2 }]).expect(409, {
      error: 'Attempt is finished',
    });
  });

  it('is one at a time, however many tabs begin it, and is resumed with what was saved', async () => {
    const quiz = await room.quiz(ann, ALL, {
      max_attempts: 3,
      shuffle_questions: true,
      shuffle_options: true,
    });
    const answers = await atOnce(20, () => room.start(bob, quiz));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.attempt.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.resumed)).toHaveLength(1);
    const { attempt, questions } = (answers[0] as any).body;
    expect(attempt.number).toBe(1);
    const [first] = questions;
    const response = quiz.questions.find(({ id }: any) => id === first.id).type === 'true_false' ? true : null;
    await room.save(bob, attempt.id, [{ question_id: first.id, response, revision: 7 }]).expect(200);
    const again = await room.begin(bob, quiz);
    expect(again).toMatchObject({
      resumed: true,
      answers: [{ question_id: first.id, response, revision: 7, points: null }],
    });
    expect(again.questions).toEqual(questions);
    expect((await room.attempt(bob, attempt.id)).questions).toEqual(questions);
    expect((await room.get(bob, quiz)).my).toMatchObject({
      attempts_left: 2,
      in_progress_attempt_id: attempt.id,
    });
    await room.submit(bob, attempt.id);
    expect((await room.begin(bob, quiz)).attempt.number).toBe(2);
  });

  it('is refused for its reasons, in their order', async () => {
    const quiz = await room.quiz(ann, [TRUE], {
      access_code: 'sesame',
      attempt_gap_minutes: 60,
      max_attempts: 2,
    });
    const no = (status: number, error: string, more: object = {}) =>
      room.start(bob, quiz, more).expect(status, { error });
    await room.refused(bob, 'start-attempt', { quiz_id: randomUUID() }, 404, 'Quiz not found');
    for (const access_code of [undefined, 'open!']) await no(400, 'Wrong access code', { access_code });
    const { attempt } = await room.begin(bob, quiz, { access_code: 'sesame' });
    expect((await room.begin(bob, quiz)).resumed).toBe(true);
    await room.submit(bob, attempt.id);
    const { next_attempt_at } = (await room.get(bob, quiz)).my;
    await no(409, `Next attempt is possible from ${next_attempt_at}`);
    await room.update(ann, quiz, { max_attempts: 1 });
    await no(409, 'No attempts left');
    await room.update(ann, quiz, { closes_at: hour(-1) });
    await no(409, 'Quiz is closed');
    const opens_at = hour(1);
    await room.update(ann, quiz, { opens_at, closes_at: hour(2) });
    await no(409, `Quiz opens on ${opens_at}`);
    await room.ask(ann, 'archive-quiz', { quiz_id: quiz.id });
    await no(409, 'Quiz is archived');
    await no(404, 'Quiz not found', { quiz_id: (await room.quiz(ann, [TRUE], {}, false)).id });
    await room.start(bob, quiz, { preview: true }).expect(403, { error: 'Forbidden' });
  });

  it('asks for its code a few times, and then for patience', async () => {
    const quiz = await room.quiz(ann, [TRUE], { access_code: 'sesame' });
    const answers = await atOnce(20, () => room.start(bob, quiz, { access_code: 'guess' }));
    expect(tally(answers)).toEqual({ 400: 10, 429: 10 });
    await room.start(bob, quiz, { access_code: 'sesame' }).expect(429);
    const eve = await room.person();
    await room.begin(eve, quiz, { access_code: 'sesame' });
    await room.update(ann, quiz, { access_code: null });
    await room.begin(bob, quiz);
  });

  it('draws some of the questions, and shows what has an order in another', async () => {
    const questions = Array.from({ length: 30 }, (_, n) => ({ ...TRUE, prompt: `Question ${n}` }));
    const quiz = await room.quiz(ann, [...questions, ORDER, PAIRS], { draw_count: 12 });
    const people = await room.people(4);
    const papers = await Promise.all(people.map((who) => room.begin(who, quiz)));
    const drawn = papers.map((paper) => paper.questions.map(({ id }: any) => id));
    const places = new Map(quiz.questions.map(({ id }: any, at: number) => [id, at]));
    for (const ids of drawn) {
      expect(new Set(ids).size).toBe(12);
      expect(ids).toEqual([...ids].sort((a, b) => Number(places.get(a)) - Number(places.get(b))));
    }
    expect(new Set(drawn.map(String)).size).toBeGreaterThan(1);
    const [first] = await room.rows('SELECT max_score FROM ext_quizzes.attempts WHERE id = $1', papers[0].attempt.id);
    const points = papers[0].questions.reduce((sum: number, one: any) => sum + one.points, 0);
    expect(Number(first.max_score)).toBe(points);
  });

  it('is shown in one order to its taker, whatever its questions become', async () => {
    const quiz = await room.quiz(ann, [ORDER, PAIRS, SUM], { max_attempts: 100 });
    const orders = new Set<string>();
    for (let n = 0; n < 12; n++) {
      const { attempt, questions } = await room.begin(bob, quiz);
      orders.add(questions[0].data.items.map(({ text }: any) => text).join());
      expect(questions[1].data.lefts.map(({ text }: any) => text)).toEqual(['France', 'Spain', 'Italy']);
      expect(questions[2].data).toEqual(quiz.questions[2].data);
      await room.submit(bob, attempt.id);
    }
    expect(orders.size).toBeGreaterThan(1);
    const { attempt, questions } = await room.begin(bob, quiz);
    await room.ask(ann, 'add-questions', { quiz_id: quiz.id, questions: [TRUE] });
    const [order] = quiz.questions;
    await room.ask(ann, 'update-question', { question_id: order.id, items: ['1', '2', '3', '4'] });
    const now = (await room.attempt(bob, attempt.id)).questions;
    const ids = (list: any[]) => list[0].data.items.map(({ id }: any) => id);
    expect(now).toHaveLength(3);
    expect(ids(now)).toEqual(ids(questions));
  });

  it('is its taker’s and the quiz’s owner’s alone', async () => {
    const quiz = await room.quiz(ann, [TRUE]);
    const { attempt } = await room.begin(bob, quiz);
    const attempt_id = attempt.id;
    const eve = await room.person();
    for (const action of ['get-attempt', 'submit-attempt'])
      await room.refused(eve, action, { attempt_id }, 403, 'Forbidden');
    await room.refused(eve, 'get-attempt', { attempt_id: randomUUID() }, 404, 'Attempt not found');
    await room.save(eve, attempt_id, [{ question_id: quiz.questions[0].id, response: true, revision: 1 }]).expect(403);
    await room.refused(ann, 'submit-attempt', { attempt_id }, 403, 'Forbidden');
    expect((await room.attempt(ann, attempt_id)).questions[0]).toMatchObject({ answer: { correct: true } });
    expect((await room.attempt(await room.service.admin(), attempt_id)).attempt.id).toBe(attempt_id);
  });
});

describe('answers', () => {
  it('are kept by their revisions, whatever comes late or at once', async () => {
    const quiz = await room.quiz(ann, [SUM, TRUE]);
    const [sum, truth] = quiz.questions;
    const { attempt } = await room.begin(bob, quiz);
    const options = sum.data.options.map(({ id }: any) => id);
    const one = (revision: number, response: unknown = options[revision % 3]) => ({
      question_id: sum.id,
      response,
      revision,
    });
    const save = (...answers: object[]) => room.save(bob, attempt.id, answers);
    const saved = async (...answers: object[]) => (await save(...answers).expect(200)).body.saved;
    expect(await saved(one(5))).toEqual([{ question_id: sum.id, revision: 5 }]);
    expect(await saved(one(3), { question_id: truth.id, response: false, revision: 1 })).toEqual([
      { question_id: sum.id, revision: 5 },
      { question_id: truth.id, revision: 1 },
    ]);
    expect(await saved(one(6), one(8), one(7))).toEqual([{ question_id: sum.id, revision: 8 }]);
    const answers = await atOnce(20, (at) => save(one(at + 10)));
    expect(tally(answers)).toEqual({ 200: 20 });
    const now = async () =>
      (await room.attempt(bob, attempt.id)).answers.find(({ question_id }: any) => question_id === sum.id);
    expect(await now()).toMatchObject({ revision: 29, response: options[29 % 3] });
    await saved(one(30, null));
    expect(await now()).toMatchObject({ revision: 30, response: null });
  });

  it('have the form of their question', async () => {
    const quiz = await room.quiz(ann, ALL);
    const { attempt, questions } = await room.begin(bob, quiz);
    const [sum, primes, truth, city, tenth, pairs, order, essay] = questions;
    const ids = (list: any[]) => list.map(({ id }) => id);
    const [left] = ids(pairs.data.lefts);
    const [side] = ids(pairs.data.rights);
    const items = ids(order.data.items);
    const wrong: [any, unknown[]][] = [
      [sum, ['4', 1, true, [sum.data.options[0].id], {}]],
      [primes, [primes.data.options[0].id, ['x'], Array(2).fill(primes.data.options[0].id), {}, 7]],
      [truth, ['true', 1, []]],
      [city, [5, true, ['Paris'], 'x'.repeat(20_001)]],
      [tenth, ['1', true, []]],
      [pairs, [[left], { [left]: left }, { x: side }, { [left]: [side] }, 'x']],
      [order, [items.slice(1), [...items, items[0]], Array(4).fill(items[0]), items[0]]],
      [essay, [5, 'one two three four five six', ['x']]],
    ];
    const save = (question: any, response: unknown) =>
      room.save(bob, attempt.id, [
        { question_id: truth.id, response: true, revision: 1 },
        { question_id: question.id, response, revision: 9 },
      ]);
    for (const [question, responses] of wrong)
      for (const response of responses)
        await save(question, response).expect(400, { error: `Answer to ${question.id} has the wrong form` });
    const other = (await room.quiz(ann, [TRUE])).questions[0].id;
    await save({ id: other }, true).expect(400, { error: `Question ${other} is not in this attempt` });
    expect((await room.attempt(bob, attempt.id)).answers).toEqual([]);
    for (const answer of [{ response: 1 }, { revision: 1 }, { response: true, revision: 0 }])
      await room.save(bob, attempt.id, [{ question_id: truth.id, ...answer }]).expect(400);
    const right: [any, unknown][] = [
      [primes, []],
      [city, 'x'.repeat(20_000)],
      [tenth, 1e300],
      [pairs, { [left]: side }],
      [order, items],
      [essay, 'one two three four five'],
    ];
    for (const [question, response] of right) await save(question, response).expect(200);
  });
});
