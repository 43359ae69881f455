import { DatabaseService } from '../../src/platform/database/database.service.js';
import { ConnectionRegistry } from '../../src/realtime/connections/connections.registry.js';
import { eventually } from '../support/service.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { type Actor, newStream, Stage } from './stage.js';

let stage: Stage;
let actor: Actor;

beforeAll(async () => {
  stage = await Stage.start();
  actor = await stage.actor();
});
afterAll(() => stage.stop());

describe('what closes a socket', () => {
  it.each([
    ['no JSON', 'nonsense'],
    ['no object', '[1]'],
    ['null', 'null'],
    ['no op', '{"id":"1"}'],
    ['binary', Buffer.from('{"op":"ping"}')],
  ])('%s', async (_, data) => {
    const client = await stage.connect(actor);
    client.socket.send(data);
    expect(await client.closing()).toBe(4400);
    expect(client.frames.at(-1)).toEqual({ op: 'bye', code: 4400, retry_after_ms: null });
  });

  it('a frame over 16 KiB; one that just fits does not', async () => {
    const client = await stage.connect(actor);
    const frame = JSON.stringify({ op: 'ping', id: 'last', x: '' });
    client.socket.send(frame.replace('""', `"${'x'.repeat(16_384 - frame.length)}"`));
    await client.frame((one) => one.id === 'last');
    client.socket.send(frame.replace('""', `"${'x'.repeat(16_385 - frame.length)}"`));
    expect(await client.closing()).toBe(1009);
  });

  it('text that is not UTF-8, and broken framing', async () => {
    for (const [bytes, code] of [
      [[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], 1007],
      [[0x83, 0x80, 0, 0, 0, 0], 1002],
    ] as const) {
      const client = await stage.connect(actor);
      (client.socket as any)._socket.write(Buffer.from(bytes));
      expect(await client.closing()).toBe(code);
    }
  });

  it('the 121st frame in a minute, including pings of the protocol', async () => {
    const client = await stage.connect(actor);
    for (let sent = 0; sent < 60; sent++) {
      client.socket.ping();
      client.send({ op: 'ping', id: sent });
    }
    await client.frame(({ op, id }) => op === 'pong' && id === 59);
    client.send({ op: 'ping' });
    expect(await client.closing()).toBe(4429);
    const bye = client.frames.at(-1);
    expect(bye).toMatchObject({ op: 'bye', code: 4429 });
    expect(bye?.retry_after_ms).toBeGreaterThan(50_000);
    expect(bye?.retry_after_ms).toBeLessThanOrEqual(60_000);
  });

  it('the eleventh connection of a user closes the oldest; keys are counted separately', async () => {
    const many = await stage.actor();
    const { body } = await stage.post('/v1/api-keys', { name: 'many' }, { authorization: `Bearer ${many.token}` });
    const byKey = await RealtimeClient.connect(stage.url, { headers: { 'x-api-key': body.key } });
    const clients: RealtimeClient[] = [];
    for (let at = 0; at < 11; at++) clients.push(await stage.connect(many));
    expect(await clients[0]?.closing()).toBe(4409);
    await Promise.all(clients.slice(1).map((client) => client.settled()));
    await byKey.settled();
    await Promise.all([...clients, byKey].map((client) => client.close()));
  });

  it('silence: the server pings every thirty seconds, and closes after 65', async () => {
    const client = await stage.connect(actor);
    const connection = [...stage.get(ConnectionRegistry).listByUser(actor.id)].at(-1) as any;
    const pinged = new Promise((resolve) => client.socket.once('ping', resolve));
    connection.pingedAt -= 30_000;
    await pinged;
    await client.settled();
    connection.receivedAt -= 66_000;
    expect(await client.closing()).toBe(1006);
  });
});

describe('a hundred at once', () => {
  let actors: Actor[];
  beforeAll(async () => {
    actors = await Promise.all(Array.from({ length: 10 }, () => stage.actor()));
  });

  /** How often each statement is sent while `work` runs. The checks of credentials wait until `check` is called. */
  async function statements(work: (check: () => void) => Promise<void>): Promise<Map<string, number>> {
    const database = stage.get(DatabaseService);
    const { rows } = database;
    const counted = new Map<string, number>();
    let check!: () => void;
    const checking = new Promise<void>((resolve) => (check = resolve));
    database.rows = async (statement, values) => {
      counted.set(statement.name, (counted.get(statement.name) ?? 0) + 1);
      if (statement.name === 'realtime_standings') await checking;
      return rows.call(database, statement, values) as never;
    };
    await work(check).finally(() => (database.rows = rows));
    return counted;
  }

  it('are accepted with few queries, except the one whose session ends meanwhile', async () => {
    const ending = await stage.actor();
    const { all } = stage.get(ConnectionRegistry);
    const before = all.size;
    const asked = await statements(async (check) => {
      const out = RealtimeClient.open(stage.url, { headers: { authorization: `Bearer ${ending.token}` } });
      const coming = Promise.all(actors.flatMap((one) => Array.from({ length: 10 }, () => stage.connect(one))));
      await eventually(async () => expect(all.size - before).toBe(101));
      await stage.pool.query('UPDATE account.sessions SET revoked_at = now() WHERE user_id = $1', [ending.id]);
      check();
      const clients = await coming;
      expect(await out.closing()).toBe(4401);
      clients.forEach((client, at) =>
        expect(client.frames.find(({ op }) => op === 'ready')?.user_id).toBe(actors[Math.floor(at / 10)]?.id),
      );
      await Promise.all(clients.map((client) => client.close()));
    });
    expect(asked.get('realtime_standings')).toBeLessThan(5);
    expect(asked.get('realtime_heads')).toBeLessThan(20);
  });

  it('get the streams they may read, or all get the same error', async () => {
    const stream = newStream();
    const clients = await Promise.all(actors.map((one) => stage.connect(one)));
    stage.policy.barred.set(`${stream.slice('stage:'.length)} ${actors[0]?.id}`, 'no');
    const errors = () => Promise.all(clients.map(async (client) => (await client.subscribe(stream))[0]?.error));
    const expected = ['not_found', ...Array(9).fill(undefined)];
    expect(await errors()).toEqual(expected);
    stage.policy.before = () => Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }));
    expect(await errors()).toEqual(Array(10).fill('unavailable'));
    stage.policy.before = () => Promise.resolve();
    expect(await errors()).toEqual(expected);
    await Promise.all(clients.map((client) => client.close()));
  });
});
