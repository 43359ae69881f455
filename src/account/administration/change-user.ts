import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import type { Caller } from '../../platform/access/caller.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Declared } from '../../platform/declared.js';
import { notFound } from '../../platform/http/refusal.js';
import { Realtime } from '../../realtime/realtime.js';
import { Interruption } from '../users/interruption.js';
import { UserRepository } from '../users/user.repository.js';
import { type AdminChanges, type AdministeredUser, AdminUserRepository } from './admin-user.repository.js';
import { refuseChange } from './change-user.policy.js';

@Injectable()
export class ChangeUser {
  constructor(
    private readonly users: UserRepository,
    private readonly administered: AdminUserRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly declared: Declared,
  ) {}

  /** Answers the account as staff sees it, as JSON. */
  run(id: string, wanted: AdminChanges, caller: Caller): Promise<string> {
    if (!isUuid(id)) throw notFound('User');
    return this.database.transaction(async () => {
      // Before the account itself, as whoever changes another admin does.
      const admins = wanted.role || wanted.user_status ? await this.users.holdAdmins() : [];
      const before = await this.administered.lock(id);
      if (!before) throw notFound('User');
      const changes = differing(before, wanted);
      if (Object.keys(changes).length) {
        refuseChange(before, changes, caller, admins);
        await this.users.update(before.id, changes);
        await this.follow(before, changes, caller.id);
      }
      return (await this.administered.detail(before.id)) as string;
    });
  }

  private async follow({ id, ...before }: AdministeredUser, after: AdminChanges, actor_id: string) {
    const was = Object.fromEntries(
      Object.keys(after).map((field) => [field, before[field as keyof typeof before]]),
    );
    const data = { user_id: id, before: was, after };
    this.outbox.record({ type: 'admin.user_updated', actor_id, data, staff: true });
    if (after.role) this.realtime.recheck({ user_id: id });
    if (!after.user_status || after.user_status === 'active') return;
    for (const interruption of this.declared.all(Interruption)) await interruption.before(id);
    this.realtime.close({ user_id: id }, 4403);
  }
}

function differing(before: AdministeredUser, wanted: AdminChanges): AdminChanges {
  const fields = Object.entries(wanted) as [keyof AdminChanges, unknown][];
  return Object.fromEntries(
    fields.filter(([field, value]) => value !== undefined && value !== before[field]),
  );
}
