import type { Test } from 'supertest';
import { AiRunJob } from '../../../src/apps/ai-docs/jobs/ai-run.job.js';
import { type Account, TestService } from '../../support/service.js';

export type Who = Pick<Account, 'client'>;

/** A service in which people write. */
export class Desk {
  private constructor(readonly service: TestService) {}

  /** With variables it is a service of its own: the address of a provider is never used again. */
  static async start(variables?: Record<string, string>): Promise<Desk> {
    return new Desk(variables ? await TestService.start(variables) : await TestService.lease());
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  async writer(): Promise<Account> {
    const made = await this.service.account();
    await made.client.post('/v1/apps/install', { slug: 'ai-docs' }).expect(200);
    return made;
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/ai-docs/${action}`, input);
  }

  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  refused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  async doc(who: Who, body: string, more: object = {}): Promise<any> {
    return (await this.ask(who, 'create-doc', { title: 'A title', body, ...more })).doc;
  }

  async body(who: Who, doc_id: string): Promise<string> {
    return (await this.ask(who, 'get-doc', { doc_id })).doc.body;
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  async run(job: new (...args: never[]) => { run(data: never): Promise<void> }, data: object = {}): Promise<void> {
    await this.service.app.get<{ run(data: object): Promise<void> }>(job as never, { strict: false }).run(data);
  }

  /** The run as it is when the provider has answered. */
  async finished(who: Who, run_id: string): Promise<any> {
    for (let n = 0; n < 200; n++) {
      const { run } = await this.ask(who, 'get-run', { run_id });
      if (run.finished_at) return run;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the run does not end');
  }

  /** The run as it is after so many failures, while it waits for its next try. */
  async waiting(run_id: string, failures: number): Promise<any> {
    for (;;) {
      const [run] = await this.rows('SELECT * FROM ext_ai_docs.runs WHERE id = $1', run_id);
      if (run.status === 'queued' && run.state.failures === failures) return run;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** As if its pause were over. */
  async again(run_id: string): Promise<void> {
    await this.rows(`UPDATE ext_ai_docs.runs SET wake_at = now() - interval '1 second' WHERE id = $1`, run_id);
    await this.run(AiRunJob);
  }
}
