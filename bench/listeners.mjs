import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/**
 * Many WebSockets in one process. Of what comes it reads only the ends of the frames, and of a message the moment when
 * it was sent: a client that parsed everything would measure itself, on the processors that the server needs.
 */
const AT_ONCE = 32;
const CHUNK = Buffer.alloc(64 * 1024);
const STAMP = Buffer.from('sent at ');
const STAMP_DIGITS = 15;
const PING = 0x89;
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);

/** By tenths of a millisecond; the last is for all that took longer. */
const SCALE = 10;
const taken = new Uint32Array(60_000 * SCALE);
let counted = 0;
const open = new Set();

const orders = {
  async connect({ port, keys, stream }) {
    const waiting = [...keys];
    const begun = performance.now();
    const some = async () => {
      for (let key = waiting.pop(); key; key = waiting.pop()) {
        const asked = performance.now();
        open.add(await listen(port, key, stream));
        note(performance.now() - asked);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, some));
    return { ...orders.told(), perSecond: (keys.length * 1_000) / (performance.now() - begun) };
  },
  async disconnect() {
    const all = [...open];
    open.clear();
    await Promise.all(all.map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy())));
  },
  forget() {
    taken.fill(0);
    counted = 0;
  },
  told: () => ({ counted, p50: percentile(0.5), p99: percentile(0.99), most: percentile(1) }),
};

process.on('message', async ([order, details]) => {
  try {
    process.send({ ...(await orders[order](details)) });
  } catch (error) {
    process.send({ error: error.message });
  }
});
process.on('disconnect', () => process.exit());

/** Resolves when it hears the stream. What comes is read into one buffer: a stream for each would be half of the work. */
function listen(port, key, stream) {
  return new Promise((resolve, reject) => {
    let rest;
    let take = (data) => {
      const end = data.indexOf('\r\n\r\n') + 4;
      if (end < 4) return 0;
      if (data.latin1Slice(9, 12) !== '101') socket.destroy(new Error(`not upgraded but ${data}`));
      take = frames;
      return frames(data, end);
    };
    /** Answers how far it came. */
    const frames = (data, from) => {
      const now = performance.timeOrigin + performance.now();
      let at = from;
      for (let end = endOfFrame(data, at); end <= data.length; end = endOfFrame(data, at)) {
        if (data[at] === PING) socket.write(PONG);
        else if (ready) ready(data.subarray(at, end));
        else count(data, at, end, now);
        at = end;
      }
      return at;
    };
    const callback = (length, chunk) => {
      let data = chunk.subarray(0, length);
      if (rest) data = Buffer.concat([rest, data]);
      const at = take(data, 0);
      rest = at < data.length ? Buffer.from(data.subarray(at)) : undefined;
      return true;
    };
    let ready = (frame) => {
      if (!frame.includes('"op":"ready"')) return;
      if (!frame.includes(stream)) return socket.destroy(new Error(`${stream} is not in ${frame}`));
      ready = undefined;
      resolve(socket);
    };
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: CHUNK, callback } });
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('the server closed a connection'));
      if (open.delete(socket)) lost();
    });
    socket.write(
      [
        'GET /v1/realtime HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        `X-API-Key: ${key}`,
        '\r\n',
      ].join('\r\n'),
    );
  });
}

/** Beyond what is there, where not even its head is. */
function endOfFrame(data, at) {
  if (at + 2 > data.length) return Infinity;
  const length = data[at + 1];
  if (length < 126) return at + 2 + length;
  const head = length === 126 ? 4 : 10;
  if (at + head > data.length) return Infinity;
  return at + head + (head === 4 ? data.readUInt16BE(at + 2) : Number(data.readBigUInt64BE(at + 2)));
}

function count(data, at, end, now) {
  const found = data.indexOf(STAMP, at);
  if (found < 0 || found >= end) return;
  const sent = Number(data.latin1Slice(found + STAMP.length, found + STAMP.length + STAMP_DIGITS));
  note(now - sent);
}

function note(milliseconds) {
  counted++;
  taken[Math.min(Math.max(0, Math.round(milliseconds * SCALE)), taken.length - 1)]++;
}

function percentile(part) {
  const wanted = Math.ceil(part * counted);
  let seen = 0;
  for (let at = 0; at < taken.length; at++) {
    seen += taken[at];
    if (seen >= wanted) return at / SCALE;
  }
  return NaN;
}

function lost() {
  process.send({ error: 'the server closed a connection' });
}
