import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionRegistry } from '../../src/realtime/connections/connections.registry.js';
import { CredentialChecksService } from '../../src/realtime/connections/credential-checks.service.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { eventually, PASSWORD } from '../support/service.js';
import { ACTOR_LEFT, type Actor, LINE_SAID, linesOf, newStream, Stage, STAGE_CLOSED } from './stage.js';

let stage: Stage;
let actor: Actor;

beforeAll(async () => {
  stage = await Stage.start();
  actor = await fresh();
});
afterAll(() => stage.stop());

const fresh = () => stage.actor();
const bearer = ({ token }: Actor) => ({ authorization: `Bearer ${token}` });
const signedIn = async (): Promise<Actor> => ({ ...actor, token: await stage.signIn(actor.email) });
const keyOf = (stream: string, { id }: Actor) => `${stream.slice('stage:'.length)} ${id}`;

/** Calls the service directly, as the API no longer answers this user afterwards. */
async function expectClosed(client: RealtimeClient, code: number, work: () => Promise<unknown>): Promise<void> {
  await work();
  client.send({ op: 'ping', id: 'after it' });
  expect(await client.closing()).toBe(code);
  expect(client.frames.at(-1)).toEqual({ op: 'bye', code, retry_after_ms: null });
  expect(client.frames.filter(({ id }) => id === 'after it')).toEqual([]);
  client.expectSound();
}

describe('a credential ends', () => {
  it('by sign-out: closes its own sockets, and no others', async () => {
    const [leaving, staying] = [await signedIn(), await signedIn()];
    const [client, kept] = [await stage.connect(leaving), await stage.connect(staying)];
    await expectClosed(client, 4401, () => stage.post('/v1/auth/sign-out', {}, bearer(leaving)));
    await kept.settled();
    await kept.close();
  });

  it('by revoking the session from another device', async () => {
    const [ended, other] = [await signedIn(), await signedIn()];
    const client = await stage.connect(ended);
    const { body } = await stage.ask('/v1/auth/sessions', bearer(ended));
    const { id } = body.sessions.find(({ current }: { current: boolean }) => current);
    await expectClosed(client, 4401, () => stage.ask(`/v1/auth/sessions/${id.toUpperCase()}`, bearer(other), 'DELETE'));
  });

  it('by a new password: closes sockets of sessions, not of keys', async () => {
    const one = await fresh();
    // A reset that confirms the address for the first time also removes the keys.
    await stage.pool.query('UPDATE account.users SET email_verified_at = now() WHERE email = $1', [one.email]);
    const { body } = await stage.post('/v1/api-keys', { name: 'kept' }, bearer(one));
    const byKey = await RealtimeClient.connect(stage.url, { headers: { 'x-api-key': body.key } });
    const client = await stage.connect(one);
    await stage.post('/v1/auth/forgot-password', { email: one.email });
    const token = await stage.mailedToken(one.email);
    await expectClosed(client, 4401, () =>
      stage.post('/v1/auth/reset-password', { password: 'another good one' }, { authorization: `Bearer ${token}` }),
    );
    await byKey.settled();
    await expectClosed(byKey, 4401, () =>
      stage.pool
        .query('DELETE FROM account.api_keys')
        .then(() => stage.get(CredentialChecksService).checkConnections()),
    );
  });

  it('by revoking the key', async () => {
    const one = await signedIn();
    const { body } = await stage.post('/v1/api-keys', { name: 'revoked' }, bearer(one));
    const client = await RealtimeClient.connect(stage.url, { headers: { 'x-api-key': body.key } });
    await expectClosed(client, 4401, () =>
      stage.ask(`/v1/api-keys/${body.api_key.id.toUpperCase()}`, bearer(one), 'DELETE'),
    );
  });

  it('by deleting the account', async () => {
    const one = await fresh();
    const client = await stage.connect(one);
    await expectClosed(client, 4401, () => stage.send('DELETE', '/v1/users/me', { password: PASSWORD }, bearer(one)));
  });

  it('by suspension', async () => {
    const one = await fresh();
    const client = await stage.connect(one);
    await expectClosed(client, 4403, () => stage.emit(() => stage.realtime.close({ user_id: one.id }, 4403)));
  });

  it('without an event, found by the check of all connections', async () => {
    const [banned, ended] = [await fresh(), await fresh()];
    const clients = [await stage.connect(banned), await stage.connect(ended)] as const;
    await stage.pool.query(`UPDATE account.users SET user_status = 'banned' WHERE id = $1`, [banned.id]);
    await stage.pool.query('UPDATE account.sessions SET revoked_at = now() WHERE user_id = $1', [ended.id]);
    await stage.get(CredentialChecksService).checkConnections();
    expect(await Promise.all(clients.map((client) => client.closing()))).toEqual([4403, 4401]);
  });

  it('by expiry, unless a newer credential was sent', async () => {
    const [short, long] = [await signedIn(), await signedIn()];
    const [client, renewing] = [await stage.connect(short), await stage.connect(long)];
    const connections = [...stage.get(ConnectionRegistry).listByUser(actor.id)];
    // The expiry of both is the same, and comes when one of them is renewed.
    const expiry = Date.now() + 60_000;
    for (const connection of connections) connection.expiresAt = expiry;
    renewing.send({ op: 'auth', token: await stage.signIn(actor.email) });
    const renewed = await renewing.frame((frame) => frame.op === 'ready' && !frame.streams.length);
    const first = renewing.frames.find(({ op }) => op === 'ready');
    expect(Date.parse(renewed.expires_at)).toBeGreaterThanOrEqual(Date.parse(first?.expires_at));
    for (const connection of connections) if (connection.expiresAt === expiry) connection.expiresAt = Date.now();
    expect(await client.closing()).toBe(4401);
    expect(client.frames.at(-1)).toEqual({ op: 'bye', code: 4401, retry_after_ms: null });
    await renewing.settled();
    await renewing.close();
  });

  it('after a renewal the socket belongs to the new session', async () => {
    const [old, renewed] = [await signedIn(), await signedIn()];
    const client = await stage.connect(old);
    client.send({ op: 'auth', token: renewed.token });
    await client.frame((frame) => frame.op === 'ready' && !frame.streams.length);
    await stage.post('/v1/auth/sign-out', {}, bearer(old));
    await client.settled();
    await expectClosed(client, 4401, () => stage.post('/v1/auth/sign-out', {}, bearer(renewed)));
  });

  it.each(['nonsense', 'another’s'])('by a renewal with %s', async (kind) => {
    const client = await stage.connect(await signedIn());
    const token = kind === 'nonsense' ? kind : (await fresh()).token;
    client.send({ op: 'auth', token });
    expect(await client.closing()).toBe(4401);
    expect(client.frames.at(-1)).toEqual({ op: 'bye', code: 4401, retry_after_ms: null });
    client.expectSound();
  });
});

describe('a subscription ends', () => {
  let staying: Actor;
  let leaving: Actor;
  let clients: [RealtimeClient, RealtimeClient];

  beforeEach(async () => {
    [staying, leaving] = [await fresh(), await signedIn()];
    clients = [await stage.connect(staying), await stage.connect(leaving)];
  });
  afterEach(async () => {
    for (const client of clients) await client.close();
  });

  it('for one user with an event: the others get the event, this user gets nothing from it on', async () => {
    const stream = newStream();
    for (const client of clients) await client.subscribe(stream);
    const kicked = { user_id: leaving.id, reason: 'kicked' as const };
    const lines = Array.from({ length: 100 }, (_, at) => at);
    const said = lines.map((line) =>
      stage.emit(() => {
        if (line === 50) stage.realtime.emit(ACTOR_LEFT, stream, kicked, null);
        else stage.realtime.emit(LINE_SAID, stream, { line }, null);
      }),
    );
    await Promise.all(said);
    const [others, ended] = clients;
    const { seq } = await others.event('stage.left');
    expect(await ended.frame(({ op }) => op === 'unsubscribed')).toEqual({
      op: 'unsubscribed',
      stream,
      reason: 'kicked',
    });
    await ended.settled();
    expect(Math.max(0, ...ended.events.map((event) => event.seq ?? 0))).toBe((seq as number) - 1);
    await eventually(async () => expect(linesOf(others)).toHaveLength(99));
  });

  it('for all, after the event', async () => {
    const stream = newStream();
    for (const client of clients) await client.subscribe(stream);
    const stage_id = stream.slice(6);
    await stage.emit(() => stage.realtime.emit(STAGE_CLOSED, stream, { stage_id }, null));
    await stage.say(stream, 1);
    for (const client of clients) {
      await client.event('stage.closed');
      await client.frame((frame) => frame.op === 'unsubscribed' && frame.reason === 'deleted');
      await client.settled();
      expect(linesOf(client)).toEqual([]);
    }
  });

  it.each([
    ['no', 'access'],
    ['banned', 'banned'],
  ] as const)('when access is checked again and is %s', async (readable, reason) => {
    const stream = newStream();
    for (const client of clients) await client.subscribe(stream);
    stage.policy.barred.set(keyOf(stream, leaving), readable);
    await stage.emit(() => stage.realtime.recheck({ stream }));
    await clients[1].frame((frame) => frame.op === 'unsubscribed' && frame.reason === reason);
    await stage.say(stream, 1);
    await clients[0].event('stage.line');
    await clients[1].settled();
    expect(linesOf(clients[1])).toEqual([]);
  });

  it('for one user in all streams', async () => {
    const [one, two] = [newStream(), newStream()];
    for (const client of clients) await client.subscribe(one, two);
    stage.policy.barred.set(keyOf(one, leaving), 'no');
    await stage.emit(() => stage.realtime.recheck({ user_id: leaving.id }));
    await clients[1].frame(({ op, stream }) => op === 'unsubscribed' && stream === one);
    await stage.say(two, 2);
    expect((await clients[1].event('stage.line')).stream).toBe(two);
  });

  it('also if it was just starting, and its access check was older than the change', async () => {
    const stream = newStream();
    let asked = 0;
    stage.policy.before = async () => {
      if (asked++) return;
      stage.policy.barred.set(keyOf(stream, leaving), 'no');
      await stage.emit(() => stage.realtime.recheck({ stream, user_id: leaving.id }));
      await sleep(50);
    };
    const [answer] = await clients[1].subscribe(stream);
    stage.policy.before = () => Promise.resolve();
    expect(answer).toMatchObject({ error: 'not_found' });
    expect(asked).toBe(2);
  });

  it('also during a replay', async () => {
    const stream = newStream();
    const [{ epoch }] = (await clients[1].subscribe(stream)) as any;
    await clients[1].ask({ op: 'unsubscribe', streams: [stream] });
    await stage.say(stream, 1, 2, 3);
    stage.policy.before = async () => {
      stage.policy.before = () => Promise.resolve();
      const left = { user_id: leaving.id, reason: 'banned' as const };
      await stage.emit(() => stage.realtime.emit(ACTOR_LEFT, stream, left, null));
      await stage.say(stream, 4);
    };
    await clients[1].subscribe({ stream, epoch, since: 0 });
    await clients[1].frame((frame) => frame.op === 'unsubscribed' && frame.reason === 'banned');
    await clients[1].settled();
    expect(linesOf(clients[1])).toEqual([1, 2, 3]);
  });
});
