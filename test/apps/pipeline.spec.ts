import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, TestService } from '../support/service.js';
import { world } from './hello/actions.js';
import { HelloApp } from './hello/hello.app.js';

let service: TestService;
let ann: Account;
let bob: Account;
let admin: Account;
beforeAll(async () => {
  service = await TestService.start({}, { apps: [HelloApp] });
  [ann, bob, admin] = await Promise.all([service.account(), service.account(), service.admin()]);
  for (const { client } of [ann, bob]) await client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
});
afterAll(() => service.stop());

const hello = ({ client }: Pick<Account, 'client'>, action: string, body?: object | string) =>
  client.post(`/v1/apps/hello/${action}`, body);
const said = async (words = 'Hello', more: object = {}) =>
  (await hello(ann, 'say-hello', { words, ...more }).expect(200)).body.greeting as { id: string };
const nobody = () => ({ client: service.client() });
const events = async (action: string) =>
  (
    await service.database.query('SELECT actor_id, data FROM events.domain_events WHERE type = $1', [
      `hello/${action}`,
    ])
  ).rows;
const greetings = async () =>
  (await service.database.query('SELECT count(*)::int AS n FROM ext_hello.greetings')).rows[0].n as number;

describe('the checks, in their order', () => {
  it('asks first whether there is such an app and action', async () => {
    await service.client().post('/v1/apps/hullo/say-hello', {}).expect(404, { error: 'App not found' });
    await hello(nobody(), 'say-goodbye', {}).expect(404, { error: 'Action not found' });
    for (const name of ['__proto__', 'constructor', 'toString', 'Say-Hello']) {
      await hello(ann, name, {}).expect(404, { error: 'Action not found' });
      await ann.client.post(`/v1/apps/${name}/say-hello`, {}).expect(404, { error: 'App not found' });
    }
  });

  it('then who calls', async () => {
    await hello(nobody(), 'say-hello', 'not even JSON').expect(401, { error: 'Not authenticated' });
    await hello(ann, 'forget-all', 'not even JSON').expect(403, { error: 'Forbidden' });
    await hello(nobody(), 'forget-all').expect(401, { error: 'Not authenticated' });
  });

  it('then whether he has the app', async () => {
    const stranger = await service.account();
    await hello(stranger, 'say-hello', 'not even JSON').expect(403, { error: 'App not installed' });
    await hello(stranger, 'get-settings').expect(403, { error: 'App not installed' });
    await hello(admin, 'forget-all').expect(200, { message: 'Forgotten' });
    await hello(admin, 'say-hello', { words: 'From staff' }).expect(200);
  });

  it('then the input: all of its faults, and a field that nobody asked for', async () => {
    for (const body of ['[]', '5', '"hello"', 'null', '{']) await hello(ann, 'say-hello', body).expect(400);
    const { body } = await hello(ann, 'say-hello', { words: 5, wrods: 'x' }).expect(400);
    expect(body.error).toBe('Validation error');
    expect(new Set(body.details.map(({ field }: { field: string }) => field))).toEqual(
      new Set(['words', 'wrods']),
    );
    await hello(ann, 'say-hello').expect(400);
    await hello(ann, 'change-greeting', { greeting_id: 'x', words: 'y' }).expect(400);
  });

  it('then whose it is', async () => {
    const { id } = await said();
    const change = { greeting_id: id, words: 'Good day' };
    await hello(ann, 'change-greeting', { ...change, greeting_id: randomUUID() }).expect(404, {
      error: 'Greeting not found',
    });
    await hello(bob, 'change-greeting', change).expect(403, { error: 'Forbidden' });
    await hello(ann, 'change-greeting', { ...change, greeting_id: id.toUpperCase() }).expect(200);
    await hello(admin, 'change-greeting', change).expect(200);
  });

  it('tells of what is hidden only whom it shows it', async () => {
    const { id: greeting_id } = await said('A secret', { friend_id: bob.id });
    const change = { greeting_id, words: 'Good day' };
    const eve = await service.account();
    await eve.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
    await hello(eve, 'change-greeting', change).expect(404, { error: 'Greeting not found' });
    await hello(bob, 'change-greeting', change).expect(403, { error: 'Forbidden' });
    await hello(admin, 'change-greeting', change).expect(200);
    await hello(eve, 'change-greeting', change).expect(403, { error: 'Forbidden' });
  });

  it('asks the parent where that decides, and both sides where there are two', async () => {
    const { id } = await said('To Bob', { friend_id: bob.id });
    const { rows } = await service.database.query(
      `INSERT INTO ext_hello.replies (greeting_id, words) VALUES ($1, 'Well') RETURNING id`,
      [id],
    );
    const reply = { reply_id: rows[0].id, words: 'Very well' };
    await hello(bob, 'change-reply', reply).expect(403, { error: 'Forbidden' });
    await hello(bob, 'change-reply', { ...reply, reply_id: id }).expect(404, { error: 'Reply not found' });
    const { body } = await hello(ann, 'change-reply', reply).expect(200);
    expect(body).toEqual({ reply: { id: reply.reply_id, words: 'Very well' }, greeting_id: id });
    for (const side of [ann, bob, admin]) {
      await hello(side, 'read-greeting', { greeting_id: id }).expect(200);
      await hello(side, 'read-reply', { reply_id: reply.reply_id }).expect(200);
    }
    const third = await service.account();
    await third.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
    await hello(third, 'read-greeting', { greeting_id: id }).expect(403, { error: 'Forbidden' });
    await hello(third, 'read-reply', { reply_id: reply.reply_id }).expect(403, { error: 'Forbidden' });
    const back = { greeting_id: id, words: 'Hello yourself' };
    await hello(ann, 'return-greeting', back).expect(403, { error: 'Forbidden' });
    await hello(bob, 'return-greeting', back).expect(200);
    expect((await events('return-greeting')).at(-1)).toEqual({
      actor_id: bob.id,
      data: { target: { type: 'greeting', id } },
    });
  });
});

describe('an action', () => {
  it('leaves one event, of who did what to which; a view leaves none', async () => {
    const before = await events('say-hello');
    const { id } = await said();
    const [event] = (await events('say-hello')).slice(before.length);
    expect(event).toEqual({ actor_id: ann.id, data: { target: { type: 'greeting', id } } });
    await hello(nobody(), 'visit', { greeting_id: id }).expect(200, { visits: 1, is_known: false });
    await hello(bob, 'visit', { greeting_id: id }).expect(200, { visits: 2, is_known: true });
    expect(await events('visit')).toEqual([]);
  });

  it('has a name of its own in the log, by which an operator tells it from the others', async () => {
    const logged = service.log.length;
    await hello(nobody(), 'visit', { greeting_id: randomUUID() }).expect(404);
    await hello(nobody(), 'no-such-action').expect(404);
    const routes = service.log.slice(logged).flatMap((line) => /"route":"([^"]+)"/.exec(line)?.[1] ?? []);
    expect(routes).toEqual(['/v1/apps/hello/visit', '/v1/apps/:slug/:action']);
  });

  it('that refuses has changed nothing, and left no event', async () => {
    const { id } = await said('Good words');
    const before = (await events('change-greeting')).length;
    await hello(ann, 'change-greeting', { greeting_id: id, words: 'bad words' }).expect(409, {
      error: 'Not these words',
    });
    const { body } = await hello(ann, 'read-greeting', { greeting_id: id }).expect(200);
    expect(body.greeting.words).toBe('Good words');
    expect(await events('change-greeting')).toHaveLength(before);
  });

  it('has what people write for others filtered, wherever in its input that stands', async () => {
    const { id } = await said();
    const { client } = admin;
    const { body } = await client.post('/v1/admin/censors', { pattern: 'humbug', replacement: '***' });
    const change = { greeting_id: id, words: 'No Humbug', more: [{ words: 'nor humbug' }] };
    expect((await hello(ann, 'change-greeting', change).expect(200)).body.greeting.words).toBe(
      'No *** nor ***',
    );
    await client.delete(`/v1/admin/censors/${body.censor.id}`).expect(200);
  });

  it('that writes and does not say so cannot', async () => {
    const { id } = await said();
    const written = await fetch(`${service.url}/v1/apps/hello/write-unsaid`, {
      method: 'POST',
      headers: { ...ann.client.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ greeting_id: id }),
    });
    expect(written.status).toBe(500);
    await hello(ann, 'read-greeting', { greeting_id: id }).expect(200);
  });

  it('counts exactly, twenty at once', async () => {
    const { id } = await said();
    const visits = await atOnce(20, () => hello(nobody(), 'visit', { greeting_id: id }));
    expect(visits.map(({ body }) => body.visits).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
  });

  it('happens once for one Idempotency-Key', async () => {
    const { client } = ann;
    const keyed = { client: client.with({ 'idempotency-key': randomUUID() }) };
    const before = await greetings();
    const answers = await atOnce(20, () => hello(keyed, 'say-hello', { words: 'Once' }));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.greeting.id)).size).toBe(1);
    expect(await greetings()).toBe(before + 1);
    await hello(keyed, 'say-hello', { words: 'Twice' }).expect(409, { error: 'Idempotency key reused' });
  });

  it('is not refused for ever to whoever installs the app after all', async () => {
    const late = await service.account();
    const keyed = { client: late.client.with({ 'idempotency-key': randomUUID() }) };
    await hello(keyed, 'say-hello', { words: 'Early' }).expect(403, { error: 'App not installed' });
    await late.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
    await hello(keyed, 'say-hello', { words: 'Early' }).expect(200);
  });
});

describe('what asks somebody outside', () => {
  afterEach(() => {
    world.fails = false;
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
    const { rows } = await run(
      'SELECT words FROM ext_hello.greetings ORDER BY created_at DESC, id DESC LIMIT 1',
    );
    expect([answer.ok, rows]).toEqual([false, [{ words: 'Waiting still' }]]);
  });

  it('asks once for one Idempotency-Key', async () => {
    const keyed = { client: ann.client.with({ 'idempotency-key': randomUUID() }) };
    const before = world.asked;
    const answers = await atOnce(5, () => hello(keyed, 'order-greeting', { words: 'Once' }));
    expect(tally(answers)).toEqual({ 200: 5 });
    expect(world.asked).toBe(before + 1);
  });
});
