import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../../src/realtime/connections/connection.js';
import { ConnectionRegistry } from '../../src/realtime/connections/connections.registry.js';
import type { Stream } from '../../src/realtime/event-type.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { eventually } from '../support/service.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { beside } from './instances.js';
import { type Actor, LINE_SAID, linesOf, newStream, Stage } from './stage.js';

let one: Stage;
let other: Stage;
let actor: Actor;

beforeAll(async () => {
  one = await Stage.start();
  other = await beside(one);
  actor = await one.actor();
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

class Rollback extends Error {}

/** Many concurrent writers, each with its own pace; some of them roll back. */
async function write(stages: Stage[], streams: Stream[], writers: number, each: number): Promise<void> {
  const writer = async (number: number) => {
    for (let line = 0; line < each; line++) {
      const stage = stages[line % stages.length] as Stage;
      const said = streams.filter(() => Math.random() < 0.6);
      const work = stage.get(DatabaseService).transaction(async () => {
        for (const stream of said) stage.realtime.emit(LINE_SAID, stream, { line: number * 1_000 + line }, null);
        await sleep(Math.random() * 4);
        if (Math.random() < 0.1) throw new Rollback();
      });
      await work.catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, number) => writer(number)));
}

const logged = async (stream: string) => {
  const { rows } = await one.pool.query(
    `SELECT seq::int, (data->>'line')::int AS line FROM realtime.events WHERE stream = $1 ORDER BY seq`,
    [stream],
  );
  return rows as { seq: number; line: number }[];
};

const heard = (events: { stream: string; seq?: number; data: any }[], stream: string) =>
  events.filter((event) => event.stream === stream).map(({ seq, data }) => ({ seq, line: data.line }));

async function expectAll(client: RealtimeClient, streams: string[]): Promise<void> {
  for (const stream of streams) {
    const table = await logged(stream);
    expect(table.map(({ seq }) => seq)).toEqual(table.map((_, at) => at + 1));
    await eventually(async () => expect(heard(client.events, stream)).toHaveLength(table.length));
    expect(heard(client.events, stream)).toEqual(table);
    // The client had to ask for nothing: events arrived in this order.
    const came = client.frames.filter((frame) => frame.op === 'event' && frame.stream === stream);
    expect(came.map(({ seq }) => seq)).toEqual(table.map(({ seq }) => seq));
  }
  client.expectSound();
}

it('twelve concurrent writers: a client receives what the log has, in order and without a gap', async () => {
  const streams = Array.from({ length: 4 }, newStream);
  const client = await one.connect(actor);
  await client.subscribe(...streams);
  await write([one], streams, 12, 40);
  await expectAll(client, streams);
  expect(client.frames.filter(({ op }) => op === 'resync')).toEqual([]);
  await client.close();
});

it('finds events that a process committed but did not publish before it died', async () => {
  const stream = newStream();
  const client = await one.connect(actor);
  await client.subscribe(stream);
  await other.say(stream, 1, 2);
  await client.event('stage.line', ({ data }) => data.line === 2);
  expect(linesOf(client)).toEqual([1, 2]);
  await client.close();
});

it('a slow write to a few connections does not delay the next', async () => {
  const stream = newStream();
  const client = await one.connect(actor);
  await client.subscribe(stream);
  const [connection] = [...one.get(ConnectionRegistry).listByUser(actor.id)].slice(-1) as [Connection];
  const deliver = connection.deliver.bind(connection);
  connection.deliver = (batch) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    deliver(batch);
  };
  await one.say(stream, 1);
  await client.event('stage.line');
  connection.deliver = deliver;
  await one.say(stream, 2);
  await client.settled();
  expect(linesOf(client)).toEqual([1, 2]);
  await client.close();
});

it('delivers events in order that arrive out of order', async () => {
  const stream = newStream();
  const client = await one.connect(actor);
  await client.subscribe(stream);
  await write([one, other], [stream], 4, 25);
  await expectAll(client, [stream]);
  await client.close();
});

it('a client whose connection breaks again and again misses nothing and gets nothing twice', async () => {
  const streams = Array.from({ length: 3 }, newStream);
  const events: RealtimeClient['events'] = [];
  let client = await one.connect(actor);
  await client.subscribe(...streams);
  const writing = { done: false };
  const written = write([one, other], streams, 6, 150).then(() => (writing.done = true));
  let resyncs = 0;
  for (let at = 1; !writing.done; at++) {
    await sleep(50 + Math.random() * 200);
    client.socket.terminate();
    events.push(...client.events);
    resyncs += client.frames.filter(({ op }) => op === 'resync').length;
    const { positions } = client;
    client = await RealtimeClient.as([one, other][at % 2]?.url as string, actor.token, { positions });
  }
  await written;
  for (const stream of streams) {
    const table = await logged(stream);
    const all = () => heard([...events, ...client.events], stream);
    await eventually(async () => expect(all()).toHaveLength(table.length));
    expect(all()).toEqual(table);
    expect(table.length).toBeGreaterThan(200);
  }
  expect(resyncs).toBe(0);
  await client.close();
});
