import { SubmitOverdue } from '../../../src/apps/quizzes/attempts/submit-overdue.job.js';
import { DropPreviews } from '../../../src/apps/quizzes/jobs/drop-previews.job.js';
import { atOnce } from '../../account/at-once.js';
import { type Account, eventually } from '../../support/service.js';
import { Classroom, ESSAY, SUM, TRUE } from './classroom.js';

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
const finished = (id: string) => room.rows('SELECT * FROM ext_quizzes.attempts WHERE id = $1', id).then(([row]) => row);

describe('time', () => {
  it('is up ten seconds after the deadline, and what was saved is submitted', async () => {
    const quiz = await room.quiz(ann, [TRUE, SUM], { time_limit_seconds: 60, max_attempts: null });
    const [truth, sum] = quiz.questions;
    const answer = { question_id: truth.id, response: true, revision: 1 };
    const late = { question_id: sum.id, response: room.idOf(sum, '4'), revision: 1 };
    const overdue = async () => {
      const { attempt } = await room.begin(bob, quiz);
      await room.save(bob, attempt.id, [answer]).expect(200);
      // However long an answer takes on its way.
      await eventually(async () => {
        await room.due(attempt.id, 0);
        const { body } = await room.save(bob, attempt.id, [{ ...answer, revision: 2 }]).expect(200);
        expect(body.remaining_seconds).toBe(0);
      });
      await room.due(attempt.id, -11);
      return attempt.id as string;
    };
    const asked: ((id: string) => Promise<unknown>)[] = [
      (id) => room.ask(bob, 'submit-attempt', { attempt_id: id, answers: [late] }),
      (id) => room.attempt(bob, id),
      () => room.get(bob, quiz),
      () => room.begin(bob, quiz),
    ];
    for (const ask of asked) {
      const id = await overdue();
      await room.save(bob, id, [{ ...answer, revision: 3 }]).expect(409, { error: 'Time is up' });
      const { due_at } = await finished(id);
      await ask(id);
      expect(await finished(id)).toMatchObject({
        status: 'graded',
        auto_submitted: true,
        submitted_at: due_at,
        score: '1.00',
        max_score: '2.00',
      });
    }
    expect((await room.get(bob, quiz)).my.attempts).toHaveLength(5);
  });

  it('ends for all, by a job that looks again and does no harm twice', async () => {
    const quiz = await room.quiz(ann, [TRUE], { closes_at: hour(1) });
    const takers = await room.people(5);
    const begun = await Promise.all(takers.map((who) => room.begin(who, quiz)));
    const ids = begun.map(({ attempt }) => attempt.id as string);
    const [row] = await room.rows(
      `SELECT count(*)::int AS n FROM jobs.job WHERE data ->> 'attempt_id' = ANY ($1)`,
      ids,
    );
    expect(row.n).toBe(5);
    const [first, second, ...others] = ids as [string, string];
    await room.run(SubmitOverdue, { attempt_id: first });
    expect((await finished(first)).status).toBe('in_progress');
    for (const id of [first, ...others]) await room.due(id, -16);
    await atOnce(4, () => room.run(SubmitOverdue, { attempt_id: first }));
    await atOnce(4, () => room.run(SubmitOverdue));
    for (const id of [first, ...others])
      expect(await finished(id)).toMatchObject({ status: 'graded', auto_submitted: true, score: '0.00' });
    expect((await finished(second)).status).toBe('in_progress');
    const answers = await room.rows('SELECT points FROM ext_quizzes.answers WHERE attempt_id = $1', first);
    expect(answers).toEqual([{ points: '0.00' }]);
  });

  it('is longer when the quiz closes later, and not shorter when it closes earlier', async () => {
    const quiz = await room.quiz(ann, [TRUE], { closes_at: hour(2), time_limit_seconds: 86_400 });
    const { attempt } = await room.begin(bob, quiz);
    const due = async () => (await room.attempt(bob, attempt.id)).attempt.due_at;
    const [earlier, later] = [hour(1), hour(3)];
    await room.update(ann, quiz, { closes_at: earlier });
    expect(await due()).toBe(attempt.due_at);
    await room.update(ann, quiz, { closes_at: later });
    expect(await due()).toBe(later);
    await room.update(ann, quiz, { closes_at: null, time_limit_seconds: null });
    expect(Date.parse(await due()) - Date.parse(attempt.started_at)).toBe(86_400_000);
  });
});

describe('a preview', () => {
  it('is the owner’s, of drafts too, and counts nowhere', async () => {
    const quiz = await room.quiz(
      ann,
      [TRUE, ESSAY],
      { access_code: 'sesame', max_attempts: 1, closes_at: hour(-1) },
      false,
    );
    const preview = async () => {
      const { attempt } = await room.begin(ann, quiz, { preview: true });
      return room.submit(ann, attempt.id, { [quiz.questions[0].id]: true, [quiz.questions[1].id]: 'So.' });
    };
    await room.update(ann, quiz, { pass_percent: 0 });
    expect(await preview()).toMatchObject({
      number: 1,
      preview: true,
      status: 'submitted',
      passed: null,
      due_at: null,
    });
    expect(await preview()).toMatchObject({ number: 2, preview: true });
    const empty = await room.quiz(ann, [], {}, false);
    await room.start(ann, empty, { preview: true }).expect(409, { error: 'Add at least one question first' });
    const list = await room.ask(ann, 'list-attempts', { quiz_id: quiz.id });
    expect(list).toMatchObject({ attempts: [], summary: { takers: 0, to_grade: 0, mean: null } });
    expect((await room.get(ann, quiz)).my).toMatchObject({ attempts: [], attempts_left: 1 });
    await room.rows(
      `UPDATE ext_quizzes.attempts SET created_at = now() - interval '8 days' WHERE quiz_id = $1 AND number = 1`,
      quiz.id,
    );
    for (let n = 0; n < 2; n++) await room.run(DropPreviews);
    const left = await room.rows('SELECT number FROM ext_quizzes.attempts WHERE quiz_id = $1', quiz.id);
    expect(left).toEqual([{ number: 2 }]);
  });
});
