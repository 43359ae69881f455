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
    this.owner = ownerOf(this.path);
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
    const reason = message.replace(/^\w+: /, '');
    throw new StartRefusal(`DATA_DIR ${resolve(path)} cannot be written: ${reason}`);
  }
}

function ownerOf(path: string): Owner {
  makeFolder(path);
  if (!fs.statSync(path).isDirectory()) throw new StartRefusal(`DATA_DIR ${path} is not a folder`);
  fs.accessSync(path, fs.constants.W_OK | fs.constants.X_OK);
  const { uid, gid } = isRoot() ? fs.statSync(path) : { uid: process.getuid!(), gid: process.getgid!() };
  return { uid, gid };
}

/**
 * What is missing comes to belong to the owner of what was there. Not with Node's own `recursive`: that never
 * returns where a folder cannot be made though its parent exists, as in /proc.
 */
function makeFolder(path: string): void {
  if (fs.existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    // Others may pass through, not look around: a lesser user has to reach the cluster inside.
    fs.mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { uid, gid } = fs.statSync(dirname(path));
  if (isRoot()) fs.chownSync(path, uid, gid);
}
