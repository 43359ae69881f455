import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { peopleWithKeys, rooms } from '../network/rooms.mjs';
import { processorTime } from '../processor-time.mjs';
import { figuresRow, whole } from '../report.mjs';

export const name = 'sockets';

const LISTENERS = new URL('../listeners.mjs', import.meta.url);
const WRITERS = 8;
const MESSAGES_A_SECOND = 20;
/** Longer than that nothing is waited for. */
const LATEST_MS = 10_000;

/** Many in one room: how long a message takes from its sender to all of them, and what each of them costs. */
export async function figures({ here, environment, sizes, seconds, rounds, warmUp }) {
  const { sockets } = sizes;
  const keys = await peopleWithKeys(environment, sockets);
  const [room] = await rooms(environment, 1, { keys });
  const listeners = startListeners();
  const connect = (some) => listeners.order('connect', { port: here.port, keys: some, stream: `room:${room}` });
  const say = (count) => write(here, room, keys.slice(0, WRITERS), count);
  try {
    await connect(keys.slice(0, sockets / 25));
    await say((warmUp ? 10 : 1) * MESSAGES_A_SECOND);
    await listeners.order('disconnect');
    // Memory is told once it has come to rest, which takes longer than all else here.
    const idle = warmUp && (await here.memory());
    await listeners.order('forget');
    const before = processorTime(here.pid);
    const opened = await connect(keys);
    opened.processor = (processorTime(here.pid) - before) / sockets;
    const cost = idle ? costOf(idle, await here.memory(), sockets) : 'memory not measured';
    console.log(`sockets    ${whole(sockets)} opened, ${whole(opened.perSecond)}/s, ${cost}`);
    const results = [];
    for (let round = 0; round <= rounds; round++) {
      const result = await measure({ here, listeners, say, sockets }, MESSAGES_A_SECOND * seconds);
      const { p50, p99, most } = result;
      // The first is V8's, for making it fast.
      if (!round) continue;
      results.push(result);
      console.log(`sockets    round ${round}   p50 ${p50} ms   p99 ${p99} ms   longest ${most} ms   all delivered`);
    }
    return [
      figuresRow('sockets', `here, deliveries, ${MESSAGES_A_SECOND} a second to ${whole(sockets)}`, results),
      figuresRow('', 'here, opened', [opened]),
      ...(idle ? [figuresRow('', `here, ${cost}, ${kilobytes(idle.rss)} without any`, [])] : []),
    ];
  } finally {
    listeners.stop();
  }
}

function costOf(idle, memory, sockets) {
  const each = (part) => kilobytes((memory[part] - idle[part]) / sockets);
  return `${each('rss')} of memory for each, ${each('heapUsed')} of it on the heap`;
}

async function measure({ here, listeners, say, sockets }, messages) {
  await listeners.order('forget');
  const before = processorTime(here.pid);
  const begun = performance.now();
  await say(messages);
  const expected = messages * sockets;
  const until = performance.now() + LATEST_MS;
  let told = await listeners.order('told');
  while (told.counted < expected && performance.now() < until) {
    await sleep(20);
    told = await listeners.order('told');
  }
  const elapsed = performance.now() - begun;
  const processor = (processorTime(here.pid) - before) / expected;
  if (told.counted === expected) return { ...told, perSecond: (expected * 1_000) / elapsed, processor };
  throw new Error(`${whole(told.counted)} messages were delivered instead of ${whole(expected)}`);
}

/** Evenly, whether those before were answered or not. */
async function write({ base }, room, keys, count) {
  const path = `${base}/v1/community/rooms/${room}/messages`;
  const said = [];
  const begun = performance.now();
  for (let n = 0; n < count; n++) {
    await sleep(Math.max(0, begun + (n * 1_000) / MESSAGES_A_SECOND - performance.now()));
    said.push(post(path, keys[n % keys.length]));
  }
  await Promise.all(said);
}

async function post(path, key) {
  const now = performance.timeOrigin + performance.now();
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({
      content: `A message that was sent at ${now.toFixed(1)}, and some more words.`,
    }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${answer}`);
}

function startListeners() {
  const child = fork(LISTENERS, { execArgv: [] });
  return {
    async order(...what) {
      child.send(what);
      const [answer] = await once(child, 'message');
      if (answer.error) throw new Error(`${what[0]}: ${answer.error}`);
      return answer;
    },
    stop: () => child.kill(),
  };
}

const kilobytes = (bytes) => `${bytes < 1e6 ? (bytes / 1_000).toFixed(1) : whole(bytes / 1_000)} kB`;
