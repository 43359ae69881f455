import { ChannelsService } from '../../src/realtime/hub/channels.service.js';
import { GapRecoveryService } from '../../src/realtime/hub/gap-recovery.service.js';
import { LogRepository } from '../../src/realtime/log/log.repository.js';
import type { Stream } from '../../src/realtime/event-type.js';
import type { RealtimeClient, RealtimeEvent } from '../support/realtime-client.js';
import { eventually } from '../support/service.js';
import { ACTOR_LEFT, type Actor, LINE_SAID, newStream, Stage } from './stage.js';

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

const epochOf = async (stream: string) => (await client.subscribe(stream))[0]?.epoch as string;
const resyncOf = (stream: string) => client.frame((frame) => frame.op === 'resync' && frame.stream === stream);

const catchUp = (stream: string, position = '') =>
  stage.ask(`/v1/realtime/catch-up?stream=${stream}${position}`, { authorization: `Bearer ${actor.token}` });

const linesIn = (stream: string) =>
  client
    .of('stage.line')
    .filter((event) => event.stream === stream)
    .map(({ data }) => data.line);

/** The first two frames of server-sent events that resume here. */
async function eventStream(stream: string, position: string): Promise<any[]> {
  const headers = { authorization: `Bearer ${actor.token}`, 'last-event-id': position };
  const { body } = await fetch(`${stage.url}/v1/realtime/events?streams=${stream}`, { headers });
  let text = '';
  for await (const chunk of body as ReadableStream<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    const frames = text.match(/^data: .*$/gm) ?? [];
    if (frames.length > 1) return frames.map((frame) => JSON.parse(frame.slice('data: '.length)));
  }
  return [];
}

describe('a stream with a new epoch', () => {
  const renew = (...streams: Stream[]) => stage.emit(() => stage.realtime.renew(streams));

  it('resyncs its subscribers, and continues in the new epoch', async () => {
    const stream = newStream();
    const epoch = await epochOf(stream);
    await stage.say(stream, 1, 2);
    // Events of the same transaction are part of the state that is read again.
    await stage.emit(() => {
      stage.realtime.emit(LINE_SAID, stream, { line: 3 }, null);
      stage.realtime.renew([stream]);
      stage.realtime.emit(LINE_SAID, stream, { line: 4 }, null);
    });
    const resync = await resyncOf(stream);
    expect(resync).toEqual({ op: 'resync', stream, epoch: expect.any(String), seq: 5, reason: 'epoch' });
    expect(resync.epoch).not.toBe(epoch);
    await stage.say(stream, 5);
    const { seq, epoch: told } = await client.event(
      'stage.line',
      ({ data, stream: s }) => s === stream && data.line === 5,
    );
    expect([seq, told]).toEqual([6, resync.epoch]);
    expect(linesIn(stream)).toEqual([1, 2, 5]);
    expect(client.frames.filter(({ op, stream: s }) => op === 'resync' && s === stream)).toHaveLength(1);
  });

  it('replays nothing of the old epoch, whatever the position', async () => {
    const stream = newStream();
    const epoch = await epochOf(stream);
    await client.ask({ op: 'unsubscribe', streams: [stream] });
    await stage.say(stream, 1, 2);
    await renew(stream);
    await stage.say(stream, 3);
    const { body: head } = await catchUp(stream);
    expect(head).toMatchObject({ next_seq: 4, resync: null });
    for (const position of [
      { epoch, since: 2 },
      { epoch, since: 3 },
      { epoch: head.epoch, since: 0 },
      { epoch: head.epoch, since: 2 },
    ]) {
      const before = client.frames.length;
      const [answer] = await client.subscribe({ stream, ...position });
      expect(answer).toMatchObject({ epoch: head.epoch, seq: 4, recovered: false });
      await client.settled();
      const came = client.frames.slice(before).filter((frame) => frame.stream === stream && frame.op !== 'subscribed');
      expect(came).toEqual([{ op: 'resync', stream, epoch: head.epoch, seq: 4, reason: 'epoch' }]);
      const { body } = await catchUp(stream, `&epoch=${position.epoch}&since=${position.since}`);
      expect(body).toEqual({ events: [], next_seq: 4, epoch: head.epoch, resync: 'epoch' });
    }
    const [answer] = await client.subscribe({ stream, epoch: head.epoch, since: 3 });
    expect(answer).toMatchObject({ seq: 4, recovered: true });
    await client.event('stage.line', ({ stream: s, seq }) => s === stream && seq === 4);
    const { body } = await catchUp(stream, `&epoch=${head.epoch}&since=3`);
    expect(body).toMatchObject({ events: [{ seq: 4, epoch: head.epoch, data: { line: 3 } }], resync: null });
  });

  it('resyncs without earlier events as well, and over server-sent events', async () => {
    const [silent, other] = [newStream(), newStream()];
    const epoch = await epochOf(silent);
    await epochOf(other);
    await renew(silent, other);
    expect(await resyncOf(silent)).toMatchObject({ seq: 1, reason: 'epoch' });
    await resyncOf(other);
    for (const position of [`${silent};${epoch};0`, `${other};${epoch};0`]) {
      const frames = await eventStream(silent, position);
      expect(frames.map(({ op }) => op)).toEqual(['ready', 'resync']);
      expect(frames[1]).toMatchObject({ stream: silent, seq: 1, reason: 'epoch' });
    }
  });

  it('loses nothing for clients that connect, replay and resync meanwhile', async () => {
    const stream = newStream();
    const late = await stage.connect(actor);
    await epochOf(stream);
    await late.subscribe(stream);
    for (let round = 0; round < 20; round++) {
      const own = late.positions.get(stream) as { epoch: string; seq: number };
      await Promise.all([
        stage.say(stream, round * 3, round * 3 + 1),
        renew(stream),
        late.subscribe({ stream, epoch: own.epoch, since: own.seq }),
        stage.say(stream, round * 3 + 2),
      ]);
    }
    // Events after the last renewal may be part of the state that is read. First every client has to reach
    // the head.
    const { body: head } = await catchUp(stream);
    await eventually(async () => {
      for (const who of [client, late]) {
        expect(who.positions.get(stream)).toEqual({ epoch: head.epoch, seq: head.next_seq });
      }
    });
    await stage.say(stream, 99);
    const isLast = ({ data, stream: s }: RealtimeEvent) => s === stream && data.line === 99;
    const [one, two] = await Promise.all([client, late].map((who) => who.event('stage.line', isLast)));
    expect(one).toEqual(two);
    const { body } = await catchUp(stream);
    expect([body.next_seq, body.epoch]).toEqual([one?.seq, one?.epoch]);
    const { rows } = await stage.pool.query(
      `SELECT seq::int FROM realtime.events WHERE stream = $1 AND type = 'renewed'`,
      [stream],
    );
    expect(rows).toHaveLength(20);
    for (const { seq } of rows) {
      for (const who of [client, late])
        expect(who.events.some((event) => event.stream === stream && event.seq === seq)).toBe(false);
    }
    await late.close();
  });

  it('that begins while the stream is opened is not taken for the old epoch', async () => {
    const stream = newStream();
    await stage.say(stream, 1, 2, 3);
    const channels = stage.get(ChannelsService);
    const channel = channels.hold(stream);
    const { body: head } = await catchUp(stream);
    await renew(stream);
    channels.compareHead(channel, { epoch: head.epoch, seq: head.next_seq });
    expect([channel.epoch, channel.seq]).toEqual([head.epoch, 3]);
    await eventually(async () => expect([channel.epoch === head.epoch, channel.seq]).toEqual([false, 4]));
    channels.release(channel);
  });

  it('is not left for the old one by a sweep that has read it before', async () => {
    const stream = newStream();
    await epochOf(stream);
    const log = stage.get(LogRepository);
    let answer: (() => void) | undefined;
    log.listHeads = async (streams) => {
      Reflect.deleteProperty(log, 'listHeads');
      const heads = await log.listHeads(streams);
      await new Promise<void>((resolve) => (answer = resolve));
      return heads;
    };
    const sweep = stage.get(GapRecoveryService).checkAllChannels();
    await eventually(async () => expect(answer).toBeDefined());
    await renew(stream);
    const { epoch } = await resyncOf(stream);
    answer?.();
    await sweep;
    await client.settled();
    const resyncs = client.frames.filter((frame) => frame.op === 'resync' && frame.stream === stream);
    expect(resyncs.map((frame) => frame.epoch)).toEqual([epoch]);
  });

  it('that begins during a replay resyncs that client', async () => {
    const stream = newStream();
    const epoch = await epochOf(stream);
    await stage.say(stream, 1, 2, 3);
    const late = await stage.connect(actor);
    let go: (() => void) | undefined;
    stage.policy.before = () => new Promise((resolve) => (go = resolve));
    const subscribed = late.subscribe({ stream, epoch, since: 1 });
    await eventually(async () => expect(go).toBeDefined());
    stage.policy.before = () => Promise.resolve();
    await renew(stream);
    await resyncOf(stream);
    go?.();
    expect(await subscribed).toMatchObject([{ epoch, seq: 3 }]);
    await late.frame(({ op, stream: s, seq }) => op === 'resync' && s === stream && seq === 4);
    expect(late.of('stage.line')).toEqual([]);
    await late.close();
  });

  it('checks access again, as the renewal may hide an event that ended it', async () => {
    const stream = newStream();
    const other = await stage.actor();
    const theirs = await stage.connect(other);
    await theirs.subscribe(stream);
    stage.policy.barred.set(`${stream.slice('stage:'.length)} ${other.id}`, 'no');
    await stage.emit(() => {
      stage.realtime.emit(ACTOR_LEFT, stream, { user_id: other.id, reason: 'kicked' as const }, null);
      stage.realtime.renew([stream]);
    });
    const { reason } = await theirs.frame(({ op, stream: s }) => op === 'unsubscribed' && s === stream);
    expect(reason).toBe('access');
    await theirs.close();
  });
});
