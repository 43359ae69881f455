import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '../support/service.js';
import type { RealtimeClient } from '../support/realtime-client.js';
import { beside } from './instances.js';
import { type Actor, APPLAUSE, linesOf, newStream, Stage } from './stage.js';

const isInstalled = spawnSync('redis-server', ['--version']).status === 0;
const PORT = 20_000 + (process.pid % 20_000);

function startRedis(): ChildProcess {
  const words = ['--port', String(PORT), '--save', '', '--bind', '127.0.0.1'];
  return spawn('redis-server', words, { stdio: 'ignore' });
}

const listening = () =>
  eventually(async () => {
    const socket = connect(PORT, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });

(isInstalled ? describe : describe.skip)('several processes with a Redis between them', () => {
  let redis: ChildProcess;
  let one: Stage;
  let other: Stage;
  let clients: RealtimeClient[];
  let actor: Actor;
  const stream = newStream();
  let line = 0;

  beforeAll(async () => {
    redis = startRedis();
    await listening();
    const variables = { REDIS_URL: `redis://127.0.0.1:${PORT}` };
    one = await Stage.start(variables);
    other = await beside(one, variables);
    actor = await one.actor();
    clients = [await one.connect(actor), await other.connect(actor)];
    for (const client of clients) await client.subscribe(stream);
  }, 30_000);
  afterAll(async () => {
    for (const client of clients) await client.close();
    await other.stop();
    await one.stop();
    redis.kill('SIGKILL');
  });

  const say = async (times: number) => {
    for (let said = 0; said < times; said++) await (said % 2 ? one : other).say(stream, ++line);
  };

  const expectAll = async (seconds = 8) => {
    const all = Array.from({ length: line }, (_, at) => at + 1);
    for (const client of clients) {
      await eventually(async () => expect(linesOf(client)).toHaveLength(all.length), seconds);
      expect(linesOf(client)).toEqual(all);
    }
  };

  it('tells at once, hints too, and once each', async () => {
    const begun = Date.now();
    await say(20);
    await expectAll();
    expect(Date.now() - begun).toBeLessThan(1_500);
    one.realtime.hint(APPLAUSE, stream, { stage_id: 'x', count: 3 }, null);
    for (const client of clients) {
      await client.event('stage.applause');
      await client.settled();
      expect(client.of('stage.applause')).toHaveLength(1);
    }
  });

  it('says who is shut out', async () => {
    const leaver = await one.actor();
    const client = await other.connect(leaver);
    const begun = Date.now();
    await one.post('/v1/auth/sign-out', {}, { authorization: `Bearer ${leaver.token}` });
    expect(await client.closing()).toBe(4401);
    expect(Date.now() - begun).toBeLessThan(1_000);
  });

  it('loses nothing while Redis hangs', async () => {
    redis.kill('SIGSTOP');
    await say(20);
    await expectAll();
    redis.kill('SIGCONT');
    await say(10);
    await expectAll();
  });

  it('loses nothing when Redis goes, and is fast again when it is back', async () => {
    redis.kill('SIGKILL');
    await once(redis, 'exit');
    await say(20);
    redis = startRedis();
    await listening();
    await say(20);
    await expectAll();
    await eventually(async () => {
      const begun = Date.now();
      await say(2);
      await expectAll();
      expect(Date.now() - begun).toBeLessThan(400);
    });
  });

  it('loses nothing to those who come while Redis is away', async () => {
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
