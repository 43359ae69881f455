import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import type { Caller } from '../../platform/access/access.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { ExtensionsService, type Many } from '../../platform/extensions.service.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { UserUpdated } from '../account.events.js';
import { AccountLockoutHook } from './account-deletion-hook.js';
import { refuseChange } from './user.policy.js';
import {
  type AdminChanges,
  ADMINISTERED,
  type AdministeredUser,
  DETAIL,
  UserRepository,
  type UsersFilter,
} from './user.repository.js';

@Injectable()
export class UserAdministrationService {
  private readonly lockoutHooks: Many<AccountLockoutHook>;

  constructor(
    private readonly users: UserRepository,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
    private readonly realtime: RealtimeService,
    extensions: ExtensionsService,
  ) {
    this.lockoutHooks = extensions.many(AccountLockoutHook);
  }

  async list({ search, ...filter }: UsersFilter) {
    const { rows, next_cursor } = await this.users.listForStaff({ ...filter, search: search?.trim() });
    return { users: rows, next_cursor };
  }

  async get(id: string) {
    return { user: await this.users.the({ id }, 'User', { select: DETAIL }) };
  }

  async update(id: string, wanted: AdminChanges, caller: Caller) {
    return this.database.transaction(async () => {
      // The admins are locked before the account; the deletion of an account takes both locks in the same order.
      const admins = wanted.role || wanted.user_status ? await this.users.lockAdmins() : [];
      const before = await this.users.the({ id }, 'User', { select: ADMINISTERED, lock: 'no key update' });
      const changes = changesOf(before, wanted);
      if (Object.keys(changes).length) {
        refuseChange(before, changes, caller, admins);
        await this.users.change(before.id, changes);
        await this.announceUpdate(before, changes, caller.id);
      }
      return this.get(id);
    });
  }

  private async announceUpdate({ id, ...before }: AdministeredUser, after: AdminChanges, actorId: string) {
    const previous = Object.fromEntries(
      Object.keys(after).map((field) => [field, before[field as keyof typeof before]]),
    );
    this.events.announce(UserUpdated, { user_id: id, before: previous, after }, actorId);
    if (after.role) this.realtime.recheck({ user_id: id });
    if (!after.user_status || after.user_status === 'active') return;
    for (const hook of this.lockoutHooks.values) await hook.before(id);
    this.realtime.close({ user_id: id }, 4403);
  }
}

function changesOf(before: AdministeredUser, wanted: AdminChanges): AdminChanges {
  const fields = Object.entries(wanted) as [keyof AdminChanges, unknown][];
  return Object.fromEntries(fields.filter(([field, value]) => value !== undefined && value !== before[field]));
}
