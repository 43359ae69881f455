import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PasswordHasherService } from '../../../account/password-hashing/password-hasher.service.js';
import { KeyringService } from '../../../platform/access/keyring.service.js';
import { networkOf } from '../../../platform/http/networks.js';
import { tooMany } from '../../../platform/http/refusal.js';
import type { Attempts, TooMany } from '../../../platform/limits/attempts.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';
import type { Visitor } from '../calls/action.js';

const MINUTE = 60;
const RETRY_AFTER_SECONDS = 5;

/** Passwords of links and of other things that people without an account open. Never inside a transaction. */
@Injectable()
export class LinkPasswordsService {
  /** Owners with a bulk under way in this process, whose hashing queue is what is shared out. */
  private readonly owners = new Set<string>();
  private readonly guessesOfVisitor: Attempts;
  private readonly guessesInAnHour: Attempts;
  private readonly guessesOnLink: Attempts;

  constructor(
    private readonly hasher: PasswordHasherService,
    private readonly keyring: KeyringService,
    limits: LimitsService,
  ) {
    this.guessesOfVisitor = limits.attempts('link-password:visitor', { points: 10, duration: 10 * MINUTE });
    this.guessesInAnHour = limits.attempts('link-password:visitor-hour', { points: 10, duration: 60 * MINUTE });
    this.guessesOnLink = limits.attempts('link-password:link', { points: 100, duration: 60 * MINUTE });
  }

  hash(password: string): Promise<string> {
    return this.hasher.hash(password, 'app');
  }

  /**
   * Hashes by the passwords themselves; the same one is hashed once. An owner has one bulk at a time, and it has one hash in
   * the queue, so the bulks of several owners take turns. A refusal is 429, which an `Idempotency-Key` does not keep.
   */
  async hashMany(ownerId: string, passwords: string[]): Promise<Map<string, string>> {
    if (this.owners.has(ownerId)) throw tooMany(RETRY_AFTER_SECONDS);
    this.owners.add(ownerId);
    try {
      const hashes = new Map<string, string>();
      for (const password of new Set(passwords)) {
        hashes.set(password, await this.hasher.hash(password, 'bulk'));
      }
      return hashes;
    } finally {
      this.owners.delete(ownerId);
    }
  }

  /**
   * Whether the password is right. Right passwords do not count as guesses, and a visitor who is refused takes no guess from
   * the others. The key of a visitor is a hash of their network, because they can change all else; with the secret of the
   * service, because the network could be found out from the hash alone. `perHour`: their ten guesses are for an hour, and
   * not for ten minutes.
   */
  isRight(
    password: string,
    { id, hash, visitor, perHour }: { id: string; hash: string; visitor: Visitor; perHour?: boolean },
    refusal?: TooMany,
  ): Promise<boolean> {
    const compare = () => this.hasher.verify(password, hash, 'app');
    return (perHour ? this.guessesInAnHour : this.guessesOfVisitor).guard(
      createHmac('sha256', this.keyring.current.secret)
        .update(`${id} ${networkOf(visitor.address) ?? ''}`)
        .digest('base64url'),
      () => this.guessesOnLink.guard(id, compare, refusal),
      refusal,
    );
  }
}
