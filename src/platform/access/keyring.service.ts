import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { openSecrets, readSecrets, secretsFile } from './secrets-file.js';

const RELOAD_MS = 500;

export interface Key {
  kid: string;
  secret: string;
  /** Signs access tokens. jsonwebtoken tries a plain string as a public key first, which costs five times as much. */
  signing: KeyObject;
  /** Signs refresh tokens. The key is derived, so that an access token is never valid as a refresh token. */
  refresh: Buffer;
}

/**
 * The secrets that sign tokens: JWT_SECRET, or a file in DATA_DIR that `rotate-jwt-secret` may change while
 * the server runs. The first key signs, the others are still accepted.
 */
@Injectable()
export class KeyringService implements OnApplicationShutdown {
  private keys: Key[];
  private readonly reloadTimer: NodeJS.Timeout | undefined;
  private lastWarning = '';

  constructor(environment: Environment) {
    if (environment.jwtSecret) {
      this.keys = [key(environment.jwtSecret)];
      return;
    }
    const file = secretsFile(environment.dataDir);
    this.keys = openSecrets(file).map(key);
    // `watchFile` is not used: its first check runs after `openSecrets`, so a rotation between the two went unnoticed.
    this.reloadTimer = setInterval(() => this.reload(file), RELOAD_MS).unref();
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

  /** When the file is missing or incomplete, the keys in use stay. */
  private reload(file: string): void {
    try {
      const secrets = readSecrets(file);
      if (secrets.join() !== this.keys.map(({ secret }) => secret).join()) this.keys = secrets.map(key);
      this.lastWarning = '';
    } catch (error) {
      const warning = `${file} cannot be read, the keys stay: ${(error as Error).message}`;
      if (warning !== this.lastWarning) new Logger('Access').warn(warning);
      this.lastWarning = warning;
    }
  }

  onApplicationShutdown(): void {
    clearInterval(this.reloadTimer);
  }
}

function key(secret: string): Key {
  return {
    kid: createHash('sha256').update(`kid:${secret}`).digest('base64url').slice(0, 12),
    secret,
    signing: createSecretKey(secret, 'utf8'),
    refresh: Buffer.from(hkdfSync('sha256', secret, '', 'refresh-token', 32)),
  };
}
