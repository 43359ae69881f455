import { createHash, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  unwatchFile,
  watchFile,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/environment.js';
import { StartRefusal } from '../config/start-refusal.js';

export interface Key {
  kid: string;
  secret: string;
  /** Signs access tokens: given a text, jsonwebtoken takes it for a public key first, at five times the cost. */
  signing: KeyObject;
  /** Makes refresh tokens: derived, so that one kind of token can never pass for the other. */
  refresh: Buffer;
}

interface Kept {
  secret: string;
  created_at: string;
}

const FILE = 'jwt-secrets.json';

/**
 * The secrets that tokens are signed with: JWT_SECRET, or a file in DATA_DIR that `rotate-jwt-secret` may change
 * beside a running server. The first key signs, the others are still accepted.
 */
@Injectable()
export class Keyring implements OnApplicationShutdown {
  private keys: Key[];
  private readonly file: string | undefined;

  constructor(config: Config) {
    if (config.jwtSecret) {
      this.keys = [key(config.jwtSecret)];
      return;
    }
    this.file = join(config.dataDir, FILE);
    this.keys = load(this.file);
    watchFile(this.file, { interval: 500, persistent: false }, () => this.reload(this.file as string));
  }

  get current(): Key {
    return this.keys[0] as Key;
  }

  find(kid: string): Key | undefined {
    return this.keys.find((one) => one.kid === kid);
  }

  all(): Key[] {
    return this.keys;
  }

  /** A file that is away or half-written is no reason to forget the keys in use. */
  private reload(file: string): void {
    try {
      this.keys = read(file).map(({ secret }) => key(secret));
    } catch (error) {
      new Logger('Access').warn(`${FILE} cannot be read, the keys stay: ${(error as Error).message}`);
    }
  }

  onApplicationShutdown(): void {
    if (this.file) unwatchFile(this.file);
  }
}

/** Puts a new secret first; the old ones stay accepted unless `forget`, which signs everybody out. */
export function rotateSecrets(dataDir: string, forget: boolean): void {
  const file = join(dataDir, FILE);
  load(file);
  save(file, [fresh(), ...(forget ? [] : read(file))]);
}

function load(file: string): Key[] {
  if (!existsSync(file)) begin(file);
  try {
    return read(file).map(({ secret }) => key(secret));
  } catch {
    throw new StartRefusal(`${file} cannot be read: mend it, or remove it to sign everybody out`);
  }
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

/** Renamed into place, so that a reader never meets half a file. */
function save(file: string, kept: Kept[]): void {
  renameSync(write(file, kept), file);
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

function key(secret: string): Key {
  return {
    kid: createHash('sha256').update(`kid:${secret}`).digest('base64url').slice(0, 12),
    secret,
    signing: createSecretKey(secret, 'utf8'),
    refresh: Buffer.from(hkdfSync('sha256', secret, '', 'refresh-token', 32)),
  };
}
