import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '../support/free-port.js';
import { eventually } from '../support/service.js';
import type { RealtimeClient } from '../support/realtime-client.js';
import { beside } from './instances.js';
import { type Actor, APPLAUSE, linesOf, newStream, Stage } from './stage.js';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;

function startRedis(port: number): ChildProcess {
  const words = ['--port', String(port), '--save', '', '--bind', '127.0.0.1'];
  return spawn('redis-server', words, { stdio: 'ignore' });
}

const listening = (port: number) =>
  eventually(async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });

/**
 * Only Redis is this fast: five events one after the other by the sweep, every two seconds, would take eight. On a busy
 * machine it may take more than one attempt.
 */
async function inTime(times: number, work: () => Promise<unknown>): Promise<void> {
  const begun = Date.now();
  for (let time = 0; time < times; time++) await work();
  expect(Date.now() - begun).toBeLessThan(1_000 * times);
}

(isInstalled ? describe : describe.skip)('several processes with a Redis between them', () => {
  let port: number;
  let redis: ChildProcess;
  let one: Stage;
  let other: Stage;
  let clients: RealtimeClient[];
  let actor: Actor;
  const stream = newStream();
  let line = 0;

  beforeAll(async () => {
    port = await freePort();
    redis = startRedis(port);
    await listening(port);
    const variables = { REDIS_URL: `redis://127.0.0.1:${port}` };
    one = await Stage.start(variables);
    other = await beside(one, variables);
    actor = await one.actor();
    clients = [await one.connect(actor), await other.connect(actor)];
    for (const client of clients) await client.subscribe(stream);
  });
  afterAll(async () => {
    for (const client of clients) await client.close();
    await other.stop();
    await one.stop();
    redis.kill('SIGKILL');
  });

  const say = async (times: number) => {
    for (let said = 0; said < times; said++) await (said % 2 ? one : other).say(stream, ++line);
  };

  const expectAll = async () => {
    const all = Array.from({ length: line }, (_, at) => at + 1);
    for (const client of clients) {
      await eventually(async () => expect(linesOf(client)).toHaveLength(all.length));
      expect(linesOf(client)).toEqual(all);
    }
  };

  it('delivers at once, hints too, and each event once', async () => {
    await say(20);
    await expectAll();
    await eventually(() => inTime(5, () => say(1).then(expectAll)));
    one.realtime.hint(APPLAUSE, stream, { stage_id: 'x', count: 3 }, null);
    for (const client of clients) {
      await client.event('stage.applause');
      await client.settled();
      expect(client.of('stage.applause')).toHaveLength(1);
    }
  });

  it('announces lockouts to other processes', async () => {
    await eventually(async () => {
      const leavers = await Promise.all(Array.from({ length: 5 }, () => one.actor()));
      const leaving = await Promise.all(
        leavers.map(async (leaver) => ({ ...leaver, client: await other.connect(leaver) })),
      );
      await inTime(5, async () => {
        const { token, client } = leaving.pop() as (typeof leaving)[number];
        await one.post('/v1/auth/sign-out', {}, { authorization: `Bearer ${token}` });
        expect(await client.closing()).toBe(4401);
      });
    });
  });

  it('loses nothing while Redis hangs', async () => {
    redis.kill('SIGSTOP');
    await say(20);
    await expectAll();
    redis.kill('SIGCONT');
    await say(10);
    await expectAll();
  });

  it('loses nothing when Redis stops, and is fast again when it is back', async () => {
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    await say(20);
    redis = startRedis(port);
    await listening(port);
    await say(20);
    await expectAll();
    await eventually(() => inTime(5, () => say(1).then(expectAll)));
  });

  it('loses nothing for clients that connect while Redis is down', async () => {
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    const late = newStream();
    for (const client of clients) await client.subscribe(late);
    await one.say(late, 1);
    for (const client of clients) {
      await client.event('stage.line', (event) => event.stream === late);
      client.expectSound();
    }
  });
});
