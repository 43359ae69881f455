import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { commandProcess } from '../support/command.js';
import { removeFolder, ServerProcess, temporaryFolder } from '../support/server-process.js';
import { eventually } from '../support/service.js';

const PASSWORD = 'correct horse battery';
const folders: string[] = [];
const folder = () => {
  const made = temporaryFolder();
  folders.push(made);
  return made;
};
afterAll(() => folders.forEach(removeFolder));

const postgresLogOf = (dataDir: string) => readFileSync(join(dataDir, 'postgres.log'), 'utf8');

/** The number of files of each checkpoint. */
const filesWritten = (dataDir: string) =>
  [...postgresLogOf(dataDir).matchAll(/checkpoint complete: .*sync files=(\d+)/g)].map(([, files]) => Number(files));

const signUp = (server: ServerProcess, email: string) => server.post('/v1/auth/sign-up', { email, password: PASSWORD });

describe('an error that the operator can correct stops the start with one line', () => {
  async function expectRefusal(variables: Record<string, string>, line: RegExp): Promise<void> {
    const server = ServerProcess.spawn({ DATA_DIR: folder(), ...variables });
    expect(await server.exit()).toBe(1);
    const lines = server.errors.trim().split('\n');
    expect(lines).toEqual([expect.stringMatching(line)]);
  }

  it('a wrong variable', () => expectRefusal({ PORT: 'http' }, /^PORT is "http", accepted is a whole number/));

  it('a short secret, without printing it', () =>
    expectRefusal({ JWT_SECRET: 'hunter2' }, /^JWT_SECRET is "\*\*\*", accepted/));

  it('a data directory that is a file', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    return expectRefusal({ DATA_DIR: file }, /^DATA_DIR \S+ is not a folder$/);
  });

  it('a database that is not there', () =>
    expectRefusal(
      { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/none' },
      /^DATABASE_URL cannot be used: (?!.*secret)/,
    ));

  it('a data directory in use, or a taken port', async () => {
    const DATA_DIR = folder();
    const first = await ServerProcess.start({ DATA_DIR });
    await expectRefusal({ DATA_DIR }, /^DATA_DIR \S+ is in use by another running server \(process \d+\)$/);
    await eventually(async () => expect((await fetch(`${first.url}/v1/health/ready`)).status).toBe(200));
    await first.kill('SIGTERM');

    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const PORT = String((other.address() as AddressInfo).port);
    await expectRefusal({ DATA_DIR, PORT }, new RegExp(`^PORT ${PORT} is taken on 127\\.0\\.0\\.1: `));
    other.close();
  });
});

describe('the shutdown', () => {
  /** Stops a server with fifty requests in flight. */
  async function stopInFlight(DATA_DIR: string, attempt: number) {
    const server = await ServerProcess.start({ DATA_DIR }, { comesFirst: true });
    const emailOf = (n: number) => `flight${attempt}-${n}@example.com`;
    // Hashing takes long: five of these requests are in flight as long as all the others.
    const posts = Array.from({ length: 50 }, (_, n) =>
      n % 10
        ? server.send('/v1/auth/forgot-password', { email: emailOf(n) })
        : server.send('/v1/auth/sign-up', { email: emailOf(n), password: PASSWORD }),
    );
    await Promise.all(posts.map(({ sent }) => sent));
    const begun = Date.now();
    const exited = server.kill('SIGTERM');
    const statuses = await Promise.all(posts.map(({ status }) => status.catch(() => undefined)));
    return { statuses, code: await exited, ms: Date.now() - begun };
  }

  it('SIGTERM with fifty requests in flight: all are answered, exit 0, and no recovery at the next start', async () => {
    const DATA_DIR = folder();
    let stopped = await stopInFlight(DATA_DIR, 1);
    // Requests have 7.5 s. An attempt that takes longer tells of the load of the machine, and is repeated.
    for (let attempt = 2; attempt <= 5 && stopped.ms > 7_500; attempt++)
      stopped = await stopInFlight(DATA_DIR, attempt);
    expect(stopped.statuses).toEqual(Array.from({ length: 50 }, (_, n) => (n % 10 ? 200 : 201)));
    expect(stopped.code).toBe(0);
    expect(stopped.ms).toBeLessThan(10_000);
    const again = await ServerProcess.start({ DATA_DIR });
    await again.kill('SIGTERM');
    expect(postgresLogOf(DATA_DIR)).not.toMatch(/not properly shut down|recovery in progress/);
  });

  it('a first start writes the files of the new database at once, so that a stop soon after has few to write', async () => {
    const DATA_DIR = folder();
    const server = await ServerProcess.start({ DATA_DIR });
    await eventually(async () => expect(filesWritten(DATA_DIR)).toHaveLength(1));
    await server.kill('SIGTERM');
    const [atStart, atStop] = filesWritten(DATA_DIR) as [number, number];
    expect(atStart).toBeGreaterThan(1_000);
    expect(atStop).toBeLessThan(atStart / 4);
    await (await ServerProcess.start({ DATA_DIR })).kill('SIGTERM');
    expect(filesWritten(DATA_DIR)).toHaveLength(3);
  });

  it('so does the command that migrates', async () => {
    const DATA_DIR = folder();
    expect((await commandProcess({ DATA_DIR }, 'migrate')).code).toBe(0);
    const [atStart, atStop] = filesWritten(DATA_DIR) as [number, number];
    expect(atStop).toBeLessThan(atStart / 4);
  });

  it('kill -9 under load, four times in a row: every account that was acknowledged is there', async () => {
    const DATA_DIR = folder();
    const acknowledged: string[] = [];
    for (let round = 0; round < 4; round++) {
      const server = await ServerProcess.start({ DATA_DIR });
      const load = Array.from({ length: 4 }, async (_, lane) => {
        for (let n = 0; ; n++) {
          const email = `round${round}-${lane}-${n}@example.com`;
          if ((await signUp(server, email)).status === 201) acknowledged.push(email);
        }
      });
      const cut = Promise.allSettled(load);
      const before = acknowledged.length;
      await eventually(async () => expect(acknowledged.length - before).toBeGreaterThan(1));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
      await server.kill('SIGKILL');
      await cut;
    }
    const server = await ServerProcess.start({ DATA_DIR });
    const again = await Promise.all(acknowledged.map((email) => signUp(server, email)));
    expect(again.map(({ status }) => status)).toEqual(acknowledged.map(() => 409));
    await server.kill('SIGTERM');
  });
});
