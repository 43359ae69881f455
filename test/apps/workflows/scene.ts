import type { Type } from '../../../src/apps/kernel/calls/action.js';
import { RunWorkflows } from '../../../src/apps/workflows/jobs/run-workflows.job.js';
import type { TickJob } from '../../../src/jobs/tick.job.js';
import { type Account, TestService } from '../../support/service.js';

export const manual = (steps: object[], fields?: object[]) => ({ trigger: { kind: 'manual', fields }, steps });
export const set = (key: string, values: object = { key }, more: object = {}) => ({
  key,
  kind: 'set',
  config: { values },
  ...more,
});

/** Users with workflows, and the worker of their runs. */
export class Scene {
  private constructor(readonly service: TestService) {}

  static async start(): Promise<Scene> {
    return new Scene(await TestService.lease());
  }

  async user(...apps: string[]): Promise<Account> {
    const account = await this.service.account();
    for (const slug of ['workflows', ...apps]) await account.client.post('/v1/apps/install', { slug }).expect(200);
    return account;
  }

  call({ client }: Pick<Account, 'client'>, action: string, body: object = {}) {
    return client.post(`/v1/apps/workflows/${action}`, body);
  }

  async publish(account: Account, definition: object, more: object = {}): Promise<string> {
    const made = await this.call(account, 'create-workflow', { name: 'Orders', definition, ...more }).expect(200);
    const { id } = made.body.workflow as { id: string };
    const answer = await this.call(account, 'publish-workflow', { workflow_id: id });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return id;
  }

  async begin(account: Account, workflow_id: string, input: object = {}, more: object = {}): Promise<string> {
    const answer = await this.call(account, 'run-workflow', { workflow_id, input, ...more }).expect(200);
    return answer.body.run.id as string;
  }

  /** Until nothing is due. */
  async work(): Promise<void> {
    await this.service.app.get(RunWorkflows, { strict: false }).run();
  }

  /** A call that comes while the service's own turn runs is that turn, which may have read already: the second is a new one. */
  async turn(job: Type<TickJob>): Promise<void> {
    for (let n = 0; n < 2; n += 1) await this.service.app.get<TickJob>(job, { strict: false }).run();
  }

  async get(account: Account, run_id: string) {
    const { run, steps } = (await this.call(account, 'get-run', { run_id }).expect(200)).body as {
      run: any;
      steps: any[];
    };
    return { run, steps, shown: steps.map(({ path, attempt, status }) => `${path} ${attempt} ${status}`) };
  }

  /** Runs a definition to where it ends or waits. */
  async ran(account: Account, definition: object, input: object = {}) {
    const run_id = await this.begin(account, await this.publish(account, definition), input);
    await this.work();
    return { run_id, ...(await this.get(account, run_id)) };
  }

  query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.service.database.query(text, values).then(({ rows }) => rows as Row[]);
  }

  /** As if its time had come. */
  async wake(run_id: string): Promise<void> {
    await this.query(`UPDATE ext_workflows.runs SET wake_at = now() - interval '1 second' WHERE id = $1`, [run_id]);
    await this.work();
  }
}
