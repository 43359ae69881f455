import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Keyring } from '../../platform/access/keyring.js';

interface Named {
  sessionId: string;
  counter: number;
}

const NAME_BYTES = 20;
const MAC_BYTES = 32;

/**
 * Session id and counter under a MAC: nothing of it is stored, so no dump gives one away, and the same token can
 * be given again to a client whose first answer was lost.
 */
@Injectable()
export class RefreshTokens {
  constructor(private readonly keyring: Keyring) {}

  make({ sessionId, counter }: Named): string {
    const name = Buffer.alloc(NAME_BYTES);
    name.write(sessionId.replaceAll('-', ''), 'hex');
    name.writeUInt32BE(counter, 16);
    return Buffer.concat([name, mac(name, this.keyring.current.refresh)]).toString('base64url');
  }

  /** Undefined: not one of ours. */
  read(token: string): Named | undefined {
    const bytes = Buffer.from(token, 'base64url');
    // Compared as text too: base64 has several spellings of the same bytes, and a token has one.
    if (bytes.length !== NAME_BYTES + MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
    const name = bytes.subarray(0, NAME_BYTES);
    const given = bytes.subarray(NAME_BYTES);
    if (!this.keyring.all().some(({ refresh }) => timingSafeEqual(mac(name, refresh), given)))
      return undefined;
    const hex = name.toString('hex', 0, 16);
    const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    return { sessionId, counter: name.readUInt32BE(16) };
  }
}

const mac = (name: Buffer, key: Buffer) => createHmac('sha256', key).update(name).digest();
