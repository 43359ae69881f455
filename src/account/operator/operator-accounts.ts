import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { CreateApiKey } from '../api-keys/create-api-key.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { UserRepository } from '../users/user.repository.js';

export interface MadeAdmin {
  id: string;
  email: string;
  created: boolean;
  /** Told once, where it was made up for a new account. */
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
  ) {}

  /** Makes the account, or makes an existing one an admin; a given password replaces the one it had. */
  async createAdmin(email: string, password?: string): Promise<MadeAdmin> {
    const invented = password ?? randomBytes(15).toString('base64url');
    const password_hash = await this.hasher.hash(invented);
    return this.database.transaction(async () => {
      const existing = await this.users.lockByEmail(email);
      if (!existing) {
        const id = await this.users.insert({ email, password_hash, role: 'admin', email_verified_at: new Date() });
        return { id, email, created: true, ...(password === undefined && { password: invented }) };
      }
      await this.users.update(existing.id, {
        role: 'admin',
        email_verified_at: existing.email_verified_at ?? new Date(),
        ...(password !== undefined && { password_hash }),
      });
      if (password !== undefined) await this.sessions.endAll(existing.id);
      return { id: existing.id, email, created: false };
    });
  }

  /** At start: the account of ADMIN_EMAIL is there and is an admin; an own password it has stays. */
  async ensureAdmin(email: string, password?: string): Promise<MadeAdmin | undefined> {
    const account = await this.users.credentials(email, null);
    if (account?.role === 'admin' && account.email_verified_at) return undefined;
    return account ? this.createAdmin(email, account.password_hash ? undefined : password) : this.createAdmin(email, password);
  }

  async createApiKey(email: string, name: string) {
    const account = await this.users.credentials(email, null);
    return account && this.createKey.run(account.id, name, null);
  }

  list() {
    return this.users.all();
  }
}
