import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { EmbeddedPostgresRefusal } from './refusal.js';

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const LARGEST_LOG = 4 * 1024 * 1024;

/** The files of the database below DATA_DIR, and the user who owns them. */
export class DataDirectory {
  readonly path: string;
  readonly owner: Owner;

  /** The folder must exist and be writable for this process. */
  constructor(path: string) {
    this.path = resolve(path);
    this.owner = isRoot() ? fs.statSync(this.path) : { uid: process.getuid!(), gid: process.getgid!() };
  }

  /** The folder of the cluster, or a link when it has to be elsewhere (see lesser-user.ts). */
  get cluster(): string {
    return join(this.path, 'postgres');
  }

  get hasCluster(): boolean {
    return fs.existsSync(join(this.cluster, 'PG_VERSION'));
  }

  /** Opens the log for appending; a large log is truncated first. */
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
      throw new EmbeddedPostgresRefusal(
        `${file} is missing: put it back, or remove ${this.cluster} to begin with an empty database`,
      );
    }
    const password = randomBytes(24).toString('hex');
    fs.writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true });
    this.give(`${file}.new`);
    fs.renameSync(`${file}.new`, file);
    return password;
  }

  /** When root works in another user's folder, files that root creates are given to that user. */
  give(file: string): void {
    if (isRoot()) fs.chownSync(file, this.owner.uid, this.owner.gid);
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
