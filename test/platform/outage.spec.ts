import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { type Account, eventually, TestService } from '../support/service.js';

/** A proxy to PostgreSQL that can be closed: to the service this looks as if PostgreSQL had stopped. */
class Gate {
  private readonly open = new Set<Socket>();
  private server: Server | undefined;
  port = 0;

  constructor(private readonly target: URL) {}

  async start(): Promise<void> {
    this.server = createServer((client) => {
      const upstream = connect(Number(this.target.port), this.target.hostname);
      for (const socket of [client, upstream]) {
        this.open.add(socket);
        socket.on('error', () => undefined).on('close', () => this.open.delete(socket));
      }
      client.pipe(upstream).pipe(client);
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server?.close();
    for (const socket of this.open) socket.destroy();
  }
}

let databaseName: string;
let gate: Gate;
let service: TestService;
let account: Account;
beforeAll(async () => {
  databaseName = await cloneTemplate();
  const target = new URL(addressOf(databaseName));
  gate = new Gate(new URL(target));
  await gate.start();
  target.port = String(gate.port);
  service = await TestService.start({ DATABASE_URL: target.href });
  account = await service.account();
});
afterAll(async () => {
  await service?.stop();
  gate.stop();
  await dropDatabase(databaseName);
});

it('PostgreSQL stopped for five seconds under load: 503 meanwhile, and back within five', async () => {
  const during = new Set<number>();
  let stopped = false;
  let down = false;
  const load = Array.from({ length: 8 }, async () => {
    while (!stopped) {
      const begunDown = down;
      const { status, body, headers } = await account.client.get('/v1/users/me');
      if (!begunDown) continue;
      during.add(status);
      if (status === 503) {
        expect(body).toEqual({ error: 'Service unavailable' });
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  gate.stop();
  await new Promise((resolve) => setTimeout(resolve, 300));
  down = true;
  await service.client().get('/v1/health').expect(200, { status: 'ok' });
  const { body } = await service.client().get('/v1/health/ready').expect(503);
  expect(body).toMatchObject({ status: 'unavailable', dependencies: { database: 'down' } });
  // A public route also serves callers whose credential cannot be checked now.
  await account.client.get('/v1/health').expect(200);
  await new Promise((resolve) => setTimeout(resolve, 4_700));
  down = false;
  stopped = true;
  await Promise.all(load);
  expect([...during]).toEqual([503]);

  const back = Date.now();
  await gate.start();
  await eventually(() => account.client.get('/v1/users/me').expect(200), 5);
  expect(Date.now() - back).toBeLessThan(5_000);
  await eventually(() => service.client().get('/v1/health/ready').expect(200), 5);
  await service.client().post('/v1/auth/sign-up', { email: 'after@example.com', password: 'long enough' }).expect(201);
  await service.mailedToken('after@example.com', 'token_hash');
});
