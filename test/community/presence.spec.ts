import { EndForgottenCallsJob } from '../../src/community/calls/end-calls.job.js';
import { PresenceOfflineExtension } from '../../src/community/presence/presence.extension.js';
import { ThrottleService } from '../../src/realtime/throttle.service.js';
import { PresenceSource } from '../../src/realtime/extension-points.js';
import { ExtensionsService } from '../../src/platform/extensions.service.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { atOnce, tally } from '../account/at-once.js';
import { invalid, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN } from '../social/people.js';
import { eventually, PASSWORD, TestService } from '../support/service.js';
import { connected, leftAgo } from './away.js';
import { block, type Hinted, hints, told as heardOf } from './direct-people.js';

let service: TestService;
let ann: Person;
let bob: Person;
let heard: Hinted[];
let keeper: PresenceSource;
beforeAll(async () => {
  service = await TestService.lease();
  heard = hints(service, 'presence');
  keeper = service.app.get(ExtensionsService).one(PresenceSource).value;
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

const set = ({ client }: Person, body: object = {}) => client.post('/v1/community/presence', body);
const of = async ({ client }: Person, id: string) =>
  (await client.get(`/v1/community/presence/${id}`).expect(200)).body;
const OFFLINE = { status: 'offline' };
const told = ({ id }: { id: string }) => heard.filter(({ stream }) => stream === `presence:${id}`);

describe('POST /v1/community/presence', () => {
  it('sets the given status, by default online', async () => {
    const { body } = await set(ann).expect(200);
    const online = { user_id: ann.id, status: 'online', last_seen: TIME };
    expect(body).toEqual({ presence: online });
    expect(await of(bob, ann.id)).toEqual(body.presence);
    for (const status of ['away', 'dnd', 'online']) {
      await set(ann, { status }).expect(200);
      expect(await of(bob, ann.id.toUpperCase())).toEqual({ ...online, status });
    }
    const { rows } = await service.database.query('SELECT count(*)::int FROM community.presence WHERE user_id = $1', [
      ann.id,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('hides last_seen from others when the user chose to be offline', async () => {
    const { body } = await set(ann, { status: 'offline' }).expect(200);
    expect(body.presence).toEqual({ user_id: ann.id, status: 'offline', last_seen: TIME });
    expect(await of(ann, ann.id)).toEqual(body.presence);
    expect(await of(bob, ann.id)).toEqual({ ...body.presence, last_seen: null });
    expect(told(ann)[0]?.data.last_seen).toBe(null);
    await set(ann).expect(200);
    expect((await of(bob, ann.id)).last_seen).toEqual(TIME);
  });

  it('needs one of the four statuses and authentication', async () => {
    for (const status of [null, '', 'busy', 'Online', 1, ['online']])
      expect((await set(ann, { status }).expect(400)).body).toEqual(invalid('status'));
    await service.client().post('/v1/community/presence', {}).expect(401, NOT_AUTHENTICATED);
    expect(await of(bob, ann.id)).toEqual(OFFLINE);
  });

  it('keeps one row with the latest time for twenty requests at once', async () => {
    const answers = await atOnce(20, (n) => set(ann, { status: n % 2 ? 'online' : 'away' }));
    expect(tally(answers)).toEqual({ 200: 20 });
    const latest = answers
      .map(({ body }) => body.presence.last_seen as string)
      .sort()
      .at(-1);
    expect((await of(bob, ann.id)).last_seen).toBe(latest);
  });
});

describe('GET /v1/community/presence/{userId}', () => {
  it('is the same for users without presence, blocked users, unknown ids and malformed ids', async () => {
    expect(await of(ann, bob.id)).toEqual(OFFLINE);
    await set(bob).expect(200);
    await block(bob, ann);
    expect(await of(ann, bob.id)).toEqual(OFFLINE);
    await set(ann).expect(200);
    expect(await of(bob, ann.id)).toEqual(OFFLINE);
    for (const id of [UNKNOWN, 'x', '1']) expect(await of(ann, id)).toEqual(OFFLINE);
    await service.client().get(`/v1/community/presence/${ann.id}`).expect(401, NOT_AUTHENTICATED);
  });
});

describe('watchers', () => {
  it('receive the first change at once, and then every five seconds the last state only', async () => {
    const { body } = await set(ann, { status: 'dnd' }).expect(200);
    const event = { stream: `presence:${ann.id}`, type: 'presence', actor_id: ann.id };
    expect(told(ann)).toEqual([{ ...event, data: body.presence }]);
    for (const status of ['away', 'online', 'away']) await set(ann, { status }).expect(200);
    await set(bob).expect(200);
    expect([told(ann).length, told(bob).length]).toEqual([1, 1]);
    await eventually(async () => expect(told(ann)).toHaveLength(2));
    expect(told(ann)[1]).toEqual({ ...event, data: await of(bob, ann.id) });
  });

  it('receive that a user went offline, and when, unless the user had chosen to be offline', async () => {
    const [cat, dan] = [await person(service), await person(service)];
    await service.database.query(
      `INSERT INTO community.presence (user_id, status, last_seen, is_hidden) VALUES
         ($1, 'dnd', now() - interval '1 hour', false), ($2, 'offline', now() - interval '1 hour', true)`,
      [ann.id, bob.id],
    );
    const { presence } = (await set(dan).expect(200)).body;
    const left_at = new Date(Date.now() - 600_000);
    const left = (...people: Person[]) =>
      service.app.get(PresenceOfflineExtension).departed(people.map(({ id }) => ({ user_id: id, left_at })));
    await service.app.get(DatabaseService).transaction(() => left(ann, bob, cat, dan));
    const gone = { user_id: ann.id, status: 'offline', last_seen: left_at.toISOString() };
    expect(told(ann)).toEqual([{ stream: `presence:${ann.id}`, type: 'presence', actor_id: null, data: gone }]);
    expect([told(bob), told(cat)]).toEqual([[], []]);
    expect(await of(cat, ann.id)).toEqual(gone);
    expect((await of(cat, bob.id)).last_seen).toBe(null);
    // Dan has made a request since.
    expect(await of(cat, dan.id)).toEqual({ ...presence, status: 'offline' });
    await service.app.get(DatabaseService).transaction(() => left(ann));
    expect(await of(cat, cat.id)).toEqual(OFFLINE);
  });

  it('see no more than a GET shows, in the order of the given ids', async () => {
    const cat = await person(service);
    await set(bob, { status: 'away' }).expect(200);
    await set(cat).expect(200);
    await block(cat, ann);
    const unseen = (user_id: string) => ({ user_id, status: 'offline', last_seen: null });
    expect(await keeper.of([cat.id, UNKNOWN, bob.id, ann.id, 'x'], ann.id)).toEqual([
      unseen(cat.id),
      unseen(UNKNOWN),
      { user_id: bob.id, status: 'away', last_seen: TIME },
      unseen(ann.id),
      unseen('x'),
    ]);
    expect(await keeper.of([], ann.id)).toEqual([]);
    expect(await keeper.watchable([cat.id, UNKNOWN, bob.id, 'x'], ann.id)).toEqual([bob.id]);
  });

  it('receive that a deleted account is offline', async () => {
    const account = await service.account();
    await account.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(told(account).map(({ data }) => data)).toEqual([
      { user_id: account.id, status: 'offline', last_seen: null },
    ]);
    expect(await of(ann, account.id)).toEqual(OFFLINE);
  });
});

describe('a call that nobody leaves', () => {
  const run = () => service.app.get(EndForgottenCallsJob).run();
  const away = ({ id }: Person, hours: number) => leftAgo(service.database, id, hours * 60);
  const statusOf = async ({ id }: { id: string }) =>
    (await service.database.query('SELECT status FROM community.calls WHERE id = $1', [id])).rows[0].status;
  /** Makes a call that started that many hours ago. */
  async function since(one: Person, other: Person, hours: number): Promise<{ id: string }> {
    const call = (which: Person, what: string, body: object) =>
      which.client.post(`/v1/community/calls/${what}`, body).expect(200);
    const { id: call_id } = (await call(one, 'start', { target_id: other.id, type: 'voice' })).body.call;
    await call(other, 'join', { call_id });
    const begun = `UPDATE community.calls SET created_at = now() - $2 * interval '1 hour' WHERE id = $1`;
    await service.database.query(begun, [call_id, hours]);
    return { id: call_id };
  }

  it('ends when neither participant had a connection for twelve hours', async () => {
    const cat = await person(service);
    const calls = [await since(ann, bob, 12.1), await since(cat, ann, 30), await since(bob, ann, 11.9)];
    const statuses = () => Promise.all(calls.map(statusOf));
    await away(ann, 12.1);
    await away(bob, 11.9);
    await run();
    expect(await statuses()).toEqual(['active', 'ended', 'active']);
    await away(bob, 13);
    await Promise.all([run(), run()]);
    expect(await statuses()).toEqual(['ended', 'ended', 'active']);
    const ended = await heardOf(service, bob, 'call.ended');
    expect(ended).toMatchObject([
      { actor_id: null, data: { call: { id: calls[0]?.id, status: 'ended' }, reason: 'hangup' } },
    ]);
  });

  it('goes on while one participant has a connection', async () => {
    const call = await since(ann, bob, 20);
    await away(bob, 11);
    await connected(service.database, bob.id);
    await service.database.query(`UPDATE realtime.departures SET left_at = left_at - interval '9 hours'`);
    await run();
    expect(await statusOf(call)).toBe('active');
  });
});

describe('ThrottleService', () => {
  /** Longer than a busy machine needs for the steps that have to be within a pause. */
  const PAUSE_MS = 1_000;

  it('sends the first at once and the last always, after the COMMIT and separately for each key', async () => {
    const database = service.app.get(DatabaseService);
    const atMost = new ThrottleService(database);
    const sent: string[] = [];
    const say = (key: string, what: string) =>
      atMost.atMost(key, PAUSE_MS, () => {
        expect(database.inTransaction()).toBe(false);
        sent.push(what);
      });
    const until = (what: string) =>
      eventually(() => (sent.at(-1) === what ? Promise.resolve() : Promise.reject(new Error(`no ${what}`))));
    await database.transaction(() => {
      say('a', 'a1');
      expect(sent).toEqual([]);
      return Promise.resolve();
    });
    await database.transaction(() => Promise.reject(say('a', 'never'))).catch(() => undefined);
    for (const what of ['a2', 'a3']) say('a', what);
    say('b', 'b1');
    expect(sent).toEqual(['a1', 'b1']);
    await until('a3');
    say('a', 'a4');
    expect(sent).toEqual(['a1', 'b1', 'a3']);
    await until('a4');
    // The pause of b began before that of a3, so it has ended.
    say('b', 'b2');
    expect(sent).toEqual(['a1', 'b1', 'a3', 'a4', 'b2']);
    say('a', 'a5');
    atMost.onApplicationShutdown();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS + 50));
    expect(sent).toHaveLength(5);
  });
});
