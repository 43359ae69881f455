import { Connections } from '../../src/realtime/connections/connections.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { type Actor, Stage } from './stage.js';

let stage: Stage;
let actor: Actor;

beforeAll(async () => {
  stage = await Stage.start();
  actor = await stage.actor();
});
afterAll(() => stage.stop());

describe('what ends a socket', () => {
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

  it('a frame over 16 KiB, and one that just fits does not', async () => {
    const client = await stage.connect(actor);
    const frame = JSON.stringify({ op: 'ping', id: 'last', x: '' });
    client.socket.send(frame.replace('""', `"${'x'.repeat(16_384 - frame.length)}"`));
    await client.frame((one) => one.id === 'last');
    client.socket.send(frame.replace('""', `"${'x'.repeat(16_385 - frame.length)}"`));
    expect(await client.closing()).toBe(1009);
  });

  it('text that is no UTF-8, and broken framing', async () => {
    for (const [bytes, code] of [
      [[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28], 1007],
      [[0x83, 0x80, 0, 0, 0, 0], 1002],
    ] as const) {
      const client = await stage.connect(actor);
      (client.socket as any)._socket.write(Buffer.from(bytes));
      expect(await client.closing()).toBe(code);
    }
  });

  it('the 121st frame in a minute, pings of the protocol too', async () => {
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

  it('the eleventh of a user: the oldest goes; keys are counted for themselves', async () => {
    const many = await stage.actor();
    const { body } = await stage.post(
      '/v1/api-keys',
      { name: 'many' },
      { authorization: `Bearer ${many.token}` },
    );
    const byKey = await RealtimeClient.connect(stage.url, { headers: { 'x-api-key': body.key } });
    const clients: RealtimeClient[] = [];
    for (let at = 0; at < 11; at++) clients.push(await stage.connect(many));
    expect(await clients[0]?.closing()).toBe(4409);
    await Promise.all(clients.slice(1).map((client) => client.settled()));
    await byKey.settled();
    await Promise.all([...clients, byKey].map((client) => client.close()));
  });

  it('silence: it is asked every thirty seconds, and dead after 65', async () => {
    const client = await stage.connect(actor);
    const connection = [...stage.get(Connections).of(actor.id)].at(-1) as any;
    const pinged = new Promise((resolve) => client.socket.once('ping', resolve));
    connection.pingedAt -= 30_000;
    await pinged;
    await client.settled();
    connection.heardAt -= 66_000;
    expect(await client.closing()).toBe(1006);
  });
});
