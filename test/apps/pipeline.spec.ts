import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, TestService } from '../support/service.js';
import { CountingFilter } from './hello/counting.filter.js';
import { preparations } from './hello/actions.js';
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
  (await service.database.query('SELECT actor_id, data FROM events.domain_events WHERE type = $1', [`hello/${action}`]))
    .rows;
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
    expect(new Set(body.details.map(({ field }: { field: string }) => field))).toEqual(new Set(['words', 'wrods']));
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

  it('keeps apart what is asked of tables with long names', async () => {
    const { rows } = await service.database.query(
      'INSERT INTO ext_hello.letters_that_were_never_sent (greeting_id, created_at) VALUES ($1, $2) RETURNING id',
      [(await said()).id, '1999-12-31'],
    );
    const letter = { letter_id: rows[0].id };
    await hello(ann, 'read-letter', letter).expect(200);
    await hello(ann, 'burn-letter', letter).expect(200);
    await hello(bob, 'read-letter', letter).expect(403, { error: 'Forbidden' });
    await hello(bob, 'burn-letter', letter).expect(404, { error: 'Letter not found' });
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
    expect((await hello(ann, 'change-greeting', change).expect(200)).body.greeting.words).toBe('No *** nor ***');
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

  it('is accepted after the caller installs the app', async () => {
    const late = await service.account();
    const keyed = { client: late.client.with({ 'idempotency-key': randomUUID() }) };
    await hello(keyed, 'say-hello', { words: 'Early' }).expect(403, { error: 'App not installed' });
    await late.client.post('/v1/apps/install', { slug: 'hello' }).expect(200);
    await hello(keyed, 'say-hello', { words: 'Early' }).expect(200);
  });
});

describe('what an action prepares', () => {
  it('is made before the transaction, from the target and the filtered input, and handed to `run`', async () => {
    const { id: greeting_id } = await said('Rough');
    const { body } = await hello(ann, 'polish-greeting', { greeting_id, words: 'smooth' }).expect(200);
    expect(body.greeting.words).toBe('Rough / smooth');
    expect(preparations.splice(0)).toEqual([false]);
  });

  it('may refuse, and nothing has happened then', async () => {
    const { id: greeting_id } = await said('Rough');
    const before = (await events('polish-greeting')).length;
    const polish = { greeting_id, words: 'unpolishable' };
    await hello(ann, 'polish-greeting', polish).expect(409, { error: 'Not these words' });
    expect(await events('polish-greeting')).toHaveLength(before);
    preparations.length = 0;
  });

  it('costs nothing for whom the action refuses: neither that work nor the word filter runs', async () => {
    const { id: greeting_id } = await said('Rough');
    const { texts } = service.app.get(CountingFilter);
    texts.length = 0;
    const polish = { greeting_id, words: 'smooth' };
    await hello(bob, 'polish-greeting', polish).expect(403, { error: 'Forbidden' });
    await hello(ann, 'polish-greeting', { ...polish, greeting_id: randomUUID() }).expect(404);
    expect([preparations, texts]).toEqual([[], []]);
    await hello(ann, 'polish-greeting', polish).expect(200);
    expect([preparations.splice(0), texts]).toEqual([[false], ['smooth']]);
  });

  it('takes no lock for a stranger, who is refused while somebody else holds the row', async () => {
    const { id: greeting_id } = await said('Rough');
    const holder = await service.database.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM ext_hello.greetings WHERE id = $1 FOR UPDATE', [greeting_id]);
      await hello(bob, 'change-greeting', { greeting_id, words: 'Mine' }).expect(403, { error: 'Forbidden' });
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });
});
