import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { Declared } from '../../platform/declared.js';
import { Refusal, tooMany } from '../../platform/http/refusal.js';
import { Realtime } from '../../realtime/realtime.js';
import { PasswordCheck } from '../passwords/password-check.js';
import { Farewell } from './farewell.js';
import { UserRepository } from './user.repository.js';

@Injectable()
export class DeleteAccount {
  constructor(
    private readonly users: UserRepository,
    private readonly check: PasswordCheck,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly declared: Declared,
    private readonly realtime: Realtime,
  ) {}

  /** The password is asked for again: whoever found an unlocked phone is not enough. */
  async run({ id, email, role }: Caller, password: string, address: string | null): Promise<void> {
    const wait = await this.check.closedFor(email, address);
    if (wait) throw tooMany(wait);
    if (!(await this.check.matches(password, await this.users.passwordHash(id)))) {
      await this.check.failed(email, address);
      throw new Refusal(403, 'Wrong password');
    }
    await this.database.transaction(async () => {
      if (role === 'admin') {
        const admins = await this.users.lockAdmins();
        if (admins.every((admin) => admin === id)) throw new Refusal(409, 'The last admin cannot be deleted');
      }
      for (const farewell of this.declared.all(Farewell)) await farewell.before(id);
      await this.users.delete(id);
      this.realtime.close({ user_id: id }, 4401);
      this.outbox.record({ type: 'account.deleted', actor_id: id, data: { user_id: id } });
    });
  }
}
