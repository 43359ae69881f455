import { EndLeftBroadcastsJob } from '../../src/community/broadcasts/end-left-broadcasts.job.js';
import { person, type Person } from '../social/people.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { TestService } from '../support/service.js';
import { written } from '../realtime/listening.js';
import { hostAway, upForAnHour } from './away.js';

let service: TestService;
let host: Person;
let fan: Person;
const open: RealtimeClient[] = [];
beforeAll(async () => {
  service = await TestService.lease();
});
beforeEach(async () => {
  [host, fan] = [await person(service), await person(service)];
  await fan.client.post('/v1/follow', { user_id: host.id }).expect(201);
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});
afterAll(() => service.stop());

const PATH = '/v1/community/broadcast';
const start = async () => (await host.client.post(`${PATH}/start`).expect(200)).body.broadcast;
const stop = async () => (await host.client.post(`${PATH}/stop`).expect(200)).body.broadcast;
const join = ({ client }: Person, { id }: { id: string }) =>
  client.post(`${PATH}/join`, { broadcast_id: id }).expect(200);
async function listen({ client }: Person): Promise<RealtimeClient> {
  const listener = await RealtimeClient.connect(service.url, { headers: client.headers });
  open.push(listener);
  return listener;
}

describe('a broadcast', () => {
  it('is sent to the connected followers of its host as a hint', async () => {
    const [near, stranger] = [await listen(fan), await listen(await person(service))];
    await written(service, fan);
    const broadcast = await start();
    const started = await near.event('broadcast.started');
    expect(started).toMatchObject({ stream: `user:${fan.id}`, actor_id: host.id, data: { broadcast } });
    expect(started).not.toHaveProperty('seq');
    expect(Object.keys(started.data)).toEqual(['broadcast']);
    const ended = await stop();
    expect(await near.event('broadcast.ended')).toMatchObject({ data: { broadcast: ended } });
    await stranger.settled();
    expect(stranger.events).toEqual([]);
  });

  it('has a stream that only its host and its viewers may read', async () => {
    const broadcast = await start();
    const stream = `broadcast:${broadcast.id}`;
    const blocked = await person(service);
    await join(blocked, broadcast);
    await join(fan, broadcast);
    await host.client.put(`/v1/users/${blocked.id}/block`).expect(200);
    const [own, viewer] = [await listen(host), await listen(fan)];
    for (const client of [own, viewer])
      expect(await client.subscribe(stream)).toMatchObject([{ stream, recovered: false }]);
    for (const other of [blocked, await person(service, 'admin')]) {
      const client = await listen(other);
      expect(await client.subscribe(stream, 'broadcast:none')).toMatchObject([
        { error: 'not_found' },
        { error: 'not_found' },
      ]);
    }
    const ended = await stop();
    for (const client of [own, viewer]) {
      const event = await client.event('broadcast.ended', (one) => one.stream === stream);
      expect(event).toMatchObject({ seq: expect.any(Number), actor_id: host.id, data: { broadcast: ended } });
    }
  });

  it('ends the stream of a viewer whom its host blocks', async () => {
    const broadcast = await start();
    const stream = `broadcast:${broadcast.id}`;
    await join(fan, broadcast);
    const viewer = await listen(fan);
    await viewer.subscribe(stream);
    await host.client.put(`/v1/users/${fan.id.toUpperCase()}/block`).expect(200);
    expect(await viewer.frame(({ op }) => op === 'unsubscribed')).toMatchObject({ stream, reason: 'access' });
  });

  it('writes its start into the realtime log', async () => {
    const broadcast = await start();
    const { rows } = await service.database.query(
      'SELECT type, actor_id, data FROM realtime.events WHERE stream = $1 ORDER BY seq',
      [`broadcast:${broadcast.id}`],
    );
    expect(rows).toEqual([{ type: 'broadcast.started', actor_id: host.id, data: { broadcast } }]);
  });

  it('sends the count of viewers: the first at once, the last always, at most one in five seconds', async () => {
    const broadcast = await start();
    const own = await listen(host);
    await own.subscribe(`broadcast:${broadcast.id}`);
    for (const viewer of [fan, fan, await person(service), await person(service)]) await join(viewer, broadcast);
    const first = await own.event('broadcast.viewers');
    expect(first).toMatchObject({ actor_id: null, data: { broadcast_id: broadcast.id } });
    const last = await own.event('broadcast.viewers', ({ data }) => data.count === 3);
    expect(last).toMatchObject({ actor_id: null, data: { broadcast_id: broadcast.id } });
    const moments = own.of('broadcast.viewers').map(({ at }) => Date.parse(at));
    // Two, but for a machine that takes more than the five seconds to let all of them join.
    const gaps = moments.slice(1).map((at, n) => at - (moments[n] as number));
    expect(gaps.length).toBeGreaterThan(0);
    // The count is read when it is sent, so a slow first read must not shorten the pause.
    for (const gap of gaps) expect(gap).toBeGreaterThan(3_000);
  });

  it('that ends because its host was away has no actor', async () => {
    const broadcast = await start();
    await join(fan, broadcast);
    const viewer = await listen(fan);
    await viewer.subscribe(`broadcast:${broadcast.id}`);
    await hostAway(service.database, broadcast, 6);
    await service.app.get(EndLeftBroadcastsJob, { strict: false }).run({});
    expect(await viewer.event('broadcast.ended')).toMatchObject({
      actor_id: null,
      data: { broadcast: { id: broadcast.id, status: 'ended' } },
    });
  });

  it('goes on while its host is connected', async () => {
    const broadcast = await start();
    await listen(host);
    await written(service, host);
    await upForAnHour(service.database);
    const gone = `UPDATE community.broadcasts SET host_seen_at = now() - interval '6 minutes' WHERE id = $1`;
    await service.database.query(gone, [broadcast.id]);
    await service.app.get(EndLeftBroadcastsJob, { strict: false }).run({});
    const { body } = await fan.client.get(`${PATH}/live`).expect(200);
    expect(body.broadcasts.map(({ id }: { id: string }) => id)).toContain(broadcast.id);
  });
});
