import { type Account, PASSWORD } from '../../support/service.js';
import { Classroom, ESSAY, SUM, TRUE } from './classroom.js';

let room: Classroom;
let bob: Account;
beforeAll(async () => {
  room = await Classroom.start();
});
beforeEach(async () => {
  bob = await room.person();
});
afterAll(() => room.stop());

const right = (quiz: any) => ({ [quiz.questions[0].id]: true });

describe('figures', () => {
  it('tell which questions are easy, hard or wrong', async () => {
    const eve = await room.person();
    const quiz = await room.quiz(
      eve,
      [{ ...TRUE, prompt: 'Easy' }, SUM, TRUE, { type: 'short_text', prompt: 'Say', accepted: ['Yes'] }],
      {
        max_attempts: 2,
        pass_percent: 50,
      },
    );
    const [easy, sum, odd, text] = quiz.questions;
    const takers = await room.people(10);
    for (const [at, who] of takers.entries()) {
      const knows = at < 5;
      await room.take(who, quiz, {
        [easy.id]: true,
        ...(at > 0 && { [sum.id]: room.idOf(sum, knows ? '4' : '5') }),
        [odd.id]: !knows,
        [text.id]: knows ? ' YES ' : 'no',
      });
    }
    await room.take(takers[9] as Account, quiz, {});
    const { analysis } = await room.ask(eve, 'get-item-analysis', { quiz_id: quiz.id });
    expect(analysis).toMatchObject({
      attempts: 10,
      mean: 60,
      median: 50,
      pass_rate: 1,
      median_seconds: expect.any(Number),
    });
    expect(analysis.std_dev).toBeGreaterThan(0);
    const [a, b, c, d] = analysis.questions;
    expect(a).toMatchObject({
      id: easy.id,
      answered: 10,
      skipped: 0,
      difficulty: 1,
      discrimination: null,
      flags: ['too_easy'],
    });
    expect(b).toMatchObject({ answered: 9, skipped: 1, difficulty: 0.4, flags: [] });
    expect(b.responses.map(({ text: words, count }: any) => [words, count])).toEqual([
      ['5', 5],
      ['4', 4],
      ['3', 0],
    ]);
    expect(c).toMatchObject({ difficulty: 0.5, flags: ['check_key'] });
    expect(c.discrimination).toBeLessThan(0);
    expect(d.flags).toEqual(['check_key']);
    expect(d.responses).toEqual([
      { response: 'no', text: 'no', count: 5 },
      { response: 'yes', text: 'yes', count: 5 },
    ]);
    await room.refused(bob, 'get-item-analysis', { quiz_id: quiz.id }, 403, 'Forbidden');
    const { stats } = await room.ask(eve, 'stats');
    expect(stats).toMatchObject({
      quizzes_published: 1,
      started: 11,
      finished: 11,
      auto_submitted: 0,
      takers: 10,
      completion_rate: 1,
      pass_rate: 1,
      to_grade: 0,
      median_hours_to_grade: null,
      questions_to_check: 2,
      by_quiz: [{ id: quiz.id, attempts: 11 }],
      taken: { attempts: 0, mean_percent: null, passes: 0 },
    });
  });

  it('tell a taker what he may know, and a teacher what waits', async () => {
    const eve = await room.person();
    const quiz = await room.quiz(eve, [TRUE, ESSAY], { pass_percent: 5 });
    const hidden = await room.quiz(eve, [TRUE], { release_score: 'by_hand', pass_percent: 5 });
    const { id } = await room.take(bob, quiz, { ...right(quiz), [quiz.questions[1].id]: 'So.' });
    await room.take(bob, hidden, right(hidden));
    expect((await room.ask(eve, 'stats')).stats).toMatchObject({
      finished: 2,
      to_grade: 1,
      mean_percent: 100,
    });
    expect((await room.ask(bob, 'stats')).stats.taken).toEqual({
      attempts: 2,
      mean_percent: null,
      passes: 0,
    });
    await room.ask(eve, 'grade-answer', { attempt_id: id, question_id: quiz.questions[1].id, points: 10 });
    expect((await room.ask(bob, 'stats')).stats.taken).toEqual({ attempts: 2, mean_percent: 100, passes: 1 });
    const { stats } = await room.ask(eve, 'stats');
    expect(stats).toMatchObject({
      to_grade: 0,
      median_hours_to_grade: expect.any(Number),
      questions_to_check: 0,
    });
    expect((await room.ask(eve, 'stats', { from: '2020-01-01', to: '2020-01-02' })).stats).toMatchObject({
      started: 0,
      by_quiz: [],
    });
  });
});

describe('what somebody has', () => {
  it('is his to take away: with keys for the teacher, as released for the taker', async () => {
    const eve = await room.person();
    const quiz = await room.quiz(eve, [TRUE], { release_score: 'by_hand', access_code: 'sesame' });
    await room.ask(eve, 'set-accommodation', { quiz_id: quiz.id, user_id: bob.id, note: 'Ill.' });
    const { attempt } = await room.begin(bob, quiz, { access_code: 'sesame' });
    await room.submit(bob, attempt.id, right(quiz));
    const taught = (await room.ask(eve, 'export')).export;
    expect(taught).toMatchObject({
      quizzes: [{ id: quiz.id }],
      questions: [{ answer: { correct: true } }],
      attempts: [{ owner_id: bob.id, score: 1 }],
      answers: [{ response: true, points: 1 }],
      accommodations: [{ note: 'Ill.' }],
    });
    expect(JSON.stringify(taught)).not.toContain('argon');
    const own = async () => (await room.ask(bob, 'export')).export;
    const before = await own();
    expect(before).toMatchObject({
      quizzes: [],
      questions: [],
      attempts: [{ id: attempt.id }],
      answers: [{ response: true }],
    });
    expect(before.attempts[0]).not.toHaveProperty('score');
    expect(before.answers[0]).not.toHaveProperty('points');
    expect(before.accommodations[0]).not.toHaveProperty('note');
    await room.update(eve, quiz, { release_now: true });
    expect(await own()).toMatchObject({ attempts: [{ score: 1 }], answers: [{ points: 1 }] });
  });

  it('goes with his account', async () => {
    const eve = await room.person();
    const quiz = await room.quiz(eve, [TRUE], { max_attempts: 2 });
    await room.take(bob, quiz, right(quiz));
    await room.begin(bob, quiz);
    await room.ask(eve, 'set-accommodation', { quiz_id: quiz.id, user_id: bob.id });
    const left = async () => {
      const counts = ['quizzes', 'questions', 'attempts', 'answers', 'accommodations'].map(async (table) => {
        const where = table === 'quizzes' ? 'id = $1' : 'quiz_id = $1';
        const of = `(SELECT id FROM ext_quizzes.attempts WHERE quiz_id = $1)`;
        const [row] = await room.rows(
          `SELECT count(*)::int AS n FROM ext_quizzes.${table} WHERE ${table === 'answers' ? `attempt_id IN ${of}` : where}`,
          quiz.id,
        );
        return row.n;
      });
      return Promise.all(counts);
    };
    expect(await left()).toEqual([1, 1, 2, 1, 1]);
    await bob.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await left()).toEqual([1, 1, 0, 0, 0]);
    await eve.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await left()).toEqual([0, 0, 0, 0, 0]);
  });
});
