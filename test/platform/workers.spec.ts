import { existsSync, readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { RealtimeClient } from '../support/realtime-client.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../support/server-process.js';
import { eventually, PASSWORD } from '../support/service.js';

const LIMIT = 40;

let folder: string;
let databaseName: string;
let server: ServerProcess;
beforeAll(async () => {
  folder = temporaryFolder();
  databaseName = await cloneTemplate();
  const DATABASE_URL = addressOf(databaseName);
  server = await ServerProcess.start({
    DATABASE_URL,
    DATA_DIR: folder,
    WEB_CONCURRENCY: '2',
    RATE_LIMIT: String(LIMIT),
    TRUST_PROXY: 'loopback',
  });
});
afterAll(async () => {
  await server?.kill('SIGTERM');
  await dropDatabase(databaseName);
  removeFolder(folder);
});

async function ask(address: string, agent: Agent | false = false): Promise<number> {
  const headers = { 'x-forwarded-for': address };
  const [response] = (await once(get(`${server.url}/v1/auth/session`, { agent, headers }), 'response')) as [
    IncomingMessage,
  ];
  response.resume();
  return response.statusCode as number;
}

it('the workers share one port, and the jobs run in a separate process', async () => {
  await eventually(async () => {
    const ready = await fetch(`${server.url}/v1/health/ready`);
    expect(await ready.json()).toMatchObject({ status: 'ok', dependencies: { jobs: 'ok' } });
  });
});

it('two worker processes without a Redis share one request counter', async () => {
  let address = 0;
  // Again from another address: on a busy machine the counter may not answer within a second, and then a worker counts
  // alone for ten seconds, in which more requests are let through.
  await eventually(async () => {
    const from = `203.0.114.${++address}`;
    // Each request has its own connection, and the workers take turns.
    const statuses: number[] = [];
    for (let at = 0; at < LIMIT * 2; at++) statuses.push(await ask(from));
    expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
  }, 60);
  expect(await ask('203.0.113.2')).toBe(401);
});

it('a primary process that does not answer delays no request', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask('203.0.113.3', agent)).toBe(401);
  // The worker has already accepted this connection.
  server.child.kill('SIGSTOP');
  try {
    const begun = performance.now();
    for (let at = 0; at < LIMIT; at++) expect(await ask('203.0.113.4', agent)).toBe(401);
    // The first request waits for a second. If all forty did, it would take forty.
    expect(performance.now() - begun).toBeLessThan(20_000);
    expect(await ask('203.0.113.4', agent)).toBe(429);
  } finally {
    server.child.kill('SIGCONT');
    agent.destroy();
  }
});

/** The web processes and the one of the jobs. */
const processes = () =>
  readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, 'utf8').trim().split(' ').map(Number);

(existsSync('/proc/self/task') ? it : it.skip)('a killed process is replaced, and nobody notices', async () => {
  const before = processes();
  expect(before).toHaveLength(3);
  const [victim] = before as [number];
  process.kill(victim, 'SIGKILL');
  await eventually(() => Promise.resolve(expect(processes()).not.toContain(victim)));
  expect(await ask('203.0.113.5')).toBe(401);
  await eventually(() => Promise.resolve(expect(processes()).toHaveLength(3)));
  await eventually(async () => expect((await fetch(`${server.url}/v1/health/ready`)).status).toBe(200), 120);
});

async function account(email: string): Promise<string> {
  await server.post('/v1/auth/sign-up', { email, password: PASSWORD });
  const answer = await server.post('/v1/auth/sign-in', { email, password: PASSWORD });
  return ((await answer.json()) as any).session.access_token;
}

it('without a Redis, events reach all processes through the log, and SIGTERM closes all connections', async () => {
  const token = await account('host@example.com');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object) => {
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as any;
  };
  const { room } = await post('/v1/community/rooms', { name: 'Room' });
  // The processes accept connections in turn, so both have some.
  const clients: RealtimeClient[] = [];
  for (let at = 0; at < 6; at++) clients.push(await RealtimeClient.as(server.url as string, token));
  const request = get(`${server.url}/v1/realtime/events`, { headers, agent: false });
  const [listening] = (await once(request, 'response')) as [IncomingMessage];
  let told = '';
  listening.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const ended = once(listening, 'end');

  await post(`/v1/community/rooms/${room.id}/messages`, { content: 'hello' });
  for (const client of clients) await client.event('message.created');

  const leaving = Date.now();
  expect(await server.kill('SIGTERM')).toBe(0);
  // Shutdown does not wait longer for open connections than for requests.
  expect(Date.now() - leaving).toBeLessThan(15_000);
  const retries: number[] = [];
  for (const client of clients) {
    expect(await client.closing()).toBe(1012);
    const bye = client.frames.at(-1);
    expect(bye).toMatchObject({ op: 'bye', code: 1012 });
    retries.push(bye?.retry_after_ms);
  }
  expect(Math.max(...retries)).toBeLessThan(30_000);
  expect(new Set(retries).size).toBeGreaterThan(1);
  await ended;
  expect(told).toMatch(/data: \{"op":"bye","code":1012,"retry_after_ms":\d+\}\n\n$/);
});
