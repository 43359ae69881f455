import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Postmaster {
  readonly pid: number;
  /** Undefined shortly after the start, until PostgreSQL has written it. */
  readonly port: number | undefined;
  readonly ready: boolean;
}

/** The running PostgreSQL of this cluster, regardless of which process started it. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = pidFile(cluster);
  const pid = Number(lines?.[0]);
  if (!pid || !isPostgresOf(cluster, pid)) return undefined;
  return { pid, port: Number(lines?.[3]) || undefined, ready: lines?.[7]?.trim() === 'ready' };
}

/**
 * PostgreSQL removes a pid file whose process is dead, but trusts it when another program has got the same
 * pid. Only in that case this function removes the file, and only after the leftovers of a killed PostgreSQL
 * have ended: without the file PostgreSQL would not notice its own old processes on the same memory.
 */
export async function dropMisleadingPidFile(cluster: string): Promise<void> {
  const pid = Number(pidFile(cluster)?.[0]);
  if (!pid || isPostgresOf(cluster, pid) || !exists(pid)) return;
  await endLeftovers(cluster);
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Ends sessions that outlive a killed PostgreSQL because they compute without checking for it. They prevent
 * the next start.
 */
export async function endLeftovers(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const leftovers = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && isPostgresOf(cluster, pid));
  for (const pid of leftovers) signal(pid, 'SIGKILL');
  while (leftovers.some((pid) => isPostgresOf(cluster, pid))) await sleep(10);
}

/**
 * Stops PostgreSQL without data loss: `fast` needs no recovery at the next start; the harder signals are for
 * processes that do not end.
 */
export async function shutDown(cluster: string, warn: (message: string) => void): Promise<void> {
  const running = findPostmaster(cluster);
  if (!running) return;
  for (const [name, patience] of [
    ['SIGINT', 8_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    signal(running.pid, name);
    for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(10)) {
      if (!isPostgresOf(cluster, running.pid)) return;
    }
    warn(`PostgreSQL (process ${running.pid}) has not ended ${patience / 1000} s after ${name}`);
  }
}

/**
 * Finds a free port below those for outgoing connections (32768 and up). With one of those, a client that
 * connects while PostgreSQL is down may get that very port as its own, connect to itself, and block
 * PostgreSQL from starting.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    if (await isFree(port)) return port;
  }
  return isFree(0).then((any) => any as number);
}

function isFree(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const { port: taken } = server.address() as AddressInfo;
      server.close(() => resolve(taken));
    });
  });
}

function pidFile(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}

/**
 * Identifies the process by its working folder: pids are reused, and copies of a folder contain the pid file.
 */
function isPostgresOf(cluster: string, pid: number): boolean {
  try {
    const words = commandLine(pid);
    if (!/(^|\/)postgres(:|$)/.test(words[0] ?? '')) return false;
    // In a container the working folder may be hidden from root; then the start arguments decide.
    return worksIn(cluster, `/proc/${pid}/cwd`) || worksIn(cluster, words[words.indexOf('-D') + 1] ?? '');
  } catch {
    return false;
  }
}

function commandLine(pid: number): string[] {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const line = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  const [, program, folder] = /^(.*?postgres) -D (.*?) -/.exec(line) ?? [];
  return program && folder ? [program, '-D', folder] : [];
}

function worksIn(cluster: string, folder: string): boolean {
  try {
    const [wanted, found] = [statSync(cluster), statSync(folder)];
    return wanted.ino === found.ino && wanted.dev === found.dev;
  } catch {
    return false;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
