import type { Test } from 'supertest';
import type { Job } from '../../../src/jobs/job.js';
import { type Account, eventually, TestService } from '../../support/service.js';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** So far from now, in whole seconds. */
export const at = (ms: number) => new Date(Math.floor((Date.now() + ms) / 1000) * 1000).toISOString();

/** A service in which somebody teaches and others hand in. */
export class ClassRoom {
  private constructor(readonly service: TestService) {}

  static async start(): Promise<ClassRoom> {
    return new ClassRoom(await TestService.lease());
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** Somebody who has the app. */
  async person(): Promise<Account> {
    const account = await this.service.account();
    await account.client.post('/v1/apps/install', { slug: 'assignments' }).expect(200);
    return account;
  }

  people(count: number): Promise<Account[]> {
    return Promise.all(Array.from({ length: count }, () => this.person()));
  }

  async named(account: Account, username: string): Promise<Account> {
    await account.client.patch('/v1/users/me', { username }).expect(200);
    return account;
  }

  call({ client }: Pick<Account, 'client'>, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/assignments/${action}`, input);
  }

  /** The answer of what succeeds. */
  async ask(who: Pick<Account, 'client'>, action: string, input: object = {}): Promise<any> {
    const answer = await this.call(who, action, input);
    expect({ action, status: answer.status, error: answer.body.error ?? null }).toEqual({
      action,
      status: 200,
      error: null,
    });
    return answer.body;
  }

  async expectRefused(who: Pick<Account, 'client'>, action: string, input: object, refusal: [number, string]) {
    const { status, body } = await this.call(who, action, input);
    expect([status, body.error]).toEqual(refusal);
  }

  /** Published, with these learners. */
  async work(teacher: Account, learners: Account[] = [], more: object = {}): Promise<any> {
    const fields = { title: 'Essay', publish: true, ...more };
    const { assignment } = await this.ask(teacher, 'create-assignment', fields);
    for (const learner of learners) await this.join(learner, assignment);
    return assignment;
  }

  join(who: Account, { join_code }: { join_code: string }): Promise<any> {
    return this.ask(who, 'join-assignment', { join_code });
  }

  async learnerId(assignment: { id: string }, { id }: Account): Promise<string> {
    const [row] = await this.rows(
      'SELECT id FROM ext_assignments.learners WHERE assignment_id = $1 AND user_id = $2',
      assignment.id,
      id,
    );
    return row.id;
  }

  async save(who: Account, { id }: { id: string }, more: object = {}): Promise<any> {
    return (await this.ask(who, 'save-submission', { assignment_id: id, ...more })).submission;
  }

  handIn(who: Account, assignment: { id: string }, more: object = {}): Promise<any> {
    return this.save(who, assignment, { body: 'My words.', submit: true, ...more });
  }

  async grade(teacher: Account, { id }: { id: string }, marks: object): Promise<any> {
    const [{ version }] = await this.rows('SELECT version FROM ext_assignments.submissions WHERE id = $1', id);
    return (await this.ask(teacher, 'grade-submission', { submission_id: id, version, ...marks })).submission;
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** As if so much time had gone by for an assignment and all that is in it. */
  async passes({ id }: { id: string }, ms: number): Promise<void> {
    const moved = (columns: string[]) =>
      columns.map((name) => `${name} = ${name} - make_interval(secs => $2)`).join(', ');
    const tables = {
      assignments: ['opens_at', 'due_at', 'closes_at', 'published_at', 'submitted_notice_at', 'closed_notice_at'],
      learners: ['due_at', 'closes_at', 'due_notice_at'],
      submissions: ['submitted_at', 'graded_at', 'released_at', 'created_at'],
      files: ['expires_at'],
    };
    for (const [table, columns] of Object.entries(tables))
      await this.rows(
        `UPDATE ext_assignments.${table} SET ${moved(columns)} WHERE ${table === 'assignments' ? 'id' : 'assignment_id'} = $1`,
        id,
        ms / 1000,
      );
    await this.rows(
      `UPDATE files.files SET ${moved(['created_at'])}
       WHERE id IN (SELECT storage_key FROM ext_assignments.files WHERE assignment_id = $1)`,
      id,
      ms / 1000,
    );
  }

  /** What somebody was told, oldest first. */
  async told({ id }: Account, type?: string): Promise<any[]> {
    const rows = await this.rows(
      `SELECT type, data FROM notifications.notifications WHERE user_id = $1 AND type LIKE 'assignments.%' ORDER BY id`,
      id,
    );
    return rows.filter((row) => !type || row.type === `assignments.${type}`);
  }

  async types(who: Account): Promise<string[]> {
    return (await this.told(who)).map(({ type }) => type.replace('assignments.', ''));
  }

  run(job: new (...needs: never[]) => Job): Promise<void> {
    return this.service.app.get<Job>(job as never, { strict: false }).run({}, '');
  }

  jobs(): Promise<void> {
    return this.service.jobsDone();
  }

  /** The bytes of uploads, as many as were promised. */
  async put(uploads: { upload_url: string }[], bytes = 5): Promise<void> {
    for (const { upload_url } of uploads) {
      const { status } = await fetch(upload_url, { method: 'PUT', body: 'x'.repeat(bytes) });
      expect(status).toBe(200);
    }
  }

  eventually = eventually;
}

export const aFile = (name = 'essay.pdf', size_bytes = 5) => ({
  name,
  size_bytes,
  content_type: 'application/pdf',
});
