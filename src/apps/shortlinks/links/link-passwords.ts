import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../../../account/passwords/password-hasher.js';

/** The others wait for those of somebody else. */
const AT_ONCE = 4;

/** Never inside a transaction: hashing takes its time on purpose. */
@Injectable()
export class LinkPasswords {
  constructor(private readonly hasher: PasswordHasher) {}

  /** By the passwords themselves; the same one is hashed once. */
  async hash(passwords: string[]): Promise<Map<string, string>> {
    const unique = [...new Set(passwords)];
    const hashes = new Map<string, string>();
    for (let at = 0; at < unique.length; at += AT_ONCE) {
      const some = unique.slice(at, at + AT_ONCE);
      const made = await Promise.all(some.map((password) => this.hasher.hash(password)));
      some.forEach((password, index) => hashes.set(password, made[index] as string));
    }
    return hashes;
  }

  matches(password: string, hash: string): Promise<boolean> {
    return this.hasher.verify(password, hash);
  }
}
