import { EndLeftBroadcastsJob } from '../../src/community/broadcasts/end-left-broadcasts.job.js';
import { atOnce, tally } from '../account/at-once.js';
import { events, invalid, NOT_AUTHENTICATED, person, type Person, TIME, UNKNOWN } from '../social/people.js';
import { PASSWORD, TestService } from '../support/service.js';
import { ConnectionRecordsService } from '../../src/realtime/connections/connection-records.service.js';
import { awayLonger, connected, hostAway } from './away.js';
import { ID } from './direct-people.js';

let service: TestService;
let ann: Person;
let bob: Person;
beforeAll(async () => {
  service = await TestService.lease();
});
beforeEach(async () => {
  [ann, bob] = [await person(service), await person(service)];
});
afterAll(() => service.stop());

const PATH = '/v1/community/broadcast';
const start = async ({ client }: Person) => (await client.post(`${PATH}/start`).expect(200)).body.broadcast;
const stop = ({ client }: Person) => client.post(`${PATH}/stop`);
const join = ({ client }: Person, { id }: { id: string }) => client.post(`${PATH}/join`, { broadcast_id: id });
const live = async ({ client }: Person) => (await client.get(`${PATH}/live`).expect(200)).body.broadcasts;
const viewersOf = async (broadcast: { id: string }) =>
  (await live(bob)).find(({ id }: { id: string }) => id === broadcast.id).viewers_count;
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const block = (one: Person, { id }: Person) => one.client.put(`/v1/users/${id}/block`).expect(200);
const ask = async (statement: string, ...values: unknown[]) => (await service.database.query(statement, values)).rows;
const NOT_FOUND = { error: 'Broadcast not found' };

describe('POST /v1/community/broadcast/start', () => {
  it('goes live', async () => {
    const broadcast = await start(ann);
    expect(broadcast).toEqual({ id: ID, host_id: ann.id, status: 'live', started_at: TIME, ended_at: null });
    expect(await events(service, ann.id, 'broadcast.started')).toEqual([
      { broadcast_id: broadcast.id, host_id: ann.id },
    ]);
  });

  it('returns the same broadcast when it is repeated, or sent twenty times at once', async () => {
    const answers = await atOnce(20, () => ann.client.post(`${PATH}/start`));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await events(service, ann.id, 'broadcast.started')).toHaveLength(1);
  });

  it('makes another broadcast after the end of the first', async () => {
    const first = await start(ann);
    await stop(ann).expect(200);
    expect((await start(ann)).id).not.toBe(first.id);
  });

  it('repeats the answer for a repeated Idempotency-Key, also when the broadcast has ended', async () => {
    const keyed = ann.client.with({ 'idempotency-key': 'live' });
    const { body } = await keyed.post(`${PATH}/start`).expect(200);
    await stop(ann).expect(200);
    await keyed.post(`${PATH}/start`).expect(200, body);
  });
});

describe('POST /v1/community/broadcast/stop', () => {
  it('ends the live broadcast', async () => {
    const broadcast = await start(ann);
    const { body } = await stop(ann).expect(200);
    expect(body).toEqual({
      message: 'Broadcast ended',
      broadcast: { ...broadcast, status: 'ended', ended_at: TIME },
    });
    expect(idsOf(await live(bob))).not.toContain(broadcast.id);
  });

  it('is 404 when the caller has no live broadcast', async () => {
    await stop(ann).expect(404, { error: 'No live broadcast' });
    await start(ann);
    await stop(bob).expect(404, { error: 'No live broadcast' });
    const answers = await atOnce(10, () => stop(ann));
    expect(tally(answers)).toEqual({ 200: 1, 404: 9 });
    expect(await events(service, ann.id, 'broadcast.ended')).toHaveLength(1);
  });
});

describe('POST /v1/community/broadcast/join', () => {
  it('adds a viewer once', async () => {
    const broadcast = await start(ann);
    const { body } = await join(bob, broadcast).expect(200);
    expect(body).toEqual({ viewer: { broadcast_id: broadcast.id, user_id: bob.id, joined_at: TIME } });
    const answers = await atOnce(20, () => join(bob, { id: broadcast.id.toUpperCase() }));
    expect(tally(answers)).toEqual({ 200: 20 });
    for (const answer of answers) expect(answer.body).toEqual(body);
    expect(await events(service, bob.id, 'broadcast.joined')).toEqual([{ broadcast_id: broadcast.id }]);
    expect(await viewersOf(broadcast)).toBe(1);
  });

  it('counts thirty viewers who join at once', async () => {
    const broadcast = await start(ann);
    const people = await Promise.all(Array.from({ length: 30 }, () => person(service)));
    expect(tally(await Promise.all(people.map((one) => join(one, broadcast))))).toEqual({ 200: 30 });
    expect(await viewersOf(broadcast)).toBe(30);
  });

  it('does not deadlock when two hosts join each other at once', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 8 }, async () => [await person(service), await person(service)] as const),
    );
    const answers = await Promise.all(
      pairs.map(async ([one, other]) => {
        const [first, second] = [await start(one), await start(other)];
        return Promise.all([join(one, second), join(other, first)]);
      }),
    );
    expect(tally(answers.flat())).toEqual({ 200: 16 });
  });

  it('is 404 for an unknown broadcast, 409 for an ended one, 400 for a malformed id', async () => {
    await join(bob, { id: UNKNOWN }).expect(404, NOT_FOUND);
    const broadcast = await start(ann);
    await join(bob, broadcast).expect(200);
    await stop(ann).expect(200);
    await join(bob, broadcast).expect(409, { error: 'Broadcast has ended' });
    for (const broadcast_id of ['none', 5, null, undefined]) {
      const { body } = await bob.client.post(`${PATH}/join`, { broadcast_id }).expect(400);
      expect(body).toEqual(invalid('broadcast_id'));
    }
  });

  it('is 403 when either user blocks the other, and 404 when the host is banned', async () => {
    const broadcast = await start(ann);
    await block(bob, ann);
    await join(bob, broadcast).expect(403, { error: 'You cannot join this broadcast' });
    const cat = await person(service);
    await block(ann, cat);
    await join(cat, broadcast).expect(403, { error: 'You cannot join this broadcast' });
    await service.setStatus(ann.id, 'banned');
    await join(await person(service), broadcast).expect(404, NOT_FOUND);
    expect(await ask('SELECT FROM community.broadcast_viewers WHERE broadcast_id = $1', broadcast.id)).toEqual([]);
  });

  it('is refused after the end, also when both happen at once', async () => {
    const broadcast = await start(ann);
    const people = await Promise.all(Array.from({ length: 15 }, () => person(service)));
    const [, ...joined] = await Promise.all([stop(ann), ...people.map((one) => join(one, broadcast))]);
    const counts = tally(joined);
    expect((counts[200] ?? 0) + (counts[409] ?? 0)).toBe(15);
    const [{ count }] = await ask(
      `SELECT count(*)::int FROM community.broadcasts b JOIN community.broadcast_viewers v ON v.broadcast_id = b.id
       WHERE b.id = $1`,
      broadcast.id,
    );
    expect(count).toBe(counts[200] ?? 0);
  });
});

describe('GET /v1/community/broadcast/live', () => {
  it('lists the newest first, each with its host', async () => {
    await ann.client.patch('/v1/users/me', { first_name: 'Ann', username: 'ann_live' }).expect(200);
    const [first, second] = [await start(ann), await start(bob)];
    const shown = await live(await person(service));
    expect(idsOf(shown).slice(0, 2)).toEqual([second.id, first.id]);
    expect(shown[1]).toEqual({
      ...first,
      host: { id: ann.id, name: 'Ann', username: 'ann_live', avatar_url: null },
      viewers_count: 0,
    });
  });

  it('leaves out blocked and banned hosts, and broadcasts that have ended', async () => {
    const cat = await person(service);
    const [blocked, banned, ended] = [await start(ann), await start(bob), await start(cat)];
    const viewer = await person(service);
    await block(ann, viewer);
    await service.setStatus(bob.id, 'suspended');
    await stop(cat).expect(200);
    for (const { id } of [blocked, banned, ended]) expect(idsOf(await live(viewer))).not.toContain(id);
  });

  it('has pages', async () => {
    await ask(`UPDATE community.broadcasts SET status = 'ended', ended_at = now() WHERE status = 'live'`);
    const hosts = await Promise.all(Array.from({ length: 7 }, () => person(service)));
    for (const host of hosts) await start(host);
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: { body: any } = await bob.client
        .get(`${PATH}/live?limit=3${cursor && `&cursor=${cursor}`}`)
        .expect(200);
      ids.push(...idsOf(body.broadcasts));
      cursor = body.next_cursor;
    }
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(7);
    await bob.client.get(`${PATH}/live?limit=0`).expect(400, { error: 'Invalid limit' });
    await bob.client.get(`${PATH}/live?cursor=bogus`).expect(400, { error: 'Invalid cursor' });
  });
});

describe('a broadcast whose host is away', () => {
  const run = () => service.app.get(EndLeftBroadcastsJob, { strict: false }).run({});
  const away = (broadcast: { id: string }, minutes: number) => hostAway(service.database, broadcast, minutes);
  const passes = (minutes: number) => awayLonger(service.database, minutes);
  const statusOf = async ({ id }: { id: string }) =>
    (await ask('SELECT status FROM community.broadcasts WHERE id = $1', id))[0]?.status;

  it("ends five minutes after the host's last connection was closed", async () => {
    const [gone, back] = [await start(ann), await start(bob)];
    await away(gone, 5.02);
    await away(back, 4.5);
    await Promise.all([run(), run()]);
    expect([await statusOf(gone), await statusOf(back)]).toEqual(['ended', 'live']);
    const ended = await ask(
      `SELECT actor_id FROM events.domain_events WHERE type = 'broadcast.ended' AND data->>'broadcast_id' = $1`,
      gone.id,
    );
    expect(ended).toEqual([{ actor_id: null }]);
  });

  it('ends when the five minutes are over, and not at the next minute', async () => {
    await away(await start(ann), 2);
    await away(await start(bob), 2.5);
    await connected(service.database, bob.id);
    const due = `SELECT extract(epoch FROM start_after - left_at)::float8 AS seconds
      FROM jobs.job, realtime.departures WHERE user_id = $1
      AND name = 'community.end-left-broadcasts' AND start_after > now() + interval '1 minute'`;
    await service.app.get(ConnectionRecordsService).handleAllOffline();
    const [{ seconds }, ...more] = await ask(due, ann.id);
    expect([Math.floor(seconds), more]).toEqual([300, []]);
  });

  it('goes on while the host has a connection', async () => {
    const broadcast = await start(ann);
    await away(broadcast, 4);
    await connected(service.database, ann.id);
    await passes(20);
    await run();
    expect(await statusOf(broadcast)).toBe('live');
    await ask('DELETE FROM realtime.connections WHERE user_id = $1', ann.id);
    await run();
    expect(await statusOf(broadcast)).toBe('ended');
  });

  it('goes on for five minutes after the service has come back from a long stop', async () => {
    const broadcast = await start(ann);
    await away(broadcast, 4);
    await ask(`UPDATE realtime.uptime SET since = now() - interval '2 hours', seen_at = now() - interval '50 minutes'`);
    await passes(46);
    await run();
    expect(await statusOf(broadcast)).toBe('live');
    await service.app.get(ConnectionRecordsService).maintain();
    await run();
    expect(await statusOf(broadcast)).toBe('live');
    const [{ up }] = await ask('SELECT extract(epoch FROM now() - since)::int AS up FROM realtime.uptime');
    expect(up).toBeLessThan(10);
    await ask(`UPDATE realtime.uptime SET since = since - interval '5 minutes'`);
    await run();
    expect(await statusOf(broadcast)).toBe('ended');
  });

  it.each<[string, (one: Person, broadcast: { id: string }) => PromiseLike<unknown>]>([
    ['starts again', (one) => start(one)],
    ['lists live broadcasts', (one) => live(one)],
    ['joins', (one, broadcast) => join(one, broadcast)],
  ])('goes on when the host %s', async (_, call) => {
    const broadcast = await start(ann);
    await away(broadcast, 4);
    await call(ann, broadcast);
    await passes(2);
    await run();
    expect(await statusOf(broadcast)).toBe('live');
  });

  it("ends when the host is banned, and is deleted with the host's account", async () => {
    const broadcast = await start(ann);
    await service.setStatus(ann.id, 'banned');
    await run();
    expect(await statusOf(broadcast)).toBe('ended');
    const host = await service.account();
    const { id } = await start(host);
    await join(bob, { id }).expect(200);
    await host.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await events(service, host.id, 'broadcast.ended')).toHaveLength(1);
    expect(await ask('SELECT FROM community.broadcast_viewers WHERE broadcast_id = $1', id)).toEqual([]);
  });

  it("counts one viewer less when a viewer's account is deleted", async () => {
    const broadcast = await start(ann);
    const viewer = await service.account();
    await join(viewer, broadcast).expect(200);
    await viewer.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await viewersOf(broadcast)).toBe(0);
  });
});

it('needs authentication', async () => {
  const nobody = service.client();
  await nobody.get(`${PATH}/live?limit=0`).expect(401, NOT_AUTHENTICATED);
  for (const route of ['start', 'stop', 'join']) await nobody.post(`${PATH}/${route}`).expect(401, NOT_AUTHENTICATED);
});
