import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config } from '../config/environment.js';
import { openSecrets, readSecrets, secretsFile } from './secrets-file.js';

const LOOK_MS = 500;

export interface Key {
  kid: string;
  secret: string;
  /** Signs access tokens: given a text, jsonwebtoken takes it for a public key first, at five times the cost. */
  signing: KeyObject;
  /** Makes refresh tokens: derived, so that one kind of token can never pass for the other. */
  refresh: Buffer;
}

/**
 * The secrets that tokens are signed with: JWT_SECRET, or a file in DATA_DIR that `rotate-jwt-secret` may change
 * beside a running server. The first key signs, the others are still accepted.
 */
@Injectable()
export class Keyring implements OnApplicationShutdown {
  private keys: Key[];
  private readonly watch: NodeJS.Timeout | undefined;
  private warned = '';

  constructor(config: Config) {
    if (config.jwtSecret) {
      this.keys = [key(config.jwtSecret)];
      return;
    }
    const file = secretsFile(config.dataDir);
    this.keys = openSecrets(file).map(key);
    // Not `watchFile`: its first look comes after ours, and a rotation between the two was never noticed.
    this.watch = setInterval(() => this.reload(file), LOOK_MS).unref();
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
      const secrets = readSecrets(file);
      if (secrets.join() !== this.keys.map(({ secret }) => secret).join()) this.keys = secrets.map(key);
      this.warned = '';
    } catch (error) {
      const warning = `${file} cannot be read, the keys stay: ${(error as Error).message}`;
      if (warning !== this.warned) new Logger('Access').warn(warning);
      this.warned = warning;
    }
  }

  onApplicationShutdown(): void {
    clearInterval(this.watch);
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
