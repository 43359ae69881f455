import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from '../config/start-refusal.js';

interface StoredSecret {
  secret: string;
  created_at: string;
}

export const secretsFile = (dataDir: string) => join(dataDir, 'jwt-secrets.json');

/** Reads the secrets, and creates the file with one secret when it is missing. The first secret signs. */
export function openSecrets(file: string): string[] {
  if (!existsSync(file)) createFile(file);
  try {
    return readSecrets(file);
  } catch {
    throw new StartRefusal(`${file} cannot be read: mend it, or remove it to sign everybody out`);
  }
}

export const readSecrets = (file: string) => read(file).map(({ secret }) => secret);

/** Puts a new secret first. The old secrets stay valid, unless `forget` is set, which signs everybody out. */
export function rotateSecrets(dataDir: string, forget: boolean): void {
  const file = secretsFile(dataDir);
  openSecrets(file);
  // The rename is atomic, so a reader never sees half a file.
  renameSync(write(file, [newSecret(), ...(forget ? [] : read(file))]), file);
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as StoredSecret[];

/** The link fails when another process has created the file in the meantime; its secret is then used. */
function createFile(file: string): void {
  const draft = write(file, [newSecret()]);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

function write(file: string, kept: StoredSecret[]): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  return draft;
}

const newSecret = (): StoredSecret => ({
  secret: randomBytes(48).toString('base64url'),
  created_at: new Date().toISOString(),
});
