import { Regrade } from '../../../src/apps/quizzes/jobs/regrade.job.js';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { Classroom, ESSAY, ORDER, SUM, TRUE } from './classroom.js';

let room: Classroom;
let ann: Account;
let people: Account[];
beforeAll(async () => {
  room = await Classroom.start();
  ann = await room.person();
  people = await room.people(4);
});
afterAll(() => room.stop());

/** Everybody answers the sum with one of its options. */
async function taken(options: string[], questions: object[] = [SUM, TRUE], more: object = {}) {
  const quiz = await room.quiz(ann, questions, { max_attempts: null, ...more });
  const [sum, truth] = quiz.questions;
  const attempts: string[] = [];
  for (const [at, option] of options.entries()) {
    const { id } = await room.take(people[at] as Account, quiz, {
      [sum.id]: room.idOf(sum, option),
      [truth.id]: true,
    });
    attempts.push(id);
  }
  return { quiz, sum, truth, attempts };
}

const change = async (question_id: string, more: object) => {
  const { regrading, question } = await room.ask(ann, 'update-question', { question_id, ...more });
  await room.jobs();
  return { regrading, key_version: question.key_version };
};
const scores = async (attempts: string[]) => {
  const rows = await room.rows('SELECT id, score, max_score FROM ext_quizzes.attempts WHERE id = ANY ($1)', attempts);
  return attempts.map((id) => {
    const { score, max_score } = rows.find((row) => row.id === id);
    return `${Number(score)}/${Number(max_score)}`;
  });
};
const regraded = async (who: Account, quiz: { id: string }) =>
  (await room.told(who, 'regraded'))
    .filter(({ data }) => data.quiz_id === quiz.id)
    .map(({ data }) => [data.old_score, data.score]);

describe('another key', () => {
  it('counts for those who have finished, and they are told of their new score', async () => {
    const { quiz, sum, attempts } = await taken(['4', '5', '3']);
    expect(await scores(attempts)).toEqual(['2/2', '1/2', '1/2']);
    expect(await change(sum.id, { correct: 0 })).toEqual({ regrading: 3, key_version: 2 });
    expect(await scores(attempts)).toEqual(['1/2', '2/2', '1/2']);
    const told = await Promise.all(people.map((who) => regraded(who, quiz)));
    expect(told).toEqual([[[2, 1]], [[1, 2]], [], []]);
    const again = { quiz_id: quiz.id, question_id: sum.id, how: 'corrected', key_version: 2 };
    await atOnce(3, () => room.run(Regrade, again));
    expect(await regraded(people[0] as Account, quiz)).toHaveLength(1);
    expect(await change(sum.id, { prompt: '2 + 3 =' })).toEqual({ regrading: 0, key_version: 2 });
    expect(await change(sum.id, { points: 3 })).toEqual({ regrading: 3, key_version: 3 });
    expect(await scores(attempts)).toEqual(['1/4', '4/4', '1/4']);
  });

  it('may count beside the old one, or not at all, or give everyone its points', async () => {
    const { sum, attempts } = await taken(['4', '5', '3']);
    expect((await change(sum.id, { correct: 0, regrade: 'both' })).regrading).toBe(3);
    expect(await scores(attempts)).toEqual(['2/2', '2/2', '1/2']);
    expect(await change(sum.id, { correct: 2, points: 5, regrade: 'none' })).toEqual({
      regrading: 0,
      key_version: 3,
    });
    expect(await scores(attempts)).toEqual(['2/2', '2/2', '1/2']);
    const late = await room.take(people[3] as Account, { id: sum.quiz_id }, { [sum.id]: room.idOf(sum, '3') });
    expect(late).toMatchObject({ score: 5, max_score: 6 });
    expect((await change(sum.id, { regrade: 'everyone' })).regrading).toBe(4);
    expect(await scores([...attempts, late.id])).toEqual(['6/6', '6/6', '6/6', '5/6']);
    await change(sum.id, { regrade: 'corrected' });
    expect(await scores([...attempts, late.id])).toEqual(['1/6', '1/6', '6/6', '5/6']);
  });

  it('meets an attempt that runs, and one that is submitted at the same moment', async () => {
    const { quiz, sum } = await taken(['4']);
    const [one, two] = people as [Account, Account];
    const running = await room.begin(two, quiz);
    await change(sum.id, { correct: 0, points: 4 });
    const wrong = await room.submit(two, running.attempt.id, { [sum.id]: room.idOf(sum, '4') });
    expect(wrong).toMatchObject({ score: 0, max_score: 5 });
    const begun = await Promise.all([one, two].map((who) => room.begin(who, quiz)));
    await Promise.all([
      ...begun.map(({ attempt }, at) =>
        room.submit(people[at] as Account, attempt.id, { [sum.id]: room.idOf(sum, '3') }),
      ),
      room.ask(ann, 'update-question', { question_id: sum.id, correct: 2 }),
    ]);
    await room.jobs();
    expect(await scores(begun.map(({ attempt }) => attempt.id))).toEqual(['4/5', '4/5']);
  });

  it('leaves what was marked by hand, and the number of options', async () => {
    const { quiz, sum, truth, attempts } = await taken(['4', '5']);
    const attempt_id = attempts[0] as string;
    await room.ask(ann, 'grade-answer', { attempt_id, question_id: sum.id, points: 0.25 });
    await change(sum.id, { correct: 2 });
    expect(await scores(attempts)).toEqual(['1.25/2', '1/2']);
    const error = 'Options cannot be added or removed once there are attempts';
    await room.refused(ann, 'update-question', { question_id: sum.id, options: ['1', '2'], correct: 0 }, 409, error);
    const { question } = await room.ask(ann, 'update-question', {
      question_id: sum.id,
      options: ['a', 'b', 'c'],
    });
    expect(question).toMatchObject({ key_version: 2, answer: { correct: sum.data.options[2].id } });
    await change(truth.id, { correct: false });
    expect(await scores(attempts)).toEqual(['0.25/2', '0/2']);
    expect((await room.attempt(ann, attempt_id)).questions[0].data.options[0].text).toBe('a');
    expect((await room.get(ann, quiz)).quiz.questions_count).toBe(2);
  });

  it('comes through for all when a question is worth far less than what is kept of it', async () => {
    const { sum, attempts } = await taken(
      ['4', '5', '5'],
      [
        { ...SUM, points: 100 },
        { ...TRUE, points: 0 },
      ],
    );
    const marked = { attempt_id: attempts[1], question_id: sum.id, points: 50 };
    await room.ask(ann, 'grade-answer', marked);
    expect(await change(sum.id, { points: 1, regrade: 'both' })).toMatchObject({ regrading: 3 });
    expect(await scores(attempts)).toEqual(['100/1', '50/1', '0/1']);
    const shown = await Promise.all(attempts.map((id) => room.attempt(ann, id)));
    expect(shown.map(({ attempt }) => attempt.percent)).toEqual([100, 100, 0]);
  });

  it('is measured in batches', async () => {
    const { quiz, sum, truth } = await taken(['4'], [SUM, TRUE]);
    await room.rows(
      `INSERT INTO account.users (email) SELECT 'b' || n || '@batch.example' FROM generate_series(1, 450) n`,
    );
    await room.rows(
      `WITH made AS (
         INSERT INTO ext_quizzes.attempts (owner_id, quiz_id, number, status, started_at, submitted_at, layout, score, max_score, percent)
         SELECT u.id, t.quiz_id, 1, 'graded', now(), now(), t.layout, 0, 2, 0
         FROM account.users u, ext_quizzes.attempts t WHERE u.email LIKE '%@batch.example' AND t.quiz_id = $1
         RETURNING id
       )
       INSERT INTO ext_quizzes.answers (attempt_id, question_id, response, revision, saved_at, points, key_version)
       SELECT made.id, q.id, CASE WHEN q.id = $2 THEN to_jsonb($3::text) END, 1, now(), 0, 1
       FROM made, ext_quizzes.questions q WHERE q.quiz_id = $1`,
      quiz.id,
      sum.id,
      room.idOf(sum, '5'),
    );
    expect((await change(sum.id, { correct: 0 })).regrading).toBe(451);
    const counted = await room.rows(
      `SELECT score::float8 AS score, count(*)::int AS n FROM ext_quizzes.attempts WHERE quiz_id = $1 GROUP BY 1`,
      quiz.id,
    );
    expect(counted).toEqual([{ score: 1, n: 451 }]);
    expect(truth.key_version).toBe(1);
  });
});

describe('a question that goes', () => {
  it('stays with those who have it, and counts on unless it is dropped', async () => {
    const { quiz, sum, truth, attempts } = await taken(['5', '4'], [SUM, TRUE, ORDER]);
    const [one, , three] = people as [Account, Account, Account];
    const running = await room.begin(three, quiz);
    const remove = (question_id: string, more: object = {}) =>
      room.ask(ann, 'delete-question', { question_id, ...more });
    expect(await remove(truth.id)).toEqual({ message: 'Question deleted', regrading: 0 });
    expect(await scores(attempts)).toEqual(['1/4', '2/4']);
    expect(await remove(sum.id, { drop_from_results: true })).toEqual({
      message: 'Question deleted',
      regrading: 2,
    });
    await room.jobs();
    expect(await scores(attempts)).toEqual(['1/3', '1/3']);
    expect(await regraded(one, quiz)).toEqual([[1, 1]]);
    expect((await room.attempt(three, running.attempt.id)).questions).toHaveLength(3);
    const done = await room.submit(three, running.attempt.id, {
      [sum.id]: room.idOf(sum, '4'),
      [truth.id]: true,
    });
    expect(done).toMatchObject({ score: 1, max_score: 3 });
    const own = await room.get(ann, quiz);
    expect(own.quiz.questions_count).toBe(1);
    expect(own.questions.map(({ retired_at }: any) => retired_at !== null)).toEqual([false, true, true]);
    expect((await room.begin(one, quiz)).questions).toHaveLength(1);
  });

  it('may be all that there was, or all that was to be marked', async () => {
    const [one] = people as [Account];
    const quiz = await room.quiz(ann, [ESSAY, TRUE], { max_attempts: 2 });
    const [essay, truth] = quiz.questions;
    const attempt = await room.take(one, quiz, { [essay.id]: 'So.', [truth.id]: false });
    await room.ask(ann, 'delete-question', { question_id: essay.id, drop_from_results: true });
    await room.jobs();
    expect((await room.attempt(one, attempt.id)).attempt).toMatchObject({
      status: 'graded',
      score: 0,
      max_score: 1,
      percent: 0,
    });
    await room.ask(ann, 'add-questions', { quiz_id: quiz.id, questions: [SUM] });
    await room.ask(ann, 'delete-question', { question_id: truth.id, drop_from_results: true });
    await room.jobs();
    expect((await room.attempt(one, attempt.id)).attempt).toMatchObject({
      score: 0,
      max_score: 0,
      percent: 100,
    });
  });
});

describe('other rules', () => {
  it('change who has passed', async () => {
    const { quiz, attempts } = await taken(['4', '5']);
    const passed = async () => {
      await room.jobs();
      const rows = await room.rows('SELECT id, passed FROM ext_quizzes.attempts WHERE quiz_id = $1', quiz.id);
      return attempts.map((id) => rows.find((row) => row.id === id).passed);
    };
    expect(await passed()).toEqual([null, null]);
    await room.update(ann, quiz, { pass_percent: 51 });
    expect(await passed()).toEqual([true, false]);
    await room.update(ann, quiz, { pass_percent: 50 });
    expect(await passed()).toEqual([true, true]);
    await room.update(ann, quiz, { pass_percent: null });
    expect(await passed()).toEqual([null, null]);
    await room.run(Regrade, { quiz_id: quiz.id });
    expect(await regraded(people[0] as Account, quiz)).toEqual([]);
  });
});
