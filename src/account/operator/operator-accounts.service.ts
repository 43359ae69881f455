import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { AdminCreated, ApiKeyCreatedByOperator } from '../account.events.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { AccessRevocationService } from '../passwords/access-revocation.service.js';
import { PasswordHasherService } from '../password-hashing/password-hasher.service.js';
import { UserRepository } from '../users/user.repository.js';

export interface CreatedAdmin {
  id: string;
  email: string;
  created: boolean;
  /** Only when it was generated; it cannot be read again. */
  password?: string;
}

@Injectable()
export class OperatorAccountsService {
  constructor(
    private readonly users: UserRepository,
    private readonly hasher: PasswordHasherService,
    private readonly access: AccessRevocationService,
    private readonly keys: ApiKeysService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** Creates the account, or makes an existing one an admin. A given password replaces the previous one. */
  createAdmin(email: string, password?: string): Promise<CreatedAdmin> {
    return this.makeAdmin(email, password, 'command', () => password !== undefined);
  }

  /**
   * Creates the account or makes it an admin; undefined when it is one already. A verified owner keeps the password. An
   * account that never confirmed the address may belong to a stranger, so its password, sessions, keys and tokens end.
   */
  async ensureAdmin(email: string, password?: string): Promise<CreatedAdmin | undefined> {
    const account = await this.users.findCredentials(email);
    if (account?.role === 'admin' && account.email_verified_at) return undefined;
    return this.makeAdmin(email, password, 'environment', (verified) => !verified);
  }

  private async makeAdmin(
    email: string,
    password: string | undefined,
    by: 'command' | 'environment',
    replaces: (verified: boolean) => boolean,
  ): Promise<CreatedAdmin> {
    const newPassword = password ?? randomBytes(15).toString('base64url');
    const password_hash = await this.hasher.hash(newPassword);
    const generated = password === undefined && { password: newPassword };
    const role = 'admin';
    return this.database.transaction(async () => {
      const existing = await this.users.lockByEmail(email);
      if (!existing) {
        const id = await this.users.create({ email, password_hash, role, email_verified_at: new Date() });
        this.events.announce(AdminCreated, { user_id: id, created: true, password_replaced: false, by }, null);
        return { id, email, created: true, ...generated };
      }
      const { id, email_verified_at } = existing;
      const replaced = replaces(email_verified_at !== null);
      await this.users.change(id, {
        role,
        email_verified_at: email_verified_at ?? new Date(),
        ...(replaced && { password_hash }),
      });
      if (replaced) await (email_verified_at ? this.access.endSessions(id) : this.access.endAll(id));
      this.events.announce(AdminCreated, { user_id: id, created: false, password_replaced: replaced, by }, null);
      return { id, email, created: false, ...(replaced && generated) };
    });
  }

  list() {
    return this.users.listAll();
  }

  /** Undefined when there is no such account. */
  async createApiKey(email: string, name: string) {
    const account = await this.users.findCredentials(email);
    if (!account) return undefined;
    return this.database.transaction(async () => {
      const made = await this.keys.create({ userId: account.id, name, expiresAt: null, actorId: null });
      this.events.announce(ApiKeyCreatedByOperator, { user_id: account.id, id: made.api_key.id, name }, null);
      return made;
    });
  }
}
