import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { Refusal, tooMany } from '../../platform/http/refusal.js';
import { PasswordCheck } from '../passwords/password-check.js';
import { RemoveAccount } from './remove-account.js';
import { UserRepository } from './user.repository.js';

@Injectable()
export class DeleteAccount {
  constructor(
    private readonly users: UserRepository,
    private readonly check: PasswordCheck,
    private readonly database: Database,
    private readonly removal: RemoveAccount,
  ) {}

  /** The password is asked for again: whoever found an unlocked phone is not enough. */
  async run({ id, email }: Caller, password: string, address: string | null): Promise<void> {
    const wait = await this.check.closedFor(email, address);
    if (wait) throw tooMany(wait);
    if (!(await this.check.matches(password, await this.users.passwordHash(id)))) {
      await this.check.failed(email, address);
      throw new Refusal(403, 'Wrong password');
    }
    await this.database.transaction(() => this.removal.run(id, id));
  }
}
