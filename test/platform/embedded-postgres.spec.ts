import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  SHUT_DOWN,
  answers,
  ask,
  clearWorkshop,
  isRoot,
  isRunning,
  logOf,
  openWorkshop,
  postmaster,
  prepared,
  programs,
  start,
  stateOf,
  workshop,
  type Running,
} from '../support/embedded-workshop.js';

beforeAll(() => openWorkshop());
afterAll(clearWorkshop);

describe('a server', () => {
  it('has a database that folds Unicode, verifies page checksums and requires the password', async () => {
    const server = await start(prepared());
    expect(await ask(server.url, `select lower('ÉŁΩ')`)).toBe('éłω');
    expect(await ask(server.url, 'show data_checksums')).toBe('on');
    expect(await ask(server.url, 'show fsync')).toBe('on');
    const guess = new URL(server.url);
    guess.password = 'guess';
    await expect(ask(guess.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await server.stop();
  });

  it('leaves nothing to recover when it stops, even with a transaction open', async () => {
    const dataDir = prepared();
    const server = await start(dataDir);
    const client = new pg.Client(server.url);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('begin; insert into row_of values (1)');
    await server.stop();
    expect(isRunning(dataDir)).toBe(false);
    expect(stateOf(dataDir)).toBe(SHUT_DOWN);
    await (await start(dataDir)).stop();
    expect(logOf(dataDir)).not.toContain('not properly shut down');
  });

  it('has its data directory to itself', async () => {
    const dataDir = prepared();
    const server = await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(
      `StartRefusal: DATA_DIR ${dataDir} is in use by another running server (process ${server.pid})`,
    );
    expect(await answers(server.url)).toBe(true);
    await server.stop();
  });

  it('has it to itself from the beginning, before a database exists', async () => {
    const dataDir = join(fs.mkdtempSync(join(workshop, 'data-')), 'dir');
    const outcomes = await Promise.allSettled([start(dataDir), start(dataDir), start(dataDir)]);
    const [server, ...others] = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(others).toHaveLength(0);
    await (server as PromiseFulfilledResult<Running>).value.stop();
  });

  it('is up again after kill -9, ten times in a row, with every committed row', async () => {
    const dataDir = prepared();
    let url = '';
    for (let round = 1; round <= 10; round++) {
      const server = await start(dataDir);
      url = server.url;
      await ask(server.url, `insert into row_of values (${round})`);
      await server.kill();
      if (round % 3 === 0) process.kill(postmaster(dataDir), 'SIGKILL');
    }
    const server = await start(dataDir);
    expect(server.messages).toContain('PostgreSQL is still running from before: going on with it');
    expect(server.url).toBe(url);
    expect(await ask(server.url, 'select count(*)::int from row_of')).toBe(10);
    await server.stop();
  });

  /** The file of the process id may be removed between two looks at it. */
  function hasAnother(dataDir: string, before: number): boolean {
    try {
      return postmaster(dataDir) !== before;
    } catch {
      return false;
    }
  }

  it('restarts a killed PostgreSQL at the same address', async () => {
    const dataDir = prepared();
    const server = await start(dataDir);
    for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const) {
      const before = postmaster(dataDir);
      process.kill(before, signal);
      const begun = Date.now();
      while (!(hasAnother(dataDir, before) && (await answers(server.url)))) {
        expect(Date.now() - begun).toBeLessThan(70_000);
        await sleep(20);
      }
    }
    await server.stop();
    expect(stateOf(dataDir)).toBe(SHUT_DOWN);
  });

  /** A folder in which the first start was killed before the cluster was complete. */
  async function killedHalfWay(): Promise<string> {
    const dataDir = join(fs.mkdtempSync(join(workshop, 'data-')), 'dir');
    const killed = start(dataDir).catch((error: Error) => error);
    const unfinished = () => fs.existsSync(dataDir) && fs.readdirSync(dataDir).some((name) => name.includes('.new-'));
    while (!unfinished()) await sleep(5);
    await sleep(100);
    programs.at(-1)!.kill('SIGKILL');
    await killed;
    // On a busy machine the start may have finished before the kill; then it is tried again.
    return fs.existsSync(join(dataDir, 'postgres')) ? killedHalfWay() : dataDir;
  }

  it('creates a complete cluster after the first start was killed', async () => {
    const dataDir = await killedHalfWay();
    const server = await start(dataDir);
    expect(await answers(server.url)).toBe(true);
    await server.stop();
  });

  it('starts despite a pid file whose pid belongs to another program', async () => {
    const dataDir = prepared();
    const server = await start(dataDir);
    const file = join(dataDir, 'postgres/postmaster.pid');
    const lines = fs.readFileSync(file, 'utf8').split('\n');
    await server.stop();
    const other = spawn('sleep', ['60']);
    fs.writeFileSync(file, [String(other.pid), ...lines.slice(1)].join('\n'));
    await (await start(dataDir)).stop();
    expect(other.exitCode).toBeNull();
    other.kill();
  });

  it('refuses an unusable data directory in one line', async () => {
    const file = join(workshop, 'a file');
    fs.writeFileSync(file, '');
    await expect(start(file)).rejects.toThrow(`StartRefusal: DATA_DIR ${file} is not a folder`);
    const older = prepared();
    fs.writeFileSync(join(older, 'postgres/PG_VERSION'), '14\n');
    await expect(start(older)).rejects.toThrow(/^StartRefusal: The database of DATA_DIR .* was made by PostgreSQL 14,/);
    const locked = prepared();
    fs.rmSync(join(locked, 'postgres-password'));
    await expect(start(locked)).rejects.toThrow(/^StartRefusal: .*postgres-password is missing/);
  });
});

describe('a visitor', () => {
  it('starts the cluster, and the last one to leave stops it', async () => {
    const dataDir = prepared();
    const first = await start(dataDir, 'visitor');
    const second = await start(dataDir, 'visitor');
    await first.stop();
    expect(await answers(second.url)).toBe(true);
    await second.stop();
    expect(isRunning(dataDir)).toBe(false);
    expect(stateOf(dataDir)).toBe(SHUT_DOWN);
  });

  it('works beside a server, also one that starts later, and leaves the cluster running', async () => {
    const dataDir = prepared();
    const early = await start(dataDir, 'visitor');
    const server = await start(dataDir);
    const late = await start(dataDir, 'visitor');
    expect([early.url, late.url]).toEqual([server.url, server.url]);
    await early.stop();
    await late.stop();
    expect(await answers(server.url)).toBe(true);
    await server.stop();
    expect(isRunning(dataDir)).toBe(false);
  });
});

/** Empty for a process that has ended, even if its parent has not reaped it. */
function commandLine(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}

(process.platform === 'linux' ? describe : describe.skip)('a server on Linux', () => {
  it('ends a session that outlives its killed PostgreSQL', async () => {
    const dataDir = prepared();
    const server = await start(dataDir);
    const busy = ask(server.url, 'do $$ begin loop end loop; end $$').catch(() => undefined);
    const session = `select pid from pg_stat_activity where query like 'do%'`;
    let pid: unknown;
    while (!(pid = await ask(server.url, session))) await sleep(10);
    await server.kill();
    const killed = postmaster(dataDir);
    process.kill(killed, 'SIGKILL');
    while (fs.existsSync(`/proc/${killed}`)) await sleep(10);
    const next = await start(dataDir);
    expect(commandLine(Number(pid))).toBe('');
    await next.stop();
    await busy;
  });
});

// Root may write everywhere, so the program runs as `nobody`; the test is skipped when that user cannot reach
// the files it needs.
const lesser = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const needed = fs.realpathSync('node_modules/pg/package.json');
const canAsk = [process.execPath, needed].every((file) => spawnSync('test', ['-r', file], lesser).status === 0);
(canAsk ? describe : describe.skip)('a server without rights', () => {
  it('refuses a folder that is not writable', async () => {
    const closed = join(workshop, 'closed');
    fs.mkdirSync(closed, { mode: 0o555 });
    const attempt = start(closed, 'server', lesser);
    await expect(attempt).rejects.toThrow(/^StartRefusal: DATA_DIR .*closed cannot be written: permission denied/);
  });
});
