import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { StartRefusal } from '../../config/start-refusal.js';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const LARGEST_LOG = 4 * 1024 * 1024;

/** DATA_DIR as the database sees it: what it keeps there, and whose it is. */
export class DataDirectory {
  readonly path: string;
  readonly owner: Owner;

  constructor(path: string) {
    this.path = resolve(path);
    this.owner = makeFolder(this.path);
  }

  /** The cluster; a link where it had to be kept elsewhere (see lesser-user.ts). */
  get cluster(): string {
    return join(this.path, 'postgres');
  }

  get hasCluster(): boolean {
    return fs.existsSync(join(this.cluster, 'PG_VERSION'));
  }

  /** The log, opened for appending; it starts anew when it has grown large. */
  openLog(): { file: string; descriptor: number; size: number } {
    const file = join(this.path, 'postgres.log');
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size > LARGEST_LOG) fs.truncateSync(file);
    const descriptor = fs.openSync(file, 'a', 0o600);
    this.give(file);
    return { file, descriptor, size: size > LARGEST_LOG ? 0 : size };
  }

  password(): string {
    const file = join(this.path, 'postgres-password');
    const kept = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : '';
    if (kept) return kept;
    if (this.hasCluster) {
      throw new StartRefusal(
        `${file} is missing: put it back, or remove ${this.cluster} to begin with an empty database`,
      );
    }
    const password = randomBytes(24).toString('hex');
    fs.writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true });
    this.give(`${file}.new`);
    fs.renameSync(`${file}.new`, file);
    return password;
  }

  /** Root works in a folder of someone else: what it leaves there stays his. */
  give(file: string): void {
    if (isRoot()) fs.chownSync(file, this.owner.uid, this.owner.gid);
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Faults of the file system while `work` is done are the person's to mend, so they are one clear line. */
export async function writingTo<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (!code || !syscall || /^(spawn|connect|listen|kill)/.test(syscall)) throw error;
    const reason =
      code === 'EEXIST' || code === 'ENOTDIR' ? 'it is not a folder' : message.replace(/^\w+: /, '');
    throw new StartRefusal(`DATA_DIR ${resolve(path)} cannot be written: ${reason}`);
  }
}

/** Makes the folder where it is missing, and answers whose it is. */
function makeFolder(path: string): Owner {
  // Others may pass through, not look around: a lesser user has to reach the cluster inside.
  const first = fs.mkdirSync(path, { recursive: true, mode: 0o711 });
  const { uid, gid } = fs.statSync(first ? dirname(first) : path);
  if (first && isRoot() && uid !== 0) {
    for (let made = path; made.length >= first.length; made = dirname(made)) fs.chownSync(made, uid, gid);
  }
  fs.accessSync(path, fs.constants.W_OK | fs.constants.X_OK);
  return isRoot() ? { uid, gid } : { uid: process.getuid!(), gid: process.getgid!() };
}
