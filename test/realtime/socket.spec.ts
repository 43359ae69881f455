import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { eventually } from '../support/service.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { type Actor, linesOf, newStream, Stage } from './stage.js';

let stage: Stage;
let actor: Actor;

beforeAll(async () => {
  stage = await Stage.start({ CORS_ORIGINS: 'https://app.example.com' });
  actor = await stage.actor();
});
afterAll(() => stage.stop());

const bearer = () => ({ authorization: `Bearer ${actor.token}` });
const open = (options = {}) => RealtimeClient.open(stage.url, options);
const refused = (options = {}) => RealtimeClient.refused(stage.url, options);
/** With a short prefix. */
const named = (rows: [frame: object, error: string][]) =>
  rows.map(([frame, error]) => [JSON.stringify(frame).slice(0, 60), frame, error] as const);
const isOp = (name: string) => (frame: { op: string }) => frame.op === name;

describe('the handshake', () => {
  it('sends hello and ready, with the head of the own stream', async () => {
    const client = await stage.connect(actor);
    const [hello, ready] = client.frames;
    expect(hello).toEqual({
      op: 'hello',
      v: 1,
      connection_id: expect.stringMatching(/^c_/),
      heartbeat_ms: 30_000,
      auth_timeout_ms: 5_000,
      limits: {
        frame_bytes: 16_384,
        frames_per_minute: 120,
        streams: 500,
        streams_per_frame: 100,
        replay: 500,
        watch: 500,
      },
    });
    expect(ready).toEqual({
      op: 'ready',
      user_id: actor.id,
      expires_at: expect.stringMatching(/Z$/),
      streams: [{ stream: `user:${actor.id}`, epoch: expect.stringMatching(/^[\w-]+$/), seq: expect.any(Number) }],
    });
    expect(Date.parse(ready?.expires_at) - Date.now()).toBeGreaterThan(3_500_000);
    await client.close();
  });

  it('subscribes to joined streams', async () => {
    const joined = [randomUUID(), randomUUID()];
    stage.policy.members.set(actor.id, joined);
    stage.policy.barred.set(`${joined[1]} ${actor.id}`, 'no');
    await stage.say(`stage:${joined[0]}` as never, 1);
    const client = await stage.connect(actor);
    stage.policy.members.clear();
    const ready = client.frames.find(isOp('ready'));
    expect(ready?.streams).toMatchObject([{ stream: `user:${actor.id}` }, { stream: `stage:${joined[0]}`, seq: 1 }]);
    await stage.say(`stage:${joined[0]}` as never, 2);
    await client.event('stage.line');
    expect(linesOf(client)).toEqual([2]);
    await client.close();
  });

  it.each([
    ['a bad token', { headers: { authorization: 'Bearer nonsense' } }, 401, 'Not authenticated'],
    ['a bad key', { headers: { 'x-api-key': 'cpk_nonsense' } }, 401, 'Not authenticated'],
    ['an unknown ticket', { query: '?ticket=nonsense' }, 401, 'Not authenticated'],
    ['a foreign origin', { headers: { origin: 'https://evil.example.com' } }, 403, 'Origin not allowed'],
  ])('refuses %s', async (_, options, status, error) => {
    const answer = await refused(options);
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), 'cache-control': 'no-store' });
  });

  it.each(['token', 'access_token', 'api_key', 'key'])('refuses %s in the address', async (name) => {
    const answer = await refused({ headers: bearer(), query: `?${name}=x` });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'Credentials do not belong in the address' },
    });
  });

  it('requires the right upgrade', async () => {
    const { status, body } = await stage.ask('/v1/realtime', bearer());
    expect([status, body]).toEqual([426, { error: 'Upgrade required' }]);
  });

  it('accepts the configured origins, and requests without one', async () => {
    const client = await RealtimeClient.as(stage.url, actor.token, {
      headers: { origin: 'https://app.example.com' },
    });
    client.expectSound();
    await client.close();
  });

  it('refuses headers beyond 16 KiB like other routes', async () => {
    expect(await refused({ headers: { 'x-large': 'x'.repeat(20_000) } })).toMatchObject({ status: 431 });
  });

  it('accepts no subprotocol', async () => {
    const client = await RealtimeClient.as(stage.url, actor.token);
    expect([client.socket.protocol, client.socket.extensions]).toEqual(['', '']);
    await client.close();
  });

  it('serves other upgrades as plain requests, including their bodies', async () => {
    const body = JSON.stringify({ email: actor.email, password: 'wrong password' });
    const request = [
      'POST /v1/auth/sign-in HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const text = await new Promise<string>((resolve) => {
      const socket = connect(stage.runtime.port, '127.0.0.1', () => {
        socket.write(`${request.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
        setTimeout(() => socket.write(body.slice(10)), 30);
      });
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
    });
    expect(text).toMatch(/^HTTP\/1.1 401 .*Invalid credentials/s);
  });
});

describe('the first frame', () => {
  it('authenticates, by token or by key', async () => {
    const { body } = await stage.post('/v1/api-keys', { name: 'socket' }, bearer());
    for (const auth of [{ token: actor.token }, { api_key: body.key }]) {
      const client = await RealtimeClient.connect(stage.url, { auth });
      const ready = client.frames.find(isOp('ready'));
      expect(ready).toMatchObject({ user_id: actor.id });
      expect(ready?.expires_at === null).toBe('api_key' in auth);
      await client.close();
    }
  });

  it.each([{ op: 'auth', token: 'nonsense' }, { op: 'auth', api_key: 'nonsense' }, { op: 'auth' }, { op: 'ping' }])(
    'must be valid, or the socket is closed: %j',
    async (frame) => {
      const client = open();
      await client.frame(isOp('hello'));
      client.send(frame);
      expect(await client.closing()).toBe(4401);
      expect(client.frames.at(-1)).toEqual({ op: 'bye', code: 4401, retry_after_ms: null });
    },
  );

  it('must arrive within five seconds', async () => {
    const begun = Date.now();
    const client = open();
    expect(await client.closing()).toBe(4401);
    expect(client.frames[0]).toMatchObject({ op: 'hello', auth_timeout_ms: 5_000 });
    expect(Date.now() - begun).toBeGreaterThan(4_900);
    expect(Date.now() - begun).toBeLessThan(10_000);
  });
});

describe('frames', () => {
  let client: RealtimeClient;

  beforeAll(async () => {
    client = await stage.connect(actor);
  });
  afterAll(() => client.close());

  it('are answered with their id, a string or a whole number', async () => {
    client.send({ op: 'ping', id: 7 });
    client.send({ op: 'ping' });
    await client.frame((frame) => frame.op === 'pong' && frame.id === 7);
    await client.frame((frame) => frame.op === 'pong' && frame.id === null);
    client.expectSound();
  });

  it.each([{ id: 1.5 }, { id: 'x'.repeat(65) }, { id: {} }, { id: true }])('refuses %j as an id', async (id) => {
    const before = client.frames.length;
    client.send({ op: 'ping', ...id });
    await eventually(async () =>
      expect(client.frames[before]).toEqual({ op: 'reply', id: null, ok: false, error: 'bad_request' }),
    );
  });

  it.each(
    named([
      [{ op: 'dance' }, 'unknown_op'],
      [{ op: 'subscribe' }, 'bad_request'],
      [{ op: 'subscribe', streams: [] }, 'bad_request'],
      [{ op: 'subscribe', streams: ['room:x'] }, 'bad_request'],
      [{ op: 'subscribe', streams: [null] }, 'bad_request'],
      [{ op: 'subscribe', streams: Array.from({ length: 101 }, () => ({ stream: 'room:x' })) }, 'too_many'],
      [{ op: 'unsubscribe', streams: [5] }, 'bad_request'],
      [{ op: 'unsubscribe', streams: Array(101).fill('room:x') }, 'too_many'],
      [{ op: 'watch', user_ids: ['nobody'] }, 'bad_request'],
      [{ op: 'watch', user_ids: 'nobody' }, 'bad_request'],
      [{ op: 'watch', user_ids: Array(501).fill('x') }, 'too_many'],
      [{ op: 'watch', user_ids: [], add: 'yes' }, 'bad_request'],
      [{ op: 'watch', user_ids: [], add: null }, 'bad_request'],
      [{ op: 'typing', channel_id: 'x' }, 'bad_request'],
      [{ op: 'typing', channel_id: 'x', is_typing: 'yes' }, 'bad_request'],
      [{ op: 'typing', channel_id: 'x', is_typing: true }, 'not_found'],
      [{ op: 'typing', channel_id: randomUUID(), is_typing: true }, 'not_found'],
      [{ op: 'presence', status: 'asleep' }, 'bad_request'],
      [{ op: 'presence', status: null }, 'bad_request'],
    ]),
  )('names the error of %s, and keeps the socket open', async (_, frame, error) => {
    const [reply] = await client.ask(frame);
    expect(reply).toEqual({ op: 'reply', id: expect.any(String), ok: false, error });
  });

  it('tells for each stream why it is not subscribed', async () => {
    const banned = randomUUID();
    stage.policy.barred.set(`${banned} ${actor.id}`, 'banned');
    const wanted = [
      [{ stream: `user:${randomUUID()}` }, 'not_found'],
      [{ stream: `stage:${banned}` }, 'forbidden'],
      [{ stream: 'stage:nonsense' }, 'not_found'],
      [{ stream: `room:${randomUUID()}` }, 'not_found'],
      [{ stream: `parrot:${randomUUID()}` }, 'not_found'],
      [{ stream: 'control' }, 'not_found'],
      [{ stream: newStream(), epoch: 'x' }, 'bad_request'],
      [{ stream: newStream(), since: 1 }, 'bad_request'],
      [{ stream: newStream(), epoch: 'x', since: -1 }, 'bad_request'],
      [{ stream: newStream(), epoch: 'x', since: '1' }, 'bad_request'],
      [{ stream: newStream(), epoch: '', since: 1 }, 'bad_request'],
    ] as const;
    const streams = wanted.map(([one]) => one);
    const answers = await client.ask({ op: 'subscribe', streams }, streams.length);
    expect(answers.map(({ stream, error }) => [stream, error])).toEqual(
      wanted.map(([{ stream }, error]) => [stream, error]),
    );
  });

  it('have no event of a stream after it was unsubscribed', async () => {
    const [left, kept] = [newStream(), newStream()];
    await client.subscribe(left, kept);
    await client.ask({ op: 'unsubscribe', streams: [left, newStream()] });
    await stage.say(left, 1);
    await stage.say(kept, 2);
    await client.event('stage.line', ({ stream }) => stream === kept);
    expect(client.of('stage.line').filter(({ stream }) => stream === left)).toEqual([]);
  });
});

it('watch at most 500 users, in as many frames as needed', async () => {
  const client = await stage.connect(actor);
  const ids = Array.from({ length: 500 }, () => randomUUID());
  const watch = async (user_ids: string[], add?: boolean) => (await client.ask({ op: 'watch', user_ids, add }))[0];
  for (const some of [ids.slice(0, 250), ids.slice(250)]) {
    const told = await watch(some, true);
    expect(told?.presences.map(({ user_id }: { user_id: string }) => user_id)).toEqual(some);
  }
  expect(await watch([randomUUID()], true)).toMatchObject({ ok: false, error: 'too_many' });
  // Users who are watched already do not count again.
  expect(await watch([ids[0] as string, ids[499] as string], true)).toMatchObject({ op: 'presences' });
  expect(await watch([randomUUID()])).toMatchObject({ op: 'presences' });
  expect(await watch(ids.slice(0, 400), true)).toMatchObject({ op: 'presences' });
  await client.close();
});

it('subscribe to at most 500 streams', async () => {
  const client = await stage.connect(actor);
  for (let at = 0; at < 5; at++) {
    await client.subscribe(...Array.from({ length: at ? 100 : 99 }, newStream));
  }
  const [answer] = await client.subscribe(newStream());
  expect(answer).toMatchObject({ op: 'subscribed', error: 'too_many' });
  const [again] = await client.subscribe(`user:${actor.id}`);
  expect(again).toMatchObject({ recovered: false });
  await client.close();
});
