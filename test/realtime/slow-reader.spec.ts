import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../../src/realtime/connections/connection.js';
import { ConnectionRegistry } from '../../src/realtime/connections/connections.registry.js';
import type { Stream } from '../../src/realtime/event-type.js';
import { eventually } from '../support/service.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { type Actor, APPLAUSE, LINE_SAID, linesOf, newStream, Stage } from './stage.js';

const KIB = 1024;
const MIB = KIB * KIB;

let stage: Stage;
let actor: Actor;

beforeAll(async () => {
  stage = await Stage.start();
  actor = await stage.actor();
});
afterAll(() => stage.stop());

async function slow(): Promise<{ client: RealtimeClient; connection: Connection; stream: Stream }> {
  const client = await stage.connect(actor);
  const connection = [...stage.get(ConnectionRegistry).listByUser(actor.id)].at(-1) as Connection;
  const stream = newStream();
  await client.subscribe(stream);
  client.socket.pause();
  return { client, connection, stream };
}

let line = 0;
/** More than all buffers of the system hold. */
async function shout(stream: Stream, bytes: number): Promise<void> {
  const filler = 'x'.repeat(64 * KIB);
  for (let said = 0; said < bytes; said += 16 * filler.length) {
    await stage.emit(() => {
      for (let at = 0; at < 16; at++) stage.realtime.emit(LINE_SAID, stream, { line: ++line, filler }, null);
    });
    await sleep(1);
  }
}

async function fill(connection: Connection, stream: Stream, bytes: number): Promise<void> {
  while (connection.queuedBytes < bytes && !connection.closed) await shout(stream, MIB);
}

it('is closed when too many bytes wait, and catches up', async () => {
  const { client, connection, stream } = await slow();
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, connection.queuedBytes)), 1);
  await fill(connection, stream, 100 * MIB);
  clearInterval(watching);
  expect(connection.closed).toBe(true);
  expect(most).toBeLessThan(7 * MIB);
  const last = line;
  await eventually(async () => expect(connection.queuedBytes).toBe(0));
  client.socket.resume();
  expect([4408, 1006]).toContain(await client.closing());
  const { positions } = client;
  const again = await RealtimeClient.as(stage.url, actor.token, { positions });
  await again.event('stage.line', ({ data }) => data.line === last);
  const lines = [...linesOf(client), ...linesOf(again)];
  expect(lines).toEqual(Array.from({ length: lines.length }, (_, at) => last - lines.length + 1 + at));
  await again.close();
});

it('is closed after thirty seconds without reading', async () => {
  const { connection, stream } = await slow();
  await fill(connection, stream, 300 * KIB);
  await sleep(600);
  expect(connection.closed).toBe(false);
  await eventually(async () => {
    // Again, as bytes that the system has just accepted begin the thirty seconds anew.
    (connection as any).stalledAt -= 31_000;
    expect(connection.closed).toBe(true);
  });
});

it('does not get hints that exceed its buffer, and gets the last one of counts', async () => {
  const { client, connection, stream } = await slow();
  await fill(connection, stream, 300 * KIB);
  const other = '01234567-0000-7000-8000-000000000000';
  await eventually(async () => expect(connection.underBackpressure).toBe(true));
  for (let count = 1; count <= 20; count++) {
    stage.realtime.hint(APPLAUSE, stream, { stage_id: 'one', count }, null);
    stage.realtime.hint(APPLAUSE, stream, { stage_id: 'two', count: count * 2 }, null);
    stage.realtime.hint(APPLAUSE, stream, { stage_id: 'one', count: 99 }, other);
  }
  await sleep(50);
  client.socket.resume();
  await client.event('stage.applause', ({ data }) => data.stage_id === 'two');
  await client.settled();
  const counts = client.of('stage.applause').map(({ data }) => [data.stage_id, data.count]);
  expect(counts).toEqual([
    ['one', 20],
    ['two', 40],
  ]);
  await eventually(async () => expect(linesOf(client).at(-1)).toBe(line));
  await client.close();
});
