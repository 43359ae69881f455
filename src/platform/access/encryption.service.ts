import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Key, KeyringService } from './keyring.service.js';

const IV = 12;
const TAG = 16;

/** Encrypts secrets that are stored in the database, so that a database dump does not reveal them. */
@Injectable()
export class EncryptionService {
  constructor(private readonly keyring: KeyringService) {}

  seal(name: string, value: unknown): Buffer {
    return this.sealBytes(name, Buffer.from(JSON.stringify(value)));
  }

  sealBytes(name: string, bytes: Buffer): Buffer {
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', sealingKey(this.keyring.current, name), iv);
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Undefined when none of the keys in the keyring decrypts the value. */
  open<T>(name: string, sealed: Buffer): T | undefined {
    const open = this.openBytes(name, sealed);
    return open && (JSON.parse(open.toString()) as T);
  }

  openBytes(name: string, sealed: Buffer): Buffer | undefined {
    for (const key of this.keyring.all()) {
      try {
        const cipher = createDecipheriv('aes-256-gcm', sealingKey(key, name), sealed.subarray(0, IV));
        cipher.setAuthTag(sealed.subarray(IV, IV + TAG));
        return Buffer.concat([cipher.update(sealed.subarray(IV + TAG)), cipher.final()]);
      } catch {
        // The authentication tag does not match, so another key encrypted the value.
      }
    }
    return undefined;
  }
}

const sealingKey = ({ secret }: Key, name: string) => createHmac('sha256', secret).update(`seal:${name}`).digest();
