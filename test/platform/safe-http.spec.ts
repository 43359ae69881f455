import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { gzipSync, brotliCompressSync } from 'node:zlib';
import { readEnvironment } from '../../src/platform/config/environment.js';
import type { DatabaseService } from '../../src/platform/database/database.service.js';
import type { SafeRequest } from '../../src/platform/http/safe-http/safe-http.js';
import { SafeHttpService } from '../../src/platform/http/safe-http/safe-http.service.js';
import { ShutdownService } from '../../src/platform/http/server/shutdown.service.js';
import { answering, close, listen } from './local-listeners.js';
import { REFUSED_ADDRESSES, REFUSED_RECORDS } from './refused-addresses.js';
import { NameServer } from '../apps/domains/name-server.js';
import { eventually } from '../support/service.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answer = (_request, response) => response.end('ok');
let dns: NameServer;
let server: Server;
let other: Server;
let port: number;
let otherPort: number;
let safe: SafeHttpService;
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = [];
const noDatabase = { refuseInTransaction: () => undefined } as unknown as DatabaseService;

function serverOf(): Server {
  return createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body });
      answer(request, response);
    });
  });
}

const clientOf = (variables: Record<string, string>) =>
  new SafeHttpService(readEnvironment({ DNS_SERVERS: dns.address, ...variables }), new ShutdownService(), noDatabase);

beforeAll(async () => {
  dns = await NameServer.start();
  [server, other] = [serverOf(), serverOf()];
  [port, otherPort] = [await listen(server), await listen(other)];
  safe = clientOf({
    OUTBOUND_ALLOW: `127.0.0.1:${port},127.0.0.1:${otherPort}`,
    PUBLIC_URL: 'https://hub.example',
    EDGE_IPS: '8.8.4.4',
  });
  dns.set('shop.example', { A: ['127.0.0.1'] });
  dns.set('other.example', { A: ['127.0.0.1'] });
});

beforeEach(() => {
  seen = [];
  answer = (_request, response) => response.end('ok');
});

afterAll(async () => {
  for (const one of [server, other]) {
    one.closeAllConnections();
    await close(one);
  }
  await dns.stop();
});
const at = (path = '/') => `http://shop.example:${port}${path}`;
const ask = (request: Partial<SafeRequest> = {}) => safe.request({ url: at(), ...request });
const expectFault = (request: Partial<SafeRequest>, message: string, client = safe) =>
  expect(client.request({ url: at(), ...request })).rejects.toThrow(message);
const redirectTo =
  (location: string, status = 302): Answer =>
  (request, response) => {
    if (request.url !== '/') return response.end('arrived');
    response.writeHead(status, { location }).end();
  };

describe('addresses', () => {
  it.each(REFUSED_ADDRESSES)('%s is refused', (url) => expectFault({ url }, 'Address is not allowed'));

  it.each(['', 'x', '/path', 'http://', 'http://a b/'])('%j is no address', (url) =>
    expectFault({ url }, 'Invalid URL'),
  );

  it.each(REFUSED_RECORDS)('a name that leads to %j is refused', async (records) => {
    dns.set('inner.example', { A: ['169.254.169.254'] });
    dns.set('trap.example', records);
    await expectFault({ url: 'http://trap.example/' }, 'Address is not allowed');
  });

  it('a port that is allowed for one address is not for another', async () => {
    dns.set('trap.example', { A: ['127.0.0.2'] });
    await expectFault({ url: `http://trap.example:${port}/` }, 'Address is not allowed');
    dns.set('trap.example', { A: ['8.8.8.8'] });
    await expectFault({ url: `http://trap.example:${port}/` }, 'Address is not allowed');
  });

  it('a name that is not there is a fault that may pass', async () => {
    await expect(ask({ url: 'http://nowhere.example/' })).rejects.toMatchObject({
      message: 'Host was not found',
      retryable: true,
    });
  });

  it('hosts that the caller refuses are refused', () =>
    expectFault({ refusesHost: (host) => Promise.resolve(host === 'shop.example') }, 'Address is not allowed'));

  it('asks DNS once for each connection, and connects to that answer', async () => {
    dns.set('rebind.example', { A: ['127.0.0.1'] });
    const before = dns.asked.length;
    answer = (_request, response) => {
      dns.set('rebind.example', { A: ['127.0.0.2'] });
      response.end('first');
    };
    const url = `http://rebind.example:${port}/`;
    expect((await ask({ url })).body.toString()).toBe('first');
    expect(dns.asked.slice(before).sort()).toEqual(['A rebind.example', 'AAAA rebind.example']);
    await expectFault({ url }, 'Address is not allowed');
    expect(seen).toHaveLength(1);
  });
});

describe('requests', () => {
  it('sends method, body and headers, and keeps those of the connection for itself', async () => {
    const headers = { Host: 'evil.example', 'Content-Length': '1', Connection: 'upgrade', 'X-Id': '7' };
    const response = await ask({ method: 'POST', headers, body: 'Grüße' });
    expect(response).toMatchObject({ status: 200, url: at() });
    expect(seen[0]).toMatchObject({ method: 'POST', body: 'Grüße' });
    expect(seen[0]?.headers).toMatchObject({
      host: `shop.example:${port}`,
      'content-length': '7',
      connection: 'close',
      'x-id': '7',
    });
  });

  it('ignores proxies of the environment', async () => {
    const saved = { ...process.env };
    Object.assign(process.env, {
      HTTP_PROXY: 'http://127.0.0.1:9',
      http_proxy: 'http://127.0.0.1:9',
      NODE_USE_ENV_PROXY: '1',
    });
    try {
      expect((await ask()).status).toBe(200);
    } finally {
      process.env = saved;
    }
  });

  it('refuses headers with line breaks', () =>
    expectFault({ headers: { 'x-a': 'b\r\nhost: c' } }, 'Header is not allowed'));

  it('gives errors of the service as answers, without cookies', async () => {
    answer = (_request, response) => response.writeHead(500, { 'set-cookie': 'a=b', 'x-a': 'b' }).end('no');
    const response = await ask();
    expect(response.status).toBe(500);
    expect(response.headers).toMatchObject({ 'x-a': 'b' });
    expect(response.headers).not.toHaveProperty('set-cookie');
  });
});
describe('redirects', () => {
  const headers = { Authorization: 'Bearer x', cookie: 'c', 'x-key': 'secret', 'x-open': '1' };

  it.each([301, 302, 303])('%s turns a POST into a GET', async (status) => {
    answer = redirectTo('/next', status);
    expect((await ask({ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })).url).toBe(
      at('/next'),
    );
    expect(seen[1]).toMatchObject({ method: 'GET', body: '' });
    expect(seen[1]?.headers).not.toHaveProperty('content-type');
  });
  it('307 keeps the method, the body and, at the same origin, all headers', async () => {
    answer = redirectTo('/next', 307);
    await ask({ method: 'PUT', body: 'x', headers, secretHeaders: ['X-Key'], secretBody: true });
    expect(seen[1]).toMatchObject({ method: 'PUT', body: 'x' });
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer x', 'x-key': 'secret' });
  });
  it.each(['other host', 'other port'])('secrets stay behind at an%s', async (where) => {
    answer = redirectTo(
      where === 'other host' ? `http://other.example:${port}/next` : `http://shop.example:${otherPort}/next`,
    );
    await ask({ headers, secretHeaders: ['X-Key'] });
    expect(Object.keys(seen[1]?.headers ?? {})).toContain('x-open');
    for (const name of ['authorization', 'cookie', 'x-key']) expect(seen[1]?.headers).not.toHaveProperty(name);
  });
  it('a body with secrets is not sent on', async () => {
    answer = redirectTo(`http://other.example:${port}/next`, 308);
    await expectFault(
      { method: 'POST', body: 'secret', secretBody: true },
      'Redirect to another origin is not followed',
    );
    expect(seen).toHaveLength(1);
  });
  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/',
    'http://[::1]/',
    'file:///etc/passwd',
    '//10.0.0.1/',
    'https://hub.example/',
  ])('to %s is refused', async (location) => {
    answer = redirectTo(location);
    await expectFault({}, 'Address is not allowed');
    expect(seen).toHaveLength(1);
  });
  it('ends after three', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    await expectFault({}, 'Too many redirects');
    expect(seen).toHaveLength(4);
  });
});
describe('limits', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('%s is opened, and a bomb is refused', async (coding, compress) => {
    const send = (bytes: Buffer) => {
      const packed = compress(bytes);
      answer = (_request, response) => response.writeHead(200, { 'content-encoding': coding }).end(packed);
    };
    send(Buffer.from('hello'));
    expect((await ask()).body.toString()).toBe('hello');
    send(Buffer.alloc(200 * 1024 * 1024));
    await expectFault({}, 'Response is too large');
  });

  it('a body of exactly the limit passes, one byte more does not', async () => {
    answer = (_request, response) => response.end(Buffer.alloc(1024 * 1024));
    expect((await ask()).body).toHaveLength(1024 * 1024);
    answer = (_request, response) => response.end(Buffer.alloc(1024 * 1024 + 1));
    await expectFault({}, 'Response is too large');
  });

  it('a body without an end is cut', async () => {
    answer = (_request, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1);
      response.on('close', () => clearInterval(timer));
    };
    await expectFault({}, 'Response is too large');
  });

  it('what is no gzip, and other encodings, are faults', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain');
    await expectFault({}, 'Response cannot be read');
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'x-own' }).end('plain');
    await expectFault({}, 'Content encoding is not supported');
  });

  it('the time is one for head, body and redirects', async () => {
    answer = () => undefined;
    await expectFault({ timeoutMs: 200 }, 'Request timed out');
    answer = (_request, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    };
    await expectFault({ timeoutMs: 300 }, 'Request timed out');
    dns.set('slow.example', { A: ['127.0.0.1'] });
    dns.fault('A', 'slow.example', 'silence');
    await expectFault({ url: `http://slow.example:${port}/`, timeoutMs: 300 }, 'Request timed out');
  });

  it('a connection that ends early, and one that is refused, may pass', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('part');
      setTimeout(() => response.destroy(), 20);
    };
    await expect(ask()).rejects.toMatchObject({ retryable: true });
    const closed = createTcpServer();
    const gone = await listen(closed);
    await close(closed);
    const client = clientOf({ OUTBOUND_ALLOW: `127.0.0.1:${gone}` });
    await expectFault({ url: `http://127.0.0.1:${gone}/` }, 'Connection was refused', client);
  });

  it.each([
    'garbage\r\n\r\n',
    `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
  ])('an answer that is no HTTP is a fault', async (raw) => {
    const tcp = answering(raw);
    const own = await listen(tcp);
    const client = clientOf({ OUTBOUND_ALLOW: `127.0.0.1:${own}` });
    await expect(client.request({ url: `http://127.0.0.1:${own}/`, timeoutMs: 20_000 })).rejects.toThrow(
      /Response cannot be read|Answer is no HTTP/,
    );
    await close(tcp);
  });

  it('the shutdown ends calls, and no connection stays open', async () => {
    answer = () => undefined;
    const pending = ask();
    pending.catch(() => undefined);
    while (!seen.length) await new Promise((resolve) => setTimeout(resolve, 10));
    safe.stop();
    await expect(pending).rejects.toMatchObject({ message: 'Service is stopping', retryable: true });
    const connections = () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
    await eventually(async () => expect(await connections()).toBe(0));
  });
});
