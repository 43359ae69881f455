import type { Account } from '../../support/service.js';
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

describe('the gradebook', () => {
  const list = (quiz: any, more: object = {}) => room.ask(ann, 'list-attempts', { quiz_id: quiz.id, ...more });

  it('has all attempts, in the orders and of the kinds that are asked for', async () => {
    const quiz = await room.quiz(ann, [TRUE, SUM, ESSAY], { max_attempts: 3, pass_percent: 10 });
    const [truth, sum, essay] = quiz.questions;
    const eve = await room.person();
    for (const [who, name] of [
      [bob, 'zoe'],
      [eve, 'adam'],
    ] as const)
      await room.rows('UPDATE account.users SET username = $2 WHERE id = $1', who.id, `${name}_${quiz.id.slice(-8)}`);
    await room.take(bob, quiz, {});
    await room.take(bob, quiz, { [truth.id]: true, [sum.id]: room.idOf(sum, '4') });
    await room.take(eve, quiz, { [truth.id]: true, [essay.id]: 'So.' });
    const { attempt: open } = await room.begin(eve, quiz);
    const lines = async (more: object = {}) =>
      (await list(quiz, more)).attempts.map(
        (line: any) => `${line.user.username.slice(0, 3)} ${line.number} ${line.percent}`,
      );
    expect(await lines()).toEqual(['ada 2 null', 'ada 1 8.33', 'zoe 2 16.67', 'zoe 1 0']);
    expect(await lines({ sort: 'percent' })).toEqual(['zoe 2 16.67', 'ada 1 8.33', 'zoe 1 0', 'ada 2 null']);
    expect(await lines({ sort: 'name' })).toEqual(['ada 1 8.33', 'ada 2 null', 'zoe 1 0', 'zoe 2 16.67']);
    expect(await lines({ status: 'in_progress' })).toEqual(['ada 2 null']);
    expect(await lines({ user_id: bob.id, passed: true })).toEqual(['zoe 2 16.67']);
    expect(await lines({ needs_grading: true })).toEqual(['ada 1 8.33']);
    expect(await lines({ counting_only: true })).toEqual(['zoe 2 16.67']);
    expect(await lines({ passed: false, needs_grading: false, counting_only: false })).toEqual([
      'ada 2 null',
      'zoe 1 0',
    ]);
    for (const sort of ['newest', 'percent', 'name']) {
      const pages: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list(quiz, { sort, limit: 1, cursor });
        pages.push(...page.attempts.map(({ id }: any) => id));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(pages).toEqual((await list(quiz, { sort })).attempts.map(({ id }: any) => id));
    }
    expect((await list(quiz)).summary).toEqual({
      takers: 2,
      graded: 2,
      to_grade: 1,
      mean: 16.67,
      pass_rate: 1,
    });
    expect((await list(quiz)).attempts[2]).toMatchObject({
      auto_submitted: false,
      seconds: expect.any(Number),
      counts: true,
    });
    await room.refused(bob, 'list-attempts', { quiz_id: quiz.id }, 403, 'Forbidden');
    await room.submit(eve, open.id);
  });

  it('counts as the quiz does', async () => {
    const quiz = await room.quiz(ann, [SUM, TRUE], { max_attempts: 3, pass_percent: 60 });
    const [sum, truth] = quiz.questions;
    const half = { [truth.id]: true };
    for (const responses of [half, { ...half, [sum.id]: room.idOf(sum, '4') }, {}])
      await room.take(bob, quiz, responses);
    const counted: object[] = [];
    for (const scoring of ['highest', 'latest', 'first', 'average']) {
      await room.update(ann, quiz, { scoring });
      const { attempts, summary } = await list(quiz, { counting_only: true });
      counted.push({
        numbers: attempts.map(({ number }: any) => number),
        mean: summary.mean,
        pass_rate: summary.pass_rate,
      });
    }
    expect(counted).toEqual([
      { numbers: [2], mean: 100, pass_rate: 1 },
      { numbers: [3], mean: 0, pass_rate: 0 },
      { numbers: [1], mean: 50, pass_rate: 0 },
      { numbers: [3, 2, 1], mean: 50, pass_rate: 0 },
    ]);
    expect((await room.get(bob, quiz)).my).toMatchObject({
      best_percent: 100,
      passed: false,
      attempts_left: 0,
    });
  });
});
