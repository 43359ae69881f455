import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunWorkflows } from '../../../src/apps/workflows/jobs/run-workflows.job.js';
import { type Account, eventually, TestService } from '../../support/service.js';
import { NameServer } from '../domains/name-server.js';

interface Seen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const TOKEN = 'tok-5f"ü/ 91';
let service: TestService;
let dns: NameServer;
let owner: Account;
let port: number;
let seen: Seen[] = [];
let answer: (request: Seen, response: ServerResponse) => void;

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    seen.push(one);
    answer(one, response);
  });
});

beforeAll(async () => {
  dns = await NameServer.start();
  dns.set('shop.example', { A: ['127.0.0.1'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
  service = await TestService.lease({ DNS_SERVERS: dns.address, OUTBOUND_ALLOW: `127.0.0.1:${port}` });
  owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'workflows' }).expect(200);
  await call('save-secret', { name: 'TOKEN', value: TOKEN });
});

beforeEach(() => {
  seen = [];
  answer = (_request, response) => response.end('ok');
});

afterAll(async () => {
  await service.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await dns.stop();
});

const call = (action: string, input: object, status = 200) =>
  owner.client
    .post(`/v1/apps/workflows/${action}`, input)
    .expect(status)
    .then(({ body }: { body: any }) => body);

const at = (path = '/') => `http://shop.example:${port}${path}`;
const OVER = new Set(['succeeded', 'failed', 'cancelled', 'timed_out']);
const json = (value: unknown) => (_request: Seen, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const workflow = (config: object, more: object = {}) => ({
  trigger: { kind: 'manual' },
  steps: [
    {
      key: 'send',
      kind: 'http',
      retry: { max_attempts: 1 },
      config: { method: 'POST', url: at(), ...config },
      ...more,
    },
  ],
});

async function publish(definition: object): Promise<string> {
  const made = await call('create-workflow', { name: 'Send', definition });
  await call('publish-workflow', { workflow_id: made.workflow.id });
  return made.workflow.id;
}

/** Works on runs until this one is over; pauses of retries are cut short. */
async function finished(runId: string): Promise<{ run: any; steps: any[] }> {
  return eventually(async () => {
    await service.database.query(`UPDATE ext_workflows.runs SET wake_at = now() WHERE status = 'waiting'`);
    await service.app.get(RunWorkflows, { strict: false }).run();
    const found = await call('get-run', { run_id: runId });
    if (!OVER.has(found.run.status)) throw new Error(found.run.status);
    return found;
  });
}

async function runOf(definition: object, input: object = {}) {
  const started = await call('run-workflow', { workflow_id: await publish(definition), input });
  return finished(started.run.id);
}

it('sends values with their types, and answers parsed JSON', async () => {
  answer = json({ id: 9 });
  const { run, steps } = await runOf(
    workflow({
      query: { a: '{{trigger.tags}}', b: 'x y' },
      headers: { authorization: 'Bearer {{secrets.TOKEN}}' },
      json: { order: '{{trigger.id}}', total: '{{trigger.total}}' },
    }),
    { id: 'A-17', total: 80, tags: ['p', 'q'] },
  );
  expect(run.status).toBe('succeeded');
  expect(seen).toHaveLength(1);
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/?a=p&a=q&b=x+y', body: '{"order":"A-17","total":80}' });
  expect(seen[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': `${run.id}:send`,
  });
  expect(steps[0]).toMatchObject({ status: 'succeeded', output: { status: 200, body: { id: 9 } } });
});

it('no secret is stored, in whatever spelling the service repeats it', async () => {
  const secret = 'tok5f91abc';
  await call('save-secret', { name: 'PLAIN', value: secret });
  const spellings = [TOKEN, secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')];
  answer = json({ spellings, nested: { [secret]: `x${secret}x` }, form: encodeURIComponent(TOKEN) });
  const { run, steps } = await runOf(
    workflow({ headers: { 'x-key': '{{secrets.PLAIN}}' }, form: { t: '{{secrets.TOKEN}}' } }),
  );
  expect(new URLSearchParams(seen[0]?.body).get('t')).toBe(TOKEN);
  expect(seen[0]?.headers['x-key']).toBe(secret);
  expect(steps[0].input).toMatchObject({ headers: { 'x-key': '***' }, form: { t: '***' } });
  const { rows } = await service.database.query(
    'SELECT s::text FROM ext_workflows.run_steps s WHERE run_id = $1 UNION ALL SELECT r::text FROM ext_workflows.runs r WHERE id = $1',
    [run.id],
  );
  for (const spelling of [...spellings, encodeURIComponent(TOKEN)])
    expect(JSON.stringify(rows)).not.toContain(spelling);
});

it.each([408, 425, 429, 500, 503])('status %s is tried again with the same key', async (status) => {
  answer = (_request, response) => void response.writeHead(seen.length < 2 ? status : 200).end();
  const { run, steps } = await runOf(workflow({}, { retry: { max_attempts: 3 } }));
  expect(run.status).toBe('succeeded');
  expect(steps.map((step) => [step.attempt, step.status])).toEqual([
    [1, 'failed'],
    [2, 'succeeded'],
  ]);
  expect(new Set(seen.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set([`${run.id}:send`]));
});

it.each([400, 401, 404, 409, 304])('status %s fails at once', async (status) => {
  answer = (_request, response) => void response.writeHead(status).end();
  const { run, steps } = await runOf(workflow({}, { retry: { max_attempts: 3 } }));
  expect(run).toMatchObject({ status: 'failed', failed_path: 'send' });
  expect(steps).toHaveLength(1);
  expect(steps[0].error).toBe(`Answer has status ${status}`);
});

it('ok_status decides alone', async () => {
  answer = (_request, response) => void response.writeHead(404).end('none');
  expect((await runOf(workflow({ ok_status: [404] }))).run.status).toBe('succeeded');
  answer = (_request, response) => void response.writeHead(200).end();
  expect((await runOf(workflow({ ok_status: [404] }))).run.status).toBe('failed');
});

it.each([
  'http://127.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::ffff:10.0.0.1]/',
  'http://localhost/',
  'file:///etc/passwd',
  'http://a:b@shop.example/',
])('%s is refused, also when it comes from a value', async (url) => {
  const { run, steps } = await runOf(workflow({ url: '{{trigger.url}}' }, { retry: { max_attempts: 3 } }), { url });
  expect(run).toMatchObject({ status: 'failed', error: 'Address is not allowed' });
  expect(steps).toHaveLength(1);
});

it('a redirect to another origin gets no secret', async () => {
  dns.set('other.example', { A: ['127.0.0.1'] });
  answer = ({ url }, response) => {
    if (url === '/') response.writeHead(302, { location: `http://other.example:${port}/next` });
    response.end();
  };
  await runOf(
    workflow({ method: 'GET', headers: { 'x-key': 'k {{secrets.TOKEN | json}}'.replace('ü', ''), accept: 'a/b' } }),
  );
  expect(seen.at(-1)?.headers).not.toHaveProperty('x-key');
});

it('large and broken answers fail with a message', async () => {
  answer = (_request, response) => response.end('x'.repeat(300 * 1024));
  expect((await runOf(workflow({}))).run.error).toBe('Step output is too large');
  answer = (_request, response) => response.end(Buffer.alloc(2 * 1024 * 1024));
  expect((await runOf(workflow({}))).run.error).toBe('Response is too large');
  answer = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":"\\u0000"} x');
  expect((await runOf(workflow({}))).run.status).toBe('succeeded');
  answer = json({ a: '\u0000' });
  expect((await runOf(workflow({}))).run.status).toBe('succeeded');
});

it('a value adds no header', async () => {
  const { run } = await runOf(workflow({ headers: { 'x-id': '{{trigger.id}}' } }), { id: 'a\r\nx-other: b' });
  expect(run).toMatchObject({ status: 'failed', error: 'Header is not allowed' });
  expect(seen).toHaveLength(0);
});

it('a missing value fails the step before anything is sent', async () => {
  const { run } = await runOf(workflow({ json: '{{trigger.none}}' }));
  expect(run).toMatchObject({ status: 'failed', error: 'Missing value: trigger.none' });
  expect(seen).toHaveLength(0);
});

describe('secrets', () => {
  it('come out of no answer, and are encrypted for their owner and name', async () => {
    const { secret } = await call('save-secret', { name: 'HIDDEN', value: 'never-shown' });
    expect(Object.keys(secret).sort()).toEqual(['created_at', 'id', 'last_used_at', 'name', 'updated_at']);
    const { rows } = await service.database.query(`SELECT ciphertext FROM ext_workflows.secrets WHERE name = 'HIDDEN'`);
    expect(rows[0].ciphertext.toString('latin1')).not.toContain('never-shown');
    const exported = await call('export', {});
    expect(JSON.stringify(exported)).not.toContain('never-shown');
    expect(JSON.stringify(exported)).not.toContain('ciphertext');
    expect(JSON.stringify(await call('list-secrets', {}))).not.toContain('never-shown');
  });

  it('pages run by name; a secret in use stays', async () => {
    await call('save-secret', { name: 'A_FIRST', value: 'x' });
    const id = await publish(workflow({ text: '{{secrets.A_FIRST}}' }));
    const first = await call('list-secrets', { limit: 1 });
    expect(first.secrets).toMatchObject([{ name: 'A_FIRST', used_by: [id] }]);
    const { secrets } = await call('list-secrets', { cursor: first.next_cursor });
    expect(secrets[0].name).toBe('HIDDEN');
    expect((await call('save-secret', { name: 'A_FIRST', value: null }, 409)).error).toBe('Secret is used by: Send');
    await call('pause-workflow', { workflow_id: id });
    await call('save-secret', { name: 'A_FIRST', value: null });
    expect((await call('save-secret', { name: 'A_FIRST', value: null }, 404)).error).toBe('Secret not found');
  });

  it('twenty writers of one name make one row, and nobody has more than 100', async () => {
    const one = await service.account();
    await one.client.post('/v1/apps/install', { slug: 'workflows' }).expect(200);
    const save = (name: string) => one.client.post('/v1/apps/workflows/save-secret', { name, value: 'x' });
    await Promise.all(Array.from({ length: 20 }, () => save('SAME').expect(200)));
    await service.database.query(
      `INSERT INTO ext_workflows.secrets (owner_id, name, ciphertext, key_id)
       SELECT $1, 'S' || n, '', 'k' FROM generate_series(1, 90) n`,
      [one.id],
    );
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => save(`T${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(answers.find(({ status }) => status !== 200)?.body.error).toBe('At most 100 secrets');
  });
});

describe('signatures of hooks', () => {
  const body = '{"id": "A-17",  "total": 80}';
  const sign = (text: string, secret = TOKEN) => createHmac('sha256', secret).update(text).digest('hex');
  let path: string;

  beforeAll(async () => {
    const trigger = { kind: 'hook', signature: { header: 'X-Signature', secret: 'TOKEN', prefix: 'sha256=' } };
    const id = await publish({ ...workflow({}), trigger });
    path = new URL((await call('get-workflow', { workflow_id: id })).hook_url).pathname;
  });

  const send = (signature?: string, text = body) =>
    fetch(service.url + path, {
      method: 'POST',
      body: text,
      headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'x-signature': signature }) },
    });

  it('the raw body counts, to the byte', async () => {
    expect((await send(`sha256=${sign(body)}`)).status).toBe(202);
    expect((await send(`sha256=${sign(body).toUpperCase()}`)).status).toBe(202);
    expect((await send(`sha256=${sign(body)}`, body.replace('  ', ' '))).status).toBe(401);
  });

  it.each([
    undefined,
    '',
    'sha256=',
    sign(body),
    `sha256=${sign(body).slice(1)}`,
    `sha256=${sign(body, 'other')}`,
    `sha256=${sign(body)}0`,
  ])('%j is refused', async (signature) => {
    const refused = await send(signature);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({ error: 'Signature verification failed' });
  });
});
