import { ConnectionRegistry } from '../../src/realtime/connections/connections.registry.js';
import { LogRetentionJob } from '../../src/realtime/log/log-retention.job.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { type Actor, newStream, Stage } from './stage.js';

let stage: Stage;
let actor: Actor;
let client: RealtimeClient;

beforeAll(async () => {
  stage = await Stage.start();
  actor = await stage.actor();
  client = await stage.connect(actor);
});
afterAll(async () => {
  await client.close();
  await stage.stop();
});

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const epochOf = async (stream: string) => (await client.subscribe(stream))[0]?.epoch as string;
const resyncOf = (stream: string) => client.frame((frame) => frame.op === 'resync' && frame.stream === stream);

const catchUp = async (stream: string, position = '', headers = { authorization: `Bearer ${actor.token}` }) =>
  stage.ask(`/v1/realtime/catch-up?stream=${stream}${position}`, headers);

it('replays missed events, then delivers new ones', async () => {
  const stream = newStream();
  const epoch = await epochOf(stream);
  await client.ask({ op: 'unsubscribe', streams: [stream] });
  await stage.say(stream, ...upTo(5));
  const [answer] = await client.subscribe({ stream, epoch, since: 2 });
  expect(answer).toMatchObject({ seq: 5, recovered: true });
  await stage.say(stream, 6);
  await client.event('stage.line', (event) => event.stream === stream && event.data.line === 6);
  expect(
    client
      .of('stage.line')
      .filter((event) => event.stream === stream)
      .map(({ seq }) => seq),
  ).toEqual([3, 4, 5, 6]);
});

it('moves a stream back that is already subscribed', async () => {
  const stream = newStream();
  const epoch = await epochOf(stream);
  await stage.say(stream, 1, 2, 3);
  await client.event('stage.line', (event) => event.stream === stream && event.seq === 3);
  const before = client.frames.length;
  await client.subscribe({ stream, epoch, since: 1 });
  await stage.say(stream, 4);
  await client.event('stage.line', (event) => event.stream === stream && event.seq === 4);
  const again = client.frames.slice(before).filter((frame) => frame.op === 'event' && frame.stream === stream);
  expect(again.map(({ seq }) => seq)).toEqual([2, 3, 4]);
});

describe('resyncs if the log cannot continue', () => {
  it('after another epoch, or a position beyond the head', async () => {
    for (const position of [{ epoch: 'other', since: 1 }, { since: 99 }]) {
      const stream = newStream();
      const epoch = await epochOf(stream);
      await stage.say(stream, 1, 2, 3);
      const [answer] = await client.subscribe({ stream, epoch, ...position });
      expect(answer).toMatchObject({ epoch, seq: 3, recovered: false });
      expect(await resyncOf(stream)).toEqual({ op: 'resync', stream, epoch, seq: 3, reason: 'epoch' });
      const asked = await catchUp(stream, `&epoch=${position.epoch ?? epoch}&since=${position.since}`);
      expect(asked.body).toEqual({ events: [], next_seq: 3, epoch, resync: 'epoch' });
    }
  });

  it('after the retention time', async () => {
    const stream = newStream();
    const epoch = await epochOf(stream);
    await stage.say(stream, 1, 2, 3);
    await stage.pool.query('DELETE FROM realtime.events WHERE stream = $1 AND seq < 3', [stream]);
    const [answer] = await client.subscribe({ stream, epoch, since: 1 });
    expect(answer).toMatchObject({ recovered: false, seq: 3 });
    expect(await resyncOf(stream)).toMatchObject({ reason: 'expired', seq: 3 });
    expect((await catchUp(stream, `&epoch=${epoch}&since=1`)).body).toEqual({
      events: [],
      next_seq: 3,
      epoch,
      resync: 'expired',
    });
    const [kept] = await client.subscribe({ stream, epoch, since: 2 });
    expect(kept).toMatchObject({ recovered: true });
  });

  it('after more than five hundred events, which catch-up returns page by page', async () => {
    const stream = newStream();
    const epoch = await epochOf(stream);
    await stage.pool.query(
      `INSERT INTO realtime.events (stream, seq, type, data)
       SELECT $1, n, 'stage.line', json_build_object('line', n) FROM generate_series(1, 502) n`,
      [stream],
    );
    await stage.pool.query('INSERT INTO realtime.heads (stream, epoch, last_seq) VALUES ($1, $2, 502)', [
      stream,
      epoch,
    ]);
    const [all] = await client.subscribe({ stream, epoch, since: 2 });
    expect(all).toMatchObject({ recovered: true, seq: 502 });
    const [answer] = await client.subscribe({ stream, epoch, since: 1 });
    expect(answer).toMatchObject({ recovered: false, seq: 502 });
    expect(await resyncOf(stream)).toMatchObject({ reason: 'too_many', seq: 502 });
    const lines: number[] = [];
    for (let since = 1; ;) {
      const { body } = await catchUp(stream, `&epoch=${epoch}&since=${since}&limit=200`);
      if (!body.events.length) break;
      lines.push(...body.events.map((event: any) => event.data.line));
      since = body.next_seq;
    }
    expect(lines).toEqual(upTo(502).slice(1));
  });
});

it('purges streams that are silent for a month, and starts a new epoch for them', async () => {
  const stream = newStream();
  const epoch = await epochOf(stream);
  await stage.say(stream, 1);
  const month = `now() - interval '31 days'`;
  await stage.pool.query(`UPDATE realtime.heads SET moved_at = ${month}, epoch = 'old' WHERE stream = $1`, [stream]);
  await stage.get(LogRetentionJob).run();
  const [answer] = await client.subscribe({ stream, epoch: 'old', since: 1 });
  expect(answer).toMatchObject({ recovered: false, seq: 0, epoch });
  expect(await resyncOf(stream)).toMatchObject({ reason: 'epoch' });
});

it('starts new epochs if the database is a copy', async () => {
  const stream = newStream();
  const epoch = await epochOf(stream);
  await stage.say(stream, 1, 2);
  await client.event('stage.line', (event) => event.stream === stream && event.seq === 2);
  await stage.pool.query(`UPDATE realtime.origin SET identity = 'the one before'`);
  await stage.pool.query('SELECT realtime.settle()');
  await stage.say(stream, 3);
  const resync = await resyncOf(stream);
  expect(resync).toMatchObject({ reason: 'epoch', seq: expect.any(Number) });
  expect(resync.epoch).not.toBe(epoch);
  await stage.say(stream, 4);
  await client.event('stage.line', (event) => event.stream === stream && event.data.line === 4);
  await client.subscribe(`user:${actor.id}`);
});

it('keeps partitions of the next days, and drops old ones', async () => {
  await stage.pool.query(
    `CREATE TABLE realtime.events_20200101 PARTITION OF realtime.events
     FOR VALUES FROM ('2020-01-01 00:00Z') TO ('2020-01-02 00:00Z')`,
  );
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  await stage.get(LogRetentionJob).run();
  const { rows } = await stage.pool.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'realtime.events'::regclass`,
  );
  const names = rows.map(({ name }) => name);
  expect(names).not.toContain('realtime.events_20200101');
  expect(names).toContain(`realtime.events_${inAWeek}`);
});

it('repairs an event that the server lost, by the positions frame', async () => {
  const stream = newStream();
  await client.subscribe(stream);
  const connections = [...stage.get(ConnectionRegistry).listByUser(actor.id)];
  for (const connection of connections) connection.streams.get(stream)?.subscribers.delete(connection);
  await stage.say(stream, 1, 2);
  for (const connection of connections) connection.positionsAt -= 30_000;
  await client.event('stage.line', (event) => event.stream === stream && event.seq === 2);
  const positions = client.frames.findLast(({ op }) => op === 'positions');
  expect(positions?.positions).toMatchObject({ [stream]: 2 });
  client.expectSound();
});

describe('GET /v1/realtime/catch-up', () => {
  it('returns the head without a position', async () => {
    const stream = newStream();
    const epoch = await epochOf(stream);
    await stage.say(stream, 1, 2);
    expect((await catchUp(stream)).body).toEqual({ events: [], next_seq: 2, epoch, resync: null });
  });

  it('returns events as the socket does', async () => {
    const stream = newStream();
    const epoch = await epochOf(stream);
    await stage.say(stream, 1, 2);
    await client.event('stage.line', (event) => event.stream === stream && event.seq === 2);
    const { body } = await catchUp(stream, `&epoch=${epoch}&since=0`);
    const { events, ...rest } = body;
    expect(rest).toEqual({ next_seq: 2, epoch, resync: null });
    expect(events.map((event: object) => ({ op: 'event', ...event }))).toEqual(
      client.of('stage.line').filter((event) => event.stream === stream),
    );
  });

  it.each([
    ['', 400, 'Validation error'],
    ['?stream=user:1&epoch=x', 400, 'Validation error'],
    ['?stream=user:1&since=1', 400, 'Validation error'],
    ['?stream=user:1&epoch=x&since=-1', 400, 'Validation error'],
    ['?stream=user:1&epoch=x&since=1.5', 400, 'Validation error'],
    ['?stream=user:1&epoch=x&since=one', 400, 'Validation error'],
    ['?stream=user:1&limit=0', 400, 'Invalid limit'],
    ['?stream=user:1&limit=abc', 400, 'Invalid limit'],
    ['?stream=user:1', 404, 'Stream not found'],
    ['?stream=nonsense', 404, 'Stream not found'],
    ['?stream=control', 404, 'Stream not found'],
    ['?stream=user:1&token=x', 400, 'Credentials do not belong in the address'],
  ])('%s is %d %s', async (query, status, error) => {
    const headers = { authorization: `Bearer ${actor.token}` };
    const answer = await stage.ask(`/v1/realtime/catch-up${query}`, headers);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it('accepts credentials only in a header', async () => {
    const answer = await stage.ask(`/v1/realtime/catch-up?stream=user:${actor.id}&ticket=x`);
    expect([answer.status, answer.body]).toEqual([401, { error: 'Not authenticated' }]);
  });

  it('tells banned users, and hides the stream from others', async () => {
    const stream = newStream();
    const key = `${stream.slice('stage:'.length)} ${actor.id}`;
    stage.policy.barred.set(key, 'banned');
    expect((await catchUp(stream)).status).toBe(403);
    stage.policy.barred.set(key, 'no');
    expect((await catchUp(stream)).status).toBe(404);
  });
});
