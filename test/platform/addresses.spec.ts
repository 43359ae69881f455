import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { AppModule } from '../../src/app.module.js';
import { readEnvironment } from '../../src/platform/config/environment.js';
import { Runtime } from '../../src/platform/config/runtime.js';
import { serve } from '../../src/platform/process/serve.js';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { removeFolder, temporaryFolder } from '../support/server-process.js';

describe('a port that is taken while the service is loading', () => {
  const DATA_DIR = temporaryFolder();
  let databaseName: string;
  let other: Server;
  let taken: number;
  beforeAll(async () => {
    databaseName = await cloneTemplate();
    other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    ({ port: taken } = other.address() as AddressInfo);
  });
  afterAll(async () => {
    other.close();
    await dropDatabase(databaseName);
    removeFolder(DATA_DIR);
  });

  const configured = (PORT: string) =>
    new Runtime(readEnvironment({ PORT, DATA_DIR, DATABASE_URL: addressOf(databaseName) }));
  const start = (runtime: Runtime) => serve(AppModule.with(runtime, { jobs: true }), runtime, pino({ enabled: false }));

  it('is replaced with PORT=0, and the addresses follow', async () => {
    const runtime = configured('0');
    runtime.port = taken;
    const service = await start(runtime);
    expect(runtime.port).not.toBe(taken);
    expect(runtime.publicUrl).toBe(`http://localhost:${runtime.port}`);
    expect((await fetch(`${runtime.publicUrl.replace('localhost', '127.0.0.1')}/v1/health`)).status).toBe(200);
    await service.stop();
  });

  it('is refused when it was configured, and nothing stays open', async () => {
    await expect(start(configured(String(taken)))).rejects.toThrow(`PORT ${taken} is taken on 127.0.0.1`);
  });
});
