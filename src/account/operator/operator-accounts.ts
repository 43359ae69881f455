import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { ApiKeyRepository } from '../api-keys/api-key.repository.js';
import { CreateApiKey } from '../api-keys/create-api-key.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { UserRepository } from '../users/user.repository.js';

export interface MadeAdmin {
  id: string;
  email: string;
  created: boolean;
  /** Told once, where it was made up. */
  password?: string;
}

/** What the operator does to accounts from the machine itself, without signing in. */
@Injectable()
export class OperatorAccounts {
  constructor(
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionRepository,
    private readonly database: Database,
    private readonly createKey: CreateApiKey,
    private readonly keys: ApiKeyRepository,
  ) {}

  /** Makes the account, or makes an existing one an admin; a given password replaces the one it had. */
  createAdmin(email: string, password?: string): Promise<MadeAdmin> {
    return this.makeAdmin(email, password, () => password !== undefined);
  }

  /**
   * At start: the account of ADMIN_EMAIL is there and is an admin; the password of its owner stays. Whoever signed
   * up with the address and never confirmed it may be a stranger who was first: his password, sessions and keys go.
   */
  async ensureAdmin(email: string, password?: string): Promise<MadeAdmin | undefined> {
    const account = await this.users.credentials(email, null);
    if (account?.role === 'admin' && account.email_verified_at) return undefined;
    return this.makeAdmin(email, password, (verified) => !verified);
  }

  private async makeAdmin(
    email: string,
    password: string | undefined,
    replaces: (verified: boolean) => boolean,
  ): Promise<MadeAdmin> {
    const fresh = password ?? randomBytes(15).toString('base64url');
    const password_hash = await this.hasher.hash(fresh);
    const told = password === undefined && { password: fresh };
    const role = 'admin';
    return this.database.transaction(async () => {
      const existing = await this.users.lockByEmail(email);
      if (!existing) {
        const id = await this.users.insert({ email, password_hash, role, email_verified_at: new Date() });
        return { id, email, created: true, ...told };
      }
      const { id, email_verified_at } = existing;
      const replaced = replaces(email_verified_at !== null);
      await this.users.update(id, {
        role,
        email_verified_at: email_verified_at ?? new Date(),
        ...(replaced && { password_hash }),
      });
      if (replaced) {
        await this.sessions.endAll(id);
        if (!email_verified_at) await this.keys.deleteAll(id);
      }
      return { id, email, created: false, ...(replaced && told) };
    });
  }

  async createApiKey(email: string, name: string) {
    const account = await this.users.credentials(email, null);
    return account && this.createKey.run(account.id, name, null);
  }

  list() {
    return this.users.all();
  }
}
