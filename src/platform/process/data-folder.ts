import * as fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartRefusal } from '../config/start-refusal.js';

/** Creates the folder if it is missing, and throws a StartRefusal if it cannot be written. */
export function prepareDataFolder(path: string): Promise<void> {
  return writingTo(path, async () => {
    const folder = resolve(path);
    makeFolder(folder);
    if (!fs.statSync(folder).isDirectory()) throw new StartRefusal(`DATA_DIR ${folder} is not a folder`);
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
  });
}

/** Turns errors of the file system, which the operator can correct, into one line instead of a stack. */
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

/**
 * New folders belong to the owner of their parent folder. Node's `recursive` option is not used: it never
 * returns when a folder cannot be created although its parent exists, as in /proc.
 */
function makeFolder(path: string): void {
  if (fs.existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    // Other users may traverse but not list it: a less privileged user has to reach the database cluster inside.
    fs.mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { uid, gid } = fs.statSync(dirname(path));
  if (process.getuid?.() === 0) fs.chownSync(path, uid, gid);
}
