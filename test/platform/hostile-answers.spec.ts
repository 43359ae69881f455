import { createServer, type Server, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readEnvironment } from '../../src/platform/config/environment.js';
import type { DatabaseService } from '../../src/platform/database/database.service.js';
import { SafeHttpService } from '../../src/platform/http/safe-http/safe-http.service.js';
import { ShutdownService } from '../../src/platform/http/server/shutdown.service.js';
import { close, listen } from './local-listeners.js';

type Talk = (socket: Socket) => void;

let talk: Talk;
let port: number;
let safe: SafeHttpService;
const sockets = new Set<Socket>();
const server: Server = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  socket.once('data', () => talk(socket));
});

beforeAll(async () => {
  port = await listen(server);
  const environment = readEnvironment({ OUTBOUND_ALLOW: `127.0.0.1:${port}` });
  const noDatabase = { refuseInTransaction: () => undefined } as unknown as DatabaseService;
  safe = new SafeHttpService(environment, new ShutdownService(), noDatabase);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await close(server);
});

/** Writes the piece again and again, until nobody listens. */
const endless =
  (begin: string, piece: string | Buffer): Talk =>
  (socket) => {
    socket.write(begin);
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once('drain', () => setImmediate(more));
    };
    more();
  };
const slowly =
  (text: string): Talk =>
  (socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(text.charAt(at++ % text.length)), 10);
    socket.on('close', () => clearInterval(timer));
  };
const once =
  (...parts: (string | Buffer)[]): Talk =>
  (socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  };
const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
const GZIP = head('content-encoding: gzip');
const CHUNKED = head('transfer-encoding: chunked');

const LATE = 'Request timed out';
/** The head has been read before. */
const BROKEN = /Response cannot be read|Connection was closed/;

it.each<[string, Talk, string | RegExp]>([
  ['a head that comes letter by letter', slowly(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(10_000)}`), LATE],
  ['early hints without end', endless('', 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n'.repeat(100)), LATE],
  ['headers without end', endless('HTTP/1.1 200 OK\r\n', 'x: y\r\n'.repeat(1000)), 'Response cannot be read'],
  ['a status line without end', endless('HTTP/1.1 200 ', 'OK'.repeat(1000)), 'Response cannot be read'],
  ['trailers without end', endless(`${CHUNKED}0\r\n`, 'x: y\r\n'.repeat(1000)), BROKEN],
  ['a chunk extension without end', endless(`${CHUNKED}1;x=`, 'y'.repeat(1000)), BROKEN],
  ['chunks without end', endless(CHUNKED, `10000\r\n${'x'.repeat(65_536)}\r\n`), 'Response is too large'],
  ['a length that is not kept', once(head('content-length: 100'), 'part'), 'Connection was closed'],
  ['two lengths', once(head('content-length: 4', 'content-length: 5'), 'parts'), 'Response cannot be read'],
  ['a negative length', once(head('content-length: -4'), 'part'), 'Response cannot be read'],
  ['a name in gzip without end', endless(GZIP, Buffer.alloc(65_536, 1)), 'Response cannot be read'],
  [
    'a long name in gzip',
    endless(`${GZIP}`, Buffer.concat([Buffer.from('1f8b0808000000000003', 'hex'), Buffer.alloc(2_000_000, 97)])),
    'Response is too large',
  ],
  [
    'gzip of nothing without end',
    endless(GZIP, Buffer.concat(Array(1000).fill(gzipSync('')))),
    'Response is too large',
  ],
  ['half of gzip', once(GZIP, gzipSync('x'.repeat(10_000)).subarray(0, 30)), 'Response cannot be read'],
  [
    'half of brotli',
    once(head('content-encoding: br'), brotliCompressSync('x'.repeat(10_000)).subarray(0, 8)),
    'Response cannot be read',
  ],
  [
    'two encodings',
    once(head('content-encoding: gzip, gzip'), gzipSync(gzipSync('x'))),
    'Content encoding is not supported',
  ],
  [
    'a redirect with a name',
    once('HTTP/1.1 302 Found\r\nlocation: http://user@a.example/\r\n\r\n'),
    'Address is not allowed',
  ],
  [
    'a redirect to another port',
    once('HTTP/1.1 302 Found\r\nlocation: http://a.example:22/\r\n\r\n'),
    'Address is not allowed',
  ],
  [
    'a redirect to a file',
    once('HTTP/1.1 302 Found\r\nlocation: file:///etc/passwd\r\n\r\n'),
    'Address is not allowed',
  ],
  ['a redirect to no address', once('HTTP/1.1 302 Found\r\nlocation: http://[x/\r\n\r\n'), 'Invalid URL'],
])('%s ends with a message, and closes the connection', async (_, how, message) => {
  talk = how;
  await expect(
    safe.request({ url: `http://127.0.0.1:${port}/`, timeoutMs: message === LATE ? 500 : 20_000 }),
  ).rejects.toThrow(message);
  while (sockets.size) await new Promise((resolve) => setTimeout(resolve, 10));
});
