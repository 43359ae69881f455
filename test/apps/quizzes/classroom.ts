import type { Test } from 'supertest';
import type { Job } from '../../../src/jobs/job.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import { type Account, TestService } from '../../support/service.js';

export const SUM = { type: 'single_choice', prompt: '2 + 2 =', options: ['5', '4', '3'], correct: 1 };
export const PRIMES = {
  type: 'multiple_choice',
  prompt: 'Which are primes?',
  options: ['2', '4', '5', '9'],
  correct: [0, 2],
  points: 4,
};
export const TRUE = { type: 'true_false', prompt: 'The earth is round.', correct: true };
export const CITY = { type: 'short_text', prompt: 'Where is the Seine?', accepted: ['Paris', 'à Paris'] };
export const TENTH = { type: 'numeric', prompt: 'A tenth?', value: 1, tolerance: 0.1, points: 2 };
export const PAIRS = {
  type: 'matching',
  prompt: 'Whose?',
  pairs: [
    { left: 'France', right: 'Paris' },
    { left: 'Spain', right: 'Madrid' },
    { left: 'Italy', right: 'Rome' },
  ],
  points: 1,
};
export const ORDER = {
  type: 'ordering',
  prompt: 'By size',
  items: ['one', 'two', 'three', 'four'],
  points: 2,
};
export const ESSAY = { type: 'essay', prompt: 'Why?', max_words: 5, points: 10 };
export const ALL = [SUM, PRIMES, TRUE, CITY, TENTH, PAIRS, ORDER, ESSAY];

type Who = Pick<Account, 'client'>;

/** A service in which people write quizzes and take them. */
export class Classroom {
  private constructor(readonly service: TestService) {}

  static async start(): Promise<Classroom> {
    return new Classroom(await TestService.lease());
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Somebody who has the app. */
  async person(...others: string[]): Promise<Account> {
    const account = await this.service.account();
    for (const slug of ['quizzes', ...others]) await account.client.post('/v1/apps/install', { slug }).expect(200);
    return account;
  }

  people(count: number): Promise<Account[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()));
  }

  call({ client }: Who, action: string, input: object = {}, app = 'quizzes'): Test {
    return client.post(`/v1/apps/${app}/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Who, action: string, input: object = {}, app = 'quizzes'): Promise<any> {
    return (await this.call(who, action, input, app).expect(200)).body;
  }

  refused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  /** With these questions and rules, and published unless it says otherwise; its questions are with it. */
  async quiz(teacher: Account, questions: object[] = [SUM], more: object = {}, published = true): Promise<any> {
    const { course_id, ...options } = more as { course_id?: string };
    const made = await this.ask(teacher, 'create-quiz', { title: 'Sums', ...(course_id && { course_id }) });
    const quiz_id = made.quiz.id;
    const added = questions.length
      ? await this.ask(teacher, 'add-questions', { quiz_id, questions })
      : { questions: [] };
    if (Object.keys(options).length) await this.ask(teacher, 'update-quiz', { quiz_id, ...options });
    const { quiz } = published
      ? await this.ask(teacher, 'publish-quiz', { quiz_id })
      : await this.ask(teacher, 'get-quiz', { quiz_id });
    return { ...quiz, questions: added.questions };
  }

  update(teacher: Account, { id }: { id: string }, more: object): Promise<any> {
    return this.ask(teacher, 'update-quiz', { quiz_id: id, ...more });
  }

  start(who: Who, { id }: { id: string }, more: object = {}): Test {
    return this.call(who, 'start-attempt', { quiz_id: id, ...more });
  }

  /** With the paper. */
  async begin(who: Who, quiz: { id: string }, more: object = {}): Promise<any> {
    return (await this.start(who, quiz, more).expect(200)).body;
  }

  save(who: Who, attempt_id: string, answers: object[]): Test {
    return this.call(who, 'save-answers', { attempt_id, answers });
  }

  async submit(who: Who, attempt_id: string, responses: Record<string, unknown> = {}): Promise<any> {
    const answers = Object.entries(responses).map(([question_id, response]) => ({
      question_id,
      response,
      revision: 1_000,
    }));
    return (await this.ask(who, 'submit-attempt', { attempt_id, ...(answers.length && { answers }) })).attempt;
  }

  /** From the start to its end, with these responses by question. */
  async take(who: Account, quiz: { id: string }, responses: Record<string, unknown> = {}): Promise<any> {
    const { attempt } = await this.begin(who, quiz);
    return this.submit(who, attempt.id, responses);
  }

  async attempt(who: Who, attempt_id: string): Promise<any> {
    return this.ask(who, 'get-attempt', { attempt_id });
  }

  async get(who: Who, { id }: { id: string }): Promise<any> {
    return this.ask(who, 'get-quiz', { quiz_id: id });
  }

  /** The id of an option, a side or an item by its words. */
  idOf({ data }: any, words: string): string {
    const choices = [data.options, data.lefts, data.rights, data.items].flatMap((list) => list ?? []);
    return choices.find(({ text }: any) => text === words).id;
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** As if its deadline were so many seconds away. */
  async due(attempt_id: string, seconds: number): Promise<void> {
    await this.rows(
      `UPDATE ext_quizzes.attempts SET due_at = now() + $2 * interval '1 second' WHERE id = $1`,
      attempt_id,
      seconds,
    );
  }

  /** As if the quiz had closed. */
  async close({ id }: { id: string }): Promise<void> {
    await this.rows(
      `UPDATE ext_quizzes.quizzes SET opens_at = NULL, closes_at = now() - interval '1 minute' WHERE id = $1`,
      id,
    );
  }

  /** What somebody was told, oldest first. */
  async told({ id }: { id: string }, type?: string): Promise<any[]> {
    const rows = await this.rows(
      `SELECT type, data FROM notifications.notifications WHERE user_id = $1 AND type LIKE 'quizzes.%' ORDER BY id`,
      id,
    );
    return rows.filter((row) => !type || row.type === `quizzes.${type}`);
  }

  jobs(): Promise<void> {
    return this.service.jobsDone();
  }

  run(job: new (...args: never[]) => Job<any>, data: object = {}): Promise<void> {
    return (this.service.app.get(job as never, { strict: false }) as Job<object>).run(data, 'by-hand');
  }

  within<T>(work: () => Promise<T>): Promise<T> {
    return this.service.app.get(DatabaseService).transaction(work);
  }
}
