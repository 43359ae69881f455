import { createServer, get, Agent } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { limitConnections } from '../../src/platform/http/server/connection-limit.js';
import { Networks } from '../../src/platform/http/networks.js';
import { ask } from '../support/ask.js';
import { FixtureService } from '../support/fixture-service.js';
import { eventually } from '../support/service.js';

const MOST = 3;
const REFUSED =
  /^HTTP\/1.1 429 Too Many Requests\r\n[^]*Retry-After: \d+\r\n[^]*\r\n\r\n{"error":"Too many requests"}$/;

interface Limited {
  url: string;
  port: number;
  warnings: string[];
  close(): Promise<unknown>;
}

async function limited(unlimited: string[] = []): Promise<Limited> {
  const warnings: string[] = [];
  const server = createServer((_, response) => void response.end('served'));
  const warn = (message: string) => void warnings.push(message);
  limitConnections(server, { most: MOST, unlimited: new Networks(unlimited), warn });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    warnings,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function open(port: number, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, host).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Everything that arrives until the other end closes. */
async function answerOn(socket: Socket, text = ''): Promise<string> {
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  if (text) socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('connections of one address', () => {
  it('above the limit are refused at once, with or without a request, with a complete answer', async () => {
    const server = await limited();
    const held = await Promise.all(Array.from({ length: MOST }, () => open(server.port)));
    expect(await answerOn(await open(server.port))).toMatch(REFUSED);
    const asking = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`;
    expect(await answerOn(await open(server.port), asking)).toMatch(REFUSED);
    const [first] = held;
    expect(await answerOn(first as Socket, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /served$/,
    );
    // The slot of a closed connection is free.
    await eventually(async () => expect((await ask(server.url, '/')).text).toBe('served'));
    for (const socket of held) socket.destroy();
    await server.close();
  });

  it('are logged, once a minute', async () => {
    const server = await limited();
    const held = await Promise.all(Array.from({ length: MOST }, () => open(server.port)));
    for (let more = 0; more < 5; more++) await answerOn(await open(server.port));
    expect(server.warnings).toEqual([
      expect.stringMatching(/^127\.0\.0\.1 has 3 connections, .*TRUST_PROXY.*MAX_CONNECTIONS_PER_ADDRESS$/),
    ]);
    for (const socket of held) socket.destroy();
    await server.close();
  });

  it('are counted by connection and not by request', async () => {
    const server = await limited();
    const agent = new Agent({ keepAlive: true, maxSockets: MOST });
    const statuses = Array.from({ length: 50 }, async () => {
      const [response] = await once(get(server.url, { agent }), 'response');
      response.resume();
      return response.statusCode as number;
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    agent.destroy();
    await server.close();
  });

  it('are not limited for trusted addresses', async () => {
    const server = await limited(['loopback']);
    const held = await Promise.all(Array.from({ length: MOST * 5 }, () => open(server.port)));
    expect((await ask(server.url, '/')).text).toBe('served');
    for (const socket of held) socket.destroy();
    await server.close();
  });
});

const OUTER = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address;

// This suite is skipped when the machine has only loopback addresses.
(OUTER ? describe : describe.skip)('the service', () => {
  const at = (service: FixtureService) => `http://${OUTER}:${service.runtime.port}`;

  it('limits an address that is not loopback, and counts a request with an upgrade once', async () => {
    const variables = { HOST: '0.0.0.0', MAX_CONNECTIONS_PER_ADDRESS: '2' };
    const service = await FixtureService.start({ variables });
    try {
      const { port } = service.runtime;
      const upgrade = 'GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
      const held = await open(port, OUTER);
      held.write(upgrade);
      await once(held, 'data');
      expect((await ask(at(service), '/v1/health')).status).toBe(200);
      const other = await open(port, OUTER);
      expect(await answerOn(await open(port, OUTER))).toMatch(REFUSED);
      expect((await service.ask('/v1/health')).status).toBe(200);
      for (const socket of [held, other]) socket.destroy();
      await eventually(async () => expect((await ask(at(service), '/v1/health')).status).toBe(200));
    } finally {
      await service.stop();
    }
  });

  it('shows developer pages and metrics on this machine only', async () => {
    const service = await FixtureService.start({ variables: { HOST: '0.0.0.0', NODE_ENV: 'development' } });
    try {
      const host = { host: `localhost:${service.runtime.port}` };
      for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/realtime', '/metrics']) {
        expect((await service.ask(path, { headers: host })).status).toBe(200);
        expect((await ask(at(service), path, { headers: host })).status).toBe(404);
      }
      const sandbox = new URL(service.runtime.sandboxUrl as string);
      for (const path of ['/', '/sandbox/events']) {
        const [here, there] = ['127.0.0.1', OUTER].map((name) => `http://${name}:${sandbox.port}`);
        expect((await ask(here as string, path, { headers: host })).status).toBe(200);
        expect((await ask(there as string, path, { headers: host })).status).toBe(404);
      }
    } finally {
      await service.stop();
    }
  });

  it('lets collectors of METRICS_FROM read its metrics', async () => {
    const variables = { HOST: '0.0.0.0', METRICS_FROM: `10.0.0.0/8,${OUTER}` };
    const service = await FixtureService.start({ variables });
    try {
      expect((await ask(at(service), '/metrics')).status).toBe(200);
      expect((await service.ask('/metrics')).status).toBe(404);
    } finally {
      await service.stop();
    }
  });
});
