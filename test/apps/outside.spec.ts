import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, TestService } from '../support/service.js';
import { HelloApp } from './hello/hello.app.js';
import { world } from './hello/waiting.actions.js';

let service: TestService;
let ann: Account;
let bob: Account;
beforeAll(async () => {
  service = await TestService.start({}, { apps: [HelloApp] });
  [ann, bob] = await Promise.all([service.account(), service.account()]);
  for (const { client } of [ann, bob]) await client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
});
afterAll(() => service.stop());

const hello = ({ client }: Pick<Account, 'client'>, action: string, body?: object | string) =>
  client.post(`/v1/apps/hello/${action}`, body);
const said = async (words = 'Hello', more: object = {}) =>
  (await hello(ann, 'say-hello', { words, ...more }).expect(200)).body.greeting as { id: string };
const events = async (action: string) =>
  (await service.database.query('SELECT actor_id, data FROM events.domain_events WHERE type = $1', [`hello/${action}`]))
    .rows;
const greetings = async () =>
  (await service.database.query('SELECT count(*)::int AS n FROM ext_hello.greetings')).rows[0].n as number;

describe('what asks somebody outside', () => {
  afterEach(() => {
    world.fails = false;
    world.meanwhile = async () => {};
  });

  it('commits first, asks, and finishes', async () => {
    const { body } = await hello(ann, 'order-greeting', { words: 'Waiting' }).expect(200);
    expect(body.greeting.words).toBe('Good day');
    const last = (await events('order-greeting')).at(-1);
    expect(last.data).toEqual({ target: { type: 'greeting', id: body.greeting.id } });
  });

  it('takes back what it had set aside where that fails, and leaves no event', async () => {
    world.fails = true;
    const [before, told] = [await greetings(), (await events('order-greeting')).length];
    await hello(ann, 'order-greeting', { words: 'Waiting' }).expect(502, { error: 'The world is away' });
    expect(await greetings()).toBe(before);
    expect(await events('order-greeting')).toHaveLength(told);
  });

  it('finishes and tells of it together, or not at all', async () => {
    const run = (statement: string) => service.database.query(statement);
    await run(
      `ALTER TABLE events.domain_events ADD CONSTRAINT silent CHECK (type <> 'hello/order-greeting') NOT VALID`,
    );
    const answer = await fetch(`${service.url}/v1/apps/hello/order-greeting`, {
      method: 'POST',
      headers: { ...ann.client.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ words: 'Waiting still' }),
    });
    await run('ALTER TABLE events.domain_events DROP CONSTRAINT silent');
    const { rows } = await run('SELECT words FROM ext_hello.greetings ORDER BY created_at DESC, id DESC LIMIT 1');
    expect([answer.ok, rows]).toEqual([false, [{ words: 'Waiting still' }]]);
  });

  it('goes on with the row as it is then, locked anew', async () => {
    const { id: greeting_id } = await said('Hello');
    world.meanwhile = async () => {
      world.meanwhile = async () => {};
      await hello(ann, 'change-greeting', { greeting_id, words: 'Changed' }).expect(200);
    };
    const { body } = await hello(ann, 'lengthen-greeting', { greeting_id }).expect(200);
    expect(body.greeting.words).toBe('Changed, Good day');
    const all = await atOnce(20, () => hello(ann, 'lengthen-greeting', { greeting_id }));
    expect(tally(all)).toEqual({ 200: 20 });
    const read = (await hello(ann, 'read-greeting', { greeting_id }).expect(200)).body.greeting;
    expect(read.words).toBe(`Changed${', Good day'.repeat(21)}`);
  });

  it('refuses where the row has gone meanwhile, or has another owner', async () => {
    const [gone, given] = [await said('Hello'), await said('Hello')];
    const told = (await events('lengthen-greeting')).length;
    const meanwhile = (statement: string, ...values: unknown[]) => {
      world.meanwhile = async () => void (await service.database.query(statement, values));
    };
    meanwhile('DELETE FROM ext_hello.greetings WHERE id = $1', gone.id);
    await hello(ann, 'lengthen-greeting', { greeting_id: gone.id }).expect(404, {
      error: 'Greeting not found',
    });
    meanwhile('UPDATE ext_hello.greetings SET owner_id = $2 WHERE id = $1', given.id, bob.id);
    await hello(ann, 'lengthen-greeting', { greeting_id: given.id }).expect(403, { error: 'Forbidden' });
    expect(await events('lengthen-greeting')).toHaveLength(told);
  });

  it('cannot go on with the row that it had before', async () => {
    const { id: greeting_id } = await said('Hello');
    const logged = service.log.length;
    const answer = await fetch(`${service.url}/v1/apps/hello/spoil-greeting`, {
      method: 'POST',
      headers: { ...ann.client.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ greeting_id }),
    });
    expect(answer.status).toBe(500);
    expect(service.log.slice(logged).join()).toContain('id of a row that is not locked any more');
  });

  it('asks once for one Idempotency-Key', async () => {
    const keyed = { client: ann.client.with({ 'idempotency-key': randomUUID() }) };
    const before = world.asked;
    const answers = await atOnce(5, () => hello(keyed, 'order-greeting', { words: 'Once' }));
    expect(tally(answers)).toEqual({ 200: 5 });
    expect(world.asked).toBe(before + 1);
  });
});
