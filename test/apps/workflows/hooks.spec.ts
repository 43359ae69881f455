import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { manual, Scene, set } from './scene.js';

let scene: Scene;
let ann: Account;
let hook: string;
let workflow_id: string;
beforeAll(async () => {
  scene = await Scene.start();
});
afterAll(() => scene.service.stop());

beforeEach(async () => {
  ann = await scene.user();
  const trigger = { kind: 'hook', dedupe_header: 'X-Delivery-Id' };
  workflow_id = await scene.publish(ann, { trigger, steps: [set('one')] });
  const { hook_url } = (await scene.call(ann, 'get-workflow', { workflow_id }).expect(200)).body;
  hook = new URL(hook_url as string).pathname;
});

async function post(body: string | Buffer, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', ...headers };
  const answer = await fetch(`${scene.service.url}${hook}`, { method: 'POST', body: body as string, headers: all });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

/** Runs that are there already. */
const fill = (count: number, status: string, age: string) =>
  scene.query(
    `INSERT INTO ext_workflows.runs (owner_id, workflow_id, version, trigger, input, status, exclusive, created_at, finished_at)
     SELECT $1, $2, 1, 'manual', '{}', $4, true, now() - $5::interval, CASE WHEN $4 = 'succeeded' THEN now() END
     FROM generate_series(1, $3)`,
    [ann.id, workflow_id, count, status, age],
  );

it('takes JSON, a form and text, and stores what it was sent', async () => {
  const inputOf = async (answer: { status: number; body: Record<string, string> }) => {
    expect(answer.status).toBe(202);
    return (await scene.get(ann, answer.body.run_id as string)).run.input;
  };
  const json = await inputOf(
    await post('{"id":"\\\\u0000"}', { authorization: 'Bearer x', cookie: 'a=b', 'x-own': '1' }),
  );
  expect(json.body).toEqual({ id: '\\u0000' });
  expect(json.headers).toMatchObject({ 'x-own': '1' });
  expect(Object.keys(json.headers as object)).not.toEqual(expect.arrayContaining(['authorization']));
  expect(Object.keys(json.headers as object)).not.toEqual(expect.arrayContaining(['cookie']));
  const form = await inputOf(await post('a=1&b=%00', { 'content-type': 'application/x-www-form-urlencoded' }));
  expect(form.body).toEqual({ a: '1', b: '\ufffd' });
  expect((await inputOf(await post('hello\0', { 'content-type': 'text/plain' }))).body).toBe('hello\ufffd');
});

it('refuses what it cannot read', async () => {
  expect(await post('{')).toMatchObject({ status: 400, body: { error: 'Invalid JSON' } });
  expect((await post('<a/>', { 'content-type': 'application/xml' })).status).toBe(415);
  expect((await post(Buffer.alloc(256 * 1024 + 1, 'a'), { 'content-type': 'text/plain' })).status).toBe(413);
  expect((await post(Buffer.alloc(200 * 1024, 'a'), { 'content-type': 'text/plain' })).status).toBe(202);
});

it('gives the first run to a delivery that comes again', async () => {
  const first = await post('{"n":1}', { 'x-delivery-id': 'A' });
  const again = await post('{"n":2}', { 'x-delivery-id': 'A' });
  const other = await post('{"n":1}', { 'x-delivery-id': 'B' });
  expect([first.status, again.status, other.status]).toEqual([202, 202, 202]);
  expect(again.body.run_id).toBe(first.body.run_id);
  expect(other.body.run_id).not.toBe(first.body.run_id);
});

it('starts one run for a delivery that comes twenty times at once, and gives it also when the hour is full', async () => {
  const answers = await atOnce(20, () => post('{}', { 'x-delivery-id': 'A' }));
  expect(tally(answers)).toEqual({ 202: 20 });
  expect(new Set(answers.map(({ body }) => body.run_id)).size).toBe(1);
  await fill(999, 'succeeded', '1 minute');
  expect(await post('{}', { 'x-delivery-id': 'A' })).toEqual(answers[0]);
  expect((await post('{}', { 'x-delivery-id': 'B' })).status).toBe(429);
});

it('tells deliveries apart by their whole names', async () => {
  const [one, other] = ['A', 'B'].map((end) => ({ 'x-delivery-id': 'x'.repeat(300) + end }));
  const first = await post('{}', one);
  const second = await post('{}', other);
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(second.body.run_id).not.toBe(first.body.run_id);
  expect((await post('{}', other)).body.run_id).toBe(second.body.run_id);
});

it('waits when the queue is full, and so does a start by hand', async () => {
  await fill(1, 'waiting', '2 hours');
  await fill(1_000, 'queued', '2 hours');
  expect(await post('{}')).toMatchObject({ status: 429, body: { error: 'Too many requests' } });
  await scene.call(ann, 'run-workflow', { workflow_id }).expect(409, { error: 'Queue is full' });
  await scene.call(ann, 'archive-workflow', { workflow_id }).expect(200);
});

it('takes 60 calls of a hook in a minute', async () => {
  const first = await Promise.all(Array.from({ length: 55 }, () => post('{}')));
  expect(tally(first)).toEqual({ 202: 55 });
  const others = await atOnce(20, () => post('{}'));
  expect(tally(others)).toEqual({ 202: 5, 429: 15 });
  expect(refusals(others)).toEqual([{ error: 'Too many requests' }]);
  const { hook_url } = (await scene.call(ann, 'rotate-hook-token', { workflow_id }).expect(200)).body;
  hook = new URL(hook_url as string).pathname;
  expect((await post('{}')).status).toBe(429);
});

it('starts at most 1,000 runs an hour for an owner', async () => {
  await fill(1_000, 'succeeded', '1 minute');
  await scene.call(ann, 'run-workflow', { workflow_id }).expect(409, { error: 'Run limit reached' });
  const other = await scene.publish(ann, manual([set('one')]));
  await scene.call(ann, 'run-workflow', { workflow_id: other }).expect(409, { error: 'Run limit reached' });
});
