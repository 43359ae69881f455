import { Agent, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { removeFolder, ServerProcess, temporaryFolder } from '../support/server-process.js';

const LIMIT = 40;

let folder: string;
let server: ServerProcess;
beforeAll(async () => {
  folder = temporaryFolder();
  // Four processes start at once, which takes long on a busy machine.
  server = await ServerProcess.start(
    { DATA_DIR: folder, WEB_CONCURRENCY: '2', RATE_LIMIT: String(LIMIT), TRUST_PROXY: 'loopback' },
    200,
  );
}, 220_000);
afterAll(async () => {
  await server?.kill('SIGTERM');
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

it('two worker processes without a Redis share one request counter', async () => {
  // Each request has its own connection, and the workers take turns.
  const statuses: number[] = [];
  for (let at = 0; at < LIMIT * 2; at++) statuses.push(await ask('203.0.113.1'));
  expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT);
  expect(statuses.filter((status) => status === 429)).toHaveLength(LIMIT);
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
