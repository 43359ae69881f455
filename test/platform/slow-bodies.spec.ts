import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { limitTime, mayTakeLong } from '../../src/platform/http/server/time-limit.js';

/** Short values in place of 30 s and 480 KiB. */
const LIMIT = { ms: 1_000, leastBytes: 100 };
const TIMED_OUT = /^HTTP\/1.1 408 [^]*{"error":"Request timed out"}$/;

/** Sends pieces of the body repeatedly and returns the answer until the connection is closed. */
async function send(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
  { head = 'Content-Length: 1000', piece = '', everyMs = 50, pieces = Infinity },
): Promise<string> {
  const server = createServer({ requestTimeout: 0 }, serve).on('request', limitTime(LIMIT)).listen(0);
  const socket = connect((server.address() as AddressInfo).port);
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n`);
  let sent = 0;
  const sending = setInterval(() => sent++ < pieces && socket.write(piece), everyMs);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(sending);
  server.close();
  return answer;
}

const whole = (request: IncomingMessage, response: ServerResponse) => {
  let size = 0;
  request.on('data', ({ length }: Buffer) => (size += length));
  request.on('end', () => response.setHeader('Connection', 'close').end(`${size} bytes`));
};
const long = (request: IncomingMessage, response: ServerResponse) => {
  mayTakeLong(request, 2_000);
  whole(request, response);
};

describe('a body', () => {
  it('that arrives slowly is cut after the time limit', async () => {
    expect(await send(whole, { piece: 'x'.repeat(30) })).toMatch(TIMED_OUT);
  });

  it('that may take long is accepted while it arrives', async () => {
    // One piece in a second is enough, so that a pause of a busy machine does not cut it.
    const slowly = { head: 'Content-Length: 2000', piece: 'x'.repeat(100), everyMs: 100 };
    expect(await send(long, slowly)).toMatch(/2000 bytes$/);
  });

  it('that may take long is cut when it is too slow, or stops', async () => {
    expect(await send(long, { piece: 'x'.repeat(4) })).toMatch(TIMED_OUT);
    expect(await send(long, { piece: 'x'.repeat(100), pieces: 3 })).toMatch(TIMED_OUT);
  });

  it('that may take long is cut when it is larger than announced', async () => {
    const piece = `64\r\n${'x'.repeat(100)}\r\n`;
    expect(await send(long, { head: 'Transfer-Encoding: chunked', piece, everyMs: 10 })).toMatch(TIMED_OUT);
  });

  it('that was answered before it arrived is not answered again', async () => {
    const refuse = (_: IncomingMessage, response: ServerResponse) => void response.end('refused');
    expect(await send(refuse, { piece: 'x' })).toMatch(/^HTTP\/1.1 200 [^]*refused$/);
  });

  it('that has arrived, or is missing, does not cut a slow answer', async () => {
    const slow = (_: IncomingMessage, response: ServerResponse) =>
      void setTimeout(() => response.setHeader('Connection', 'close').end('late'), 1_500);
    expect(await send(slow, { head: 'Content-Length: 1', piece: 'x', pieces: 1, everyMs: 1 })).toMatch(/late$/);
    expect(await send(slow, { head: 'X-Nothing: 1' })).toMatch(/late$/);
  });
});
