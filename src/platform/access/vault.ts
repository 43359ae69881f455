import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Key, Keyring } from './keyring.js';

const IV = 12;
const TAG = 16;

/** Seals what must rest in the database and be of no use to whoever reads a dump of it. */
@Injectable()
export class Vault {
  constructor(private readonly keyring: Keyring) {}

  seal(name: string, value: unknown): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', sealingKey(this.keyring.current, name), iv);
    const sealed = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Undefined where none of the keys still kept has sealed it. */
  open<T>(name: string, sealed: Buffer): T | undefined {
    for (const key of this.keyring.all()) {
      try {
        const cipher = createDecipheriv('aes-256-gcm', sealingKey(key, name), sealed.subarray(0, IV));
        cipher.setAuthTag(sealed.subarray(IV, IV + TAG));
        const open = Buffer.concat([cipher.update(sealed.subarray(IV + TAG)), cipher.final()]);
        return JSON.parse(open.toString()) as T;
      } catch {
        // Another key's: the tag says so.
      }
    }
    return undefined;
  }
}

const sealingKey = ({ secret }: Key, name: string) =>
  createHmac('sha256', secret).update(`seal:${name}`).digest();
