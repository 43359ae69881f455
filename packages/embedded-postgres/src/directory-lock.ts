import { closeSync, constants, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import type { DataDirectory } from './data-directory.js';

export type Role = 'server' | 'visitor';

export interface DirectoryLock {
  release(): void;
}

// A flag of open(2) on macOS: take an exclusive flock with the file.
const O_EXLOCK = 0x20;

/**
 * The lock that permits to start, own and stop the PostgreSQL of a data directory. The kernel holds it, so it
 * ends with the process in every case. A lock file with a pid cannot be taken over without a race, and an
 * advisory lock inside PostgreSQL comes too late: two processes that both consider `postmaster.pid` stale
 * would run two PostgreSQL on the same files.
 */
export async function tryLock(directory: DataDirectory, role: Role): Promise<DirectoryLock | undefined> {
  const server = process.platform === 'linux' ? await listen(abstractName(directory.path)) : undefined;
  if (server === 'taken') return undefined;
  const file = noteOf(directory);
  let note: number;
  try {
    const flags = constants.O_RDWR | constants.O_CREAT | (server ? 0 : O_EXLOCK | constants.O_NONBLOCK);
    note = openSync(file, flags, 0o644);
  } catch (error) {
    server?.close();
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
  directory.give(file);
  ftruncateSync(note);
  writeSync(note, `${role} ${process.pid}\n`, 0);
  let released = false;
  return {
    release() {
      if (released) return;
      released = true;
      server?.close();
      closeSync(note);
    },
  };
}

/** The process that last recorded that it holds the lock. */
export function lastHolder(directory: DataDirectory): { role: Role; pid: number } | undefined {
  try {
    const [role, pid] = readFileSync(noteOf(directory), 'utf8').trim().split(' ');
    return role && pid ? { role: role as Role, pid: Number(pid) } : undefined;
  } catch {
    return undefined;
  }
}

function noteOf(directory: DataDirectory): string {
  return join(directory.path, 'postgres-owner');
}

/**
 * A socket in Linux's abstract name space: it has no file and only one holder. Its name is the identity of
 * the folder, so that links and mounts do not matter. It is padded to the full length, because some releases
 * of Node.js pad it with zeros.
 */
function abstractName(path: string): string {
  const { dev, ino } = statSync(path);
  return `\0${`community-platform data directory ${dev}:${ino} `.padEnd(107, '.')}`;
}

function listen(name: string): Promise<Server | 'taken'> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve('taken') : reject(error),
    );
    server.listen({ path: name }, () => resolve(server.unref()));
  });
}
