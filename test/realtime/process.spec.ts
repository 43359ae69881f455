import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { RealtimeClient } from '../support/realtime-client.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../support/server-process.js';
import { PASSWORD } from '../support/service.js';

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = temporaryFolder();
  server = await ServerProcess.start({ DATA_DIR: folder, WEB_CONCURRENCY: '2' });
});
afterAll(async () => {
  await server.kill('SIGTERM');
  removeFolder(folder);
});

async function account(email: string): Promise<string> {
  await server.post('/v1/auth/sign-up', { email, password: PASSWORD });
  const answer = await server.post('/v1/auth/sign-in', { email, password: PASSWORD });
  return ((await answer.json()) as any).session.access_token;
}

it('several processes without Redis exchange events through the log, and all close their connections at the end', async () => {
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
