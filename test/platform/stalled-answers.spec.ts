import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { Runtime } from '../../src/platform/config/runtime.js';
import { cutStalledAnswers } from '../../src/platform/http/server/time-limit.js';
import { serve } from '../../src/platform/process/serve.js';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { removeFolder, temporaryFolder } from '../support/server-process.js';

/** A short value in place of 60 s, but far above the pauses of a busy machine. */
const LIMIT = { ms: 1_500, lookMs: 100 };
/** For an answer that is read, because a pause of the reader is no stalled answer. */
const LONG = { ms: 5_000, lookMs: 100 };
const MEBIBYTE = 1024 * 1024;
/** More than the operating system buffers for a connection whose other end does not read. */
const LARGE = Buffer.alloc(128 * MEBIBYTE);

type Read = (socket: Socket, cut: Promise<void>) => Promise<unknown>;

/** Serves one connection whose client reads as `read` says, and returns whether it was cut. */
async function isCut(listener: RequestListener, read: Read, limit = LIMIT): Promise<boolean> {
  const server = createServer(listener);
  cutStalledAnswers(server, limit);
  let wasCut = false;
  const cut = new Promise<void>((resolve) =>
    server.once('connection', (socket: Socket) =>
      socket.once('close', () => {
        wasCut = true;
        resolve();
      }),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.pause().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await read(socket, cut);
  const result = wasCut;
  socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return result;
}

const untilCut: Read = (_socket, cut) => cut;
const large: RequestListener = (_, response) => void response.end(LARGE);

describe('an answer', () => {
  it('that is not read is cut, whatever the client sends meanwhile', async () => {
    const sendMore: Read = async (socket, cut) => {
      // The head of another request, one character at a time.
      socket.write('GET / HTTP/1.1\r\nX-Slow: ');
      const sending = setInterval(() => socket.write('x'), 100);
      await cut;
      clearInterval(sending);
    };
    expect(await isCut(large, sendMore)).toBe(true);
  });

  it('that grows, but is not read, is cut', async () => {
    const addMore: RequestListener = (_, response) => {
      response.write(LARGE);
      const adding = setInterval(() => response.write('more'), 50);
      response.once('close', () => clearInterval(adding));
    };
    expect(await isCut(addMore, untilCut)).toBe(true);
  });

  it('that is one large write is kept as long as some of it is read', async () => {
    const readSome: Read = async (socket) => {
      const until = performance.now() + LONG.ms * 2;
      // The operating system frees buffer space only after a large part was read: two megabytes each time.
      while (performance.now() < until) {
        let length = 0;
        socket.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length >= 2 * MEBIBYTE) socket.pause();
        });
        socket.resume();
        await sleep(200);
        socket.removeAllListeners('data').pause();
      }
    };
    expect(await isCut(large, readSome, LONG)).toBe(false);
  });

  it('without unsent bytes is kept, before its first byte and after', async () => {
    const begin: RequestListener = (_, response) => void response.write('data: 1\n\n');
    const listen: Read = (socket) => sleep(LIMIT.ms * 2, socket.resume());
    for (const listener of [begin, () => undefined]) expect(await isCut(listener, listen)).toBe(false);
  });
});

it('the service cuts answers that are not read', async () => {
  const DATA_DIR = temporaryFolder();
  const databaseName = await cloneTemplate();
  const runtime = new Runtime(readEnvironment({ PORT: '0', DATA_DIR, DATABASE_URL: addressOf(databaseName) }));
  const module = AppModule.with(runtime, { jobs: false });
  const service = await serve(module, runtime, pino({ enabled: false }), LIMIT);
  const { port } = service.server.address() as AddressInfo;
  // The first answer builds the document, for however long that takes on a full machine. The others are only sent.
  await (await fetch(`http://127.0.0.1:${port}/v1/openapi.json`, { headers: { connection: 'close' } })).arrayBuffer();
  const accepted = once(service.server, 'connection');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  const connections = () => new Promise((resolve) => service.server.getConnections((_, count) => resolve(count)));
  // One answer would fit into the buffers of the operating system; twenty do not.
  socket.pause().write('GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20));
  await accepted;
  const begun = performance.now();
  while ((await connections()) !== 0 && performance.now() - begun < 20_000) await sleep(50);
  expect(await connections()).toBe(0);
  expect(performance.now() - begun).toBeGreaterThan(LIMIT.ms - LIMIT.lookMs);
  socket.destroy();
  await service.stop();
  await dropDatabase(databaseName);
  removeFolder(DATA_DIR);
});
