import { AppProvider } from '../../kernel/app-provider.js';
import { PasswordHasherService } from '../../../account/password-hashing/password-hasher.service.js';
import { tooMany } from '../../../platform/http/refusal.js';

const RETRY_AFTER_SECONDS = 5;

/** Hashes with `ask` of an `Outside`, never inside a transaction. */
@AppProvider()
export class LinkPasswordsService {
  /** Owners with a bulk under way in this process, whose hashing queue is what is shared out. */
  private readonly owners = new Set<string>();

  constructor(private readonly hasher: PasswordHasherService) {}

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

  matches(password: string, hash: string): Promise<boolean> {
    return this.hasher.verify(password, hash, 'app');
  }
}
