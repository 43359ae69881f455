import { randomUUID } from 'node:crypto';
import { ConnectionRecordsJob } from '../../src/realtime/connections/connection-records.job.js';
import { ConnectionRecordsService } from '../../src/realtime/connections/connection-records.service.js';
import { eventually } from '../support/service.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { beside } from './instances.js';
import { type Actor, Stage } from './stage.js';

let one: Stage;
let other: Stage;
let actor: Actor;

beforeAll(async () => {
  one = await Stage.start();
  other = await beside(one);
});
beforeEach(async () => {
  actor = await one.actor();
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

const rowsOf = async ({ id }: Actor) => {
  const sql = 'SELECT * FROM realtime.connections WHERE user_id = $1 ORDER BY opened_at, id';
  return (await one.pool.query(sql, [id])).rows;
};
const expectRows = (count: number) => eventually(async () => expect(await rowsOf(actor)).toHaveLength(count));

const presenceOf = async (client: RealtimeClient, { id }: Actor) =>
  (await client.ask({ op: 'watch', user_ids: [id] }))[0]?.presences[0];

it('has the connections of all processes', async () => {
  const clients = [await one.connect(actor), await other.connect(actor)];
  await expectRows(2);
  const [row] = await rowsOf(actor);
  expect(row).toMatchObject({ session_id: expect.any(String), key_id: null, replaced: false });
  for (const client of clients) await client.close();
  await expectRows(0);
});

it('limits the connections of a user over all processes: the oldest is closed', async () => {
  const oldest = await other.connect(actor);
  await expectRows(1);
  const clients: RealtimeClient[] = [];
  for (let at = 0; at < 10; at++) clients.push(await one.connect(actor));
  expect(await oldest.closing()).toBe(4409);
  expect(oldest.frames.at(-1)).toEqual({ op: 'bye', code: 4409, retry_after_ms: null });
  for (const client of clients) await client.settled();
  await expectRows(10);
  for (const client of clients) await client.close();
});

it('closes only the oldest, however quickly they connect', async () => {
  const clients: RealtimeClient[] = [];
  for (let at = 0; at < 14; at++) clients.push(await one.connect(actor));
  for (const oldest of clients.slice(0, 4)) expect(await oldest.closing()).toBe(4409);
  await expectRows(10);
  await one.get(ConnectionRecordsService).tick(Date.now());
  for (const client of clients.slice(4)) await client.settled();
  for (const client of clients) await client.close();
});

/** Of what waits for a lock, the writing of new connections; both processes also read the table every second. */
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  AND query LIKE '%INSERT INTO realtime.connections%' AND pid <> pg_backend_pid()`;

const leftAt = async ({ id }: Actor): Promise<Date | undefined> => {
  const sql = 'SELECT left_at FROM realtime.departures WHERE user_id = $1';
  return (await one.pool.query(sql, [id])).rows[0]?.left_at;
};
const expectLeft = (who: Actor) =>
  eventually(async () => expect(await leftAt(who)).toBeInstanceOf(Date)).then(() => leftAt(who) as Promise<Date>);

it('records when the last connection of a user was closed, even if it is written late', async () => {
  const client = await one.connect(actor);
  await expectRows(1);
  const locking = await one.pool.connect();
  await locking.query('BEGIN; LOCK TABLE realtime.connections');
  // The row of this connection is locked, which delays the rows after it.
  const held = await one.connect(await one.actor());
  await eventually(async () => expect((await one.pool.query(WAITING)).rowCount).toBe(1));
  const before = Date.now();
  await client.close();
  const closed = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await locking.query('COMMIT');
  locking.release();
  const at = (await expectLeft(actor)).getTime();
  expect(at).toBeGreaterThan(before - 1_000);
  expect(at).toBeLessThan(closed + 1_000);
  await held.close();
});

it('records users whose last connections were closed in two processes at once', async () => {
  const actors = await Promise.all(Array.from({ length: 8 }, () => one.actor()));
  const clients = await Promise.all(actors.flatMap((each) => [one.connect(each), other.connect(each)]));
  const open = () => one.pool.query('SELECT FROM realtime.connections').then(({ rowCount }) => rowCount);
  await eventually(async () => expect(await open()).toBe(16));
  // Both transactions delete before either commits, so each still sees the row of the other.
  const locking = await one.pool.connect();
  await locking.query('BEGIN; LOCK TABLE realtime.connections IN SHARE MODE');
  await Promise.all(clients.map((client) => client.close()));
  await new Promise((resolve) => setTimeout(resolve, 500));
  await locking.query('COMMIT');
  locking.release();
  await eventually(async () => expect(await open()).toBe(0));
  for (const each of actors) await expectLeft(each);
});

it('removes the connections of a dead process; their users left when it last renewed its row', async () => {
  const dead = randomUUID();
  const seen = new Date(Date.now() - 50_000);
  await one.pool.query(`INSERT INTO realtime.instances VALUES ($1, $2)`, [dead, seen]);
  await one.pool.query(`INSERT INTO realtime.connections (id, instance, user_id) VALUES ('c_dead', $1, $2)`, [
    dead,
    actor.id,
  ]);
  // By the job, as no client may connect again.
  await one.get(ConnectionRecordsJob).run();
  await expectRows(0);
  expect(await leftAt(actor)).toEqual(seen);
});

it('deletes departures after a day', async () => {
  const sql = `INSERT INTO realtime.departures (user_id, left_at, told) VALUES ($1, now() - $2 * interval '1 hour', true)`;
  const second = await one.actor();
  await one.pool.query(sql, [actor.id, 25]);
  await one.pool.query(sql, [second.id, 23]);
  await one.get(ConnectionRecordsJob).run();
  expect([await leftAt(actor), await leftAt(second)]).toEqual([undefined, expect.any(Date)]);
});

it('is written again if the process was taken for dead', async () => {
  const client = await one.connect(actor);
  await expectRows(1);
  await one.pool.query('DELETE FROM realtime.instances');
  for (const stage of [one, other]) (stage.get(ConnectionRecordsService) as any).renewedAt = 1;
  await expectRows(1);
  await client.close();
});

describe('presence', () => {
  let watcher: RealtimeClient;

  beforeEach(async () => {
    watcher = await one.connect(await one.actor());
  });
  afterEach(() => watcher.close());

  it('is sent to its watchers until they watch others', async () => {
    expect(await presenceOf(watcher, actor)).toEqual({
      user_id: actor.id,
      status: 'offline',
      last_seen: null,
    });
    const client = await one.connect(actor);
    const [reply] = await client.ask({ op: 'presence', status: 'dnd' });
    expect(reply).toMatchObject({ op: 'reply', ok: true });
    const { data, stream } = await watcher.event('presence');
    expect([stream, data]).toEqual([
      `presence:${actor.id}`,
      { user_id: actor.id, status: 'dnd', last_seen: expect.any(String) },
    ]);
    expect(await presenceOf(watcher, actor)).toMatchObject({ status: 'dnd' });
    await watcher.ask({ op: 'watch', user_ids: [] });
    await client.ask({ op: 'presence', status: 'away' });
    await watcher.settled();
    expect(watcher.of('presence')).toHaveLength(1);
    await client.close();
  });

  it('is sent for all added users, in upper or lower case, until others replace them', async () => {
    const second = await one.actor();
    const say = ({ token }: Actor) =>
      one.post('/v1/community/presence', { status: 'dnd' }, { authorization: `Bearer ${token}` });
    await presenceOf(watcher, actor);
    const user_ids = [second.id.toUpperCase()];
    const [{ presences }] = (await watcher.ask({ op: 'watch', user_ids, add: true })) as [any];
    expect(presences).toEqual([{ user_id: second.id, status: 'offline', last_seen: null }]);
    for (const each of [actor, second]) {
      await say(each);
      await watcher.event('presence', ({ data }) => data.user_id === each.id);
    }
    await watcher.ask({ op: 'watch', user_ids: [] });
    const third = await one.actor();
    await watcher.ask({ op: 'watch', user_ids: [third.id] });
    expect(await presenceOf(watcher, second)).toMatchObject({ status: 'dnd' });
  });

  it('is not sent to blocked users, also if the block is new', async () => {
    const blocked = await one.actor();
    const client = await one.connect(blocked);
    await presenceOf(client, actor);
    await presenceOf(watcher, actor);
    const headers = { authorization: `Bearer ${actor.token}` };
    await one.ask(`/v1/users/${blocked.id}/block`, headers, 'PUT');
    await one.emit(() => one.realtime.recheck({ user_id: actor.id }));
    await one.post('/v1/community/presence', { status: 'away' }, headers);
    await watcher.event('presence');
    await client.settled();
    const shown = client.of('presence').map(({ data }) => data);
    for (const data of shown) expect(data).toEqual({ user_id: actor.id, status: 'offline', last_seen: null });
    expect(await presenceOf(client, actor)).toMatchObject({ status: 'offline', last_seen: null });
    await client.close();
  });

  it('turns to offline a minute after the last connection closed, unless there is a new one', async () => {
    const clients = [await one.connect(actor), await one.connect(actor)];
    await clients[0]?.ask({ op: 'presence' });
    expect(await presenceOf(watcher, actor)).toMatchObject({ status: 'online' });
    await clients[0]?.close();
    await expectRows(1);
    await one.get(ConnectionRecordsService).handleAllOffline(0);
    expect(await presenceOf(watcher, actor)).toMatchObject({ status: 'online' });
    await clients[1]?.close();
    await expectRows(0);
    const back = await one.connect(actor);
    await expectRows(1);
    await one.get(ConnectionRecordsService).handleAllOffline(0);
    expect(await presenceOf(watcher, actor)).toMatchObject({ status: 'online' });
    await back.close();
    await expectRows(0);
    await one.get(ConnectionRecordsService).handleAllOffline();
    expect(await presenceOf(watcher, actor)).toMatchObject({ status: 'online' });
    const left = await expectLeft(actor);
    await one.get(ConnectionRecordsService).handleAllOffline(0);
    await eventually(async () =>
      expect(await presenceOf(watcher, actor)).toMatchObject({
        status: 'offline',
        last_seen: left.toISOString(),
      }),
    );
  });

  it('is accepted at most five times in thirty seconds', async () => {
    const client = await one.connect(actor);
    for (let said = 0; said < 5; said++) {
      expect(await client.ask({ op: 'presence', status: 'away' })).toMatchObject([{ ok: true }]);
    }
    const [reply] = await client.ask({ op: 'presence', status: 'online' });
    expect(reply).toMatchObject({ ok: false, error: 'rate_limited', retry_after_ms: expect.any(Number) });
    await client.close();
  });
});
