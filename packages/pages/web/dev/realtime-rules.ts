import type { Frame, Judgement, RealtimeClient } from './realtime-client';

/** The fields that a frame of the server has when the server keeps the protocol. */
interface ServerFrame extends Frame {
  stream: string;
  epoch: string;
  seq: number;
}
interface SubscribedFrame extends ServerFrame {
  error?: string;
  recovered?: boolean;
  retry_after_ms?: number;
}
interface Wish {
  stream?: string;
  since?: number;
}

/** Close codes of the server and of the WebSocket protocol. */
export const MEANINGS: Record<number, string> = {
  1002: 'broken WebSocket framing',
  1007: 'broken UTF-8',
  1009: 'a frame over 16 KiB',
  1012: 'the server restarts',
  4400: 'a frame that is none',
  4401: 'no credential, or a bad or ended one: sign in again',
  4403: 'suspended or banned',
  4408: 'read too slowly',
  4409: 'too many connections: a newer one took its place',
  4429: 'too many frames',
};
const LOSSES: Record<string, string> = {
  epoch: 'the log is another one',
  expired: 'older than the log',
  too_many: 'more than 500 missed; GET /v1/realtime/catch-up gives them too',
};

const good = (verdict: string): Judgement => ({ verdict, tone: 'good' });
const warn = (verdict: string, again: string[] = []): Judgement => ({ verdict, tone: 'warn', again });
const bad = (verdict: string, again: string[] = []): Judgement => ({ verdict, tone: 'bad', again });
const count = (many: number, word: string) => `${many} ${word}${many === 1 ? '' : 's'}`;

function ready(client: RealtimeClient, { user_id, expires_at, streams = [] }: Frame): Judgement {
  client.expiresAt = expires_at as string | null;
  if (!streams.length) return good('renewed');
  if (client.userId !== user_id) client.positions.clear();
  client.userId = user_id;
  client.failures = 0;
  const own = [...client.positions.keys()];
  for (const { stream, epoch, seq } of streams as ServerFrame[]) {
    client.begin(stream, seq);
    if (!client.positions.has(stream)) client.positions.set(stream, { epoch, seq });
  }
  client.become('ready');
  return { ...good(own.length ? 'resuming' : ''), again: own };
}

function subscribed(client: RealtimeClient, answer: SubscribedFrame): Judgement {
  const { id, stream, error, epoch, seq, recovered, retry_after_ms } = answer;
  const frame = client.asked.get(id);
  const wishes = Array.isArray(frame?.streams) ? (frame.streams as (Wish | null)[]) : [];
  const since = wishes.find((one) => one?.stream === stream)?.since;
  client.waiting.delete(stream);
  if (error) {
    if (error === 'not_found' || error === 'forbidden') client.forget(stream);
    if (retry_after_ms !== undefined) setTimeout(() => client.catchUp([stream]), retry_after_ms);
    return bad(error);
  }
  client.begin(stream, seq, recovered ? (since ?? null) : seq);
  if (!recovered) {
    client.positions.set(stream, { epoch, seq });
    return since === undefined ? good(`from ${seq + 1} on`) : warn('not recovered');
  }
  // A position that the user of the page has typed becomes the client's own.
  if (since !== undefined && frame && !client.own.has(frame)) {
    client.positions.set(stream, { epoch, seq: since });
  }
  if (since === undefined) return good('recovered');
  return good(`recovered: ${seq > since ? count(seq - since, 'missed event') : 'nothing missed'}`);
}

function event(client: RealtimeClient, { stream, epoch, seq }: ServerFrame): Judgement {
  if (seq === undefined) return { verdict: 'hint', tone: '' };
  const last = client.wire.get(stream);
  if (last === undefined) return bad('of a stream that is not subscribed');
  const own = client.positions.get(stream) ?? { epoch, seq: seq - 1 };
  client.wire.set(stream, Math.max(last ?? 0, seq));
  client.heads.set(stream, Math.max(client.heads.get(stream) ?? 0, seq));
  const fault = epoch === own.epoch ? faultOf(last, seq) : 'another epoch without resync';
  if (epoch === own.epoch && seq <= own.seq) {
    return fault ? bad(fault) : { verdict: 'known: ignored', tone: 'off' };
  }
  if (epoch === own.epoch && seq === own.seq + 1) {
    client.positions.set(stream, { epoch, seq });
    return fault ? bad(`${fault}, applied`) : good('applied');
  }
  return fault ? bad(`${fault}, not applied`, [stream]) : warn(`not applied, own is ${own.seq}`, [stream]);
}

/** Compares with the event before on this connection, whether the client has applied that or not. */
function faultOf(last: number | null, seq: number): string {
  if (last === null) return '';
  if (seq > last + 1) return seq === last + 2 ? `hole: ${last + 1}` : `hole: ${last + 1} to ${seq - 1}`;
  return seq <= last ? `out of order: after ${last}` : '';
}

function resync(client: RealtimeClient, { stream, epoch, seq, reason }: ServerFrame): Judgement {
  client.begin(stream, seq);
  client.positions.set(stream, { epoch, seq });
  return warn(`read it again by GET: ${LOSSES[String(reason)] ?? reason}`);
}

function unsubscribed(client: RealtimeClient, { stream, reason }: ServerFrame): Judgement {
  client.forget(stream);
  return warn(String(reason));
}

function positions(client: RealtimeClient, frame: Frame): Judgement {
  const heads = Object.entries(frame.positions ?? {});
  const isBehind = ([stream, seq]: [string, number]) => {
    const own = client.positions.get(stream);
    return own && own.seq < seq && !client.waiting.has(stream);
  };
  const behind = heads.filter(isBehind).map(([stream]) => stream);
  return behind.length ? bad(`behind in ${count(behind.length, 'stream')}`, behind) : good('nothing missed');
}

function reply(client: RealtimeClient, { id, ok, error, retry_after_ms }: Frame): Judgement {
  if (!ok) return bad(error + (retry_after_ms === undefined ? '' : `, wait ${retry_after_ms} ms`));
  const frame = client.asked.get(id);
  if (frame?.op === 'unsubscribe') (frame.streams as string[]).forEach((stream) => client.forget(stream));
  return good('ok');
}

function bye(client: RealtimeClient, { code, retry_after_ms }: Frame): Judgement {
  client.retryAfter = retry_after_ms as number | null;
  return warn(MEANINGS[code ?? 0] ?? '');
}

/** What each frame of the server means to a client, by its `op`. */
export const RULES = {
  ready,
  subscribed,
  event,
  resync,
  unsubscribed,
  positions,
  reply,
  bye,
} as Record<string, ((client: RealtimeClient, frame: Frame) => Judgement) | undefined>;
