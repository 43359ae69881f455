import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Limits } from '../../platform/limits/limits.js';
import { PasswordHasher } from './password-hasher.js';

/** Guessing at passwords, slowed down: by account, and by the address that guesses. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly limits: Limits,
  ) {}

  /** The seconds until guesses are taken again, while there were too many. */
  async closedFor(email: string, address: string | null): Promise<number | undefined> {
    const [account, from] = await Promise.all([
      this.limits.closed('sign-in:account', nameOf(email)),
      this.limits.closed('sign-in:address', address ?? ''),
    ]);
    return account ?? from;
  }

  matches(password: string, hash: string | null | undefined): Promise<boolean> {
    return this.hasher.verify(password, hash);
  }

  /** Throws 429 when this was one too many. */
  async failed(email: string, address: string | null): Promise<void> {
    await Promise.all([
      this.limits.failed('sign-in:account', nameOf(email)),
      this.limits.failed('sign-in:address', address ?? ''),
    ]);
  }
}

/** An address may be longer than a counter's name, and whatever was typed as one does not belong in a table. */
const nameOf = (email: string) => createHash('sha256').update(email).digest('base64url');
