import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from '../config/start-refusal.js';

interface Kept {
  secret: string;
  created_at: string;
}

export const secretsFile = (dataDir: string) => join(dataDir, 'jwt-secrets.json');

/** The secrets of the file, which is made where there is none yet; the first one signs. */
export function openSecrets(file: string): string[] {
  if (!existsSync(file)) begin(file);
  try {
    return readSecrets(file);
  } catch {
    throw new StartRefusal(`${file} cannot be read: mend it, or remove it to sign everybody out`);
  }
}

export const readSecrets = (file: string) => read(file).map(({ secret }) => secret);

/** Puts a new secret first; the old ones stay accepted unless `forget`, which signs everybody out. */
export function rotateSecrets(dataDir: string, forget: boolean): void {
  const file = secretsFile(dataDir);
  openSecrets(file);
  // Renamed into place, so that a reader never meets half a file.
  renameSync(write(file, [fresh(), ...(forget ? [] : read(file))]), file);
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Kept[];

/** Linked into place, which fails when another process was first: then its secret is the one. */
function begin(file: string): void {
  const draft = write(file, [fresh()]);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

function write(file: string, kept: Kept[]): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  return draft;
}

const fresh = (): Kept => ({
  secret: randomBytes(48).toString('base64url'),
  created_at: new Date().toISOString(),
});
