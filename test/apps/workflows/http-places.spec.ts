import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunWorkflows } from '../../../src/apps/workflows/jobs/run-workflows.job.js';
import { atOnce } from '../../account/at-once.js';
import { type Account, eventually, TestService } from '../../support/service.js';
import { NameServer } from '../domains/name-server.js';

let service: TestService;
let dns: NameServer;
let port: number;
/** Requests without an answer. */
let open: ServerResponse[] = [];
/** The most that were open at once. */
let most = 0;
const server = createServer((_request, response) => {
  most = Math.max(most, open.push(response));
});

beforeAll(async () => {
  dns = await NameServer.start();
  dns.set('slow.example', { A: ['127.0.0.1'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  service = await TestService.lease({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: `127.0.0.1:${port}` });
});
afterAll(async () => {
  server.closeAllConnections();
  await service.stop();
  await new Promise((resolve) => server.close(resolve));
  await dns.stop();
});

async function person(): Promise<Account> {
  const made = await service.account();
  await made.client.post('/v1/apps/install', { slug: 'workflows' }).expect(200);
  return made;
}

const call = async ({ client }: Account, action: string, input: object) =>
  (await client.post(`/v1/apps/workflows/${action}`, input).expect(200)).body;

/** So many runs of each of two workflows with this step, as a workflow has ten open runs at most. */
async function begin(owner: Account, step: object, runs: number): Promise<string[]> {
  const ids: string[] = [];
  for (const name of ['One', 'Two']) {
    const definition = { trigger: { kind: 'manual' }, steps: [{ key: 'step', ...step }] };
    const { workflow } = await call(owner, 'create-workflow', { name, definition, concurrency: 'parallel' });
    await call(owner, 'publish-workflow', { workflow_id: workflow.id });
    const begun = await atOnce(runs, () => call(owner, 'run-workflow', { workflow_id: workflow.id }));
    ids.push(...begun.map(({ run }) => run.id));
  }
  return ids;
}

const states = async (owner: Account, ids: string[]) =>
  (await Promise.all(ids.map((id) => call(owner, 'get-run', { run_id: id })))).map(({ run }) => run.status);

it('an owner whose services are slow leaves places to others, and all of their runs end', async () => {
  const [slow, quick] = [await person(), await person()];
  const waiting = await begin(
    slow,
    { kind: 'http', config: { method: 'GET', url: `http://slow.example:${port}/` } },
    10,
  );
  const worker = service.app.get(RunWorkflows, { strict: false });
  const work = worker.run();
  await eventually(async () => expect(open.length).toBeGreaterThanOrEqual(8));
  const ready = await begin(quick, { kind: 'set', config: { values: { a: 1 } } }, 2);
  void worker.run();
  await eventually(async () => expect(new Set(await states(quick, ready))).toEqual(new Set(['succeeded'])));
  expect(await states(slow, waiting)).not.toContain('succeeded');
  await eventually(async () => {
    for (const response of open.splice(0)) response.end();
    expect(new Set(await states(slow, waiting))).toEqual(new Set(['succeeded']));
  });
  await work;
  expect(most).toBe(8);
});
