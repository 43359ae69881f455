import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { NotificationsService } from '../../notifications/notifications.service.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { forbidden, notFound, refusal } from '../../platform/http/refusal.js';
import { RealtimeService } from '../../realtime/realtime.service.js';
import { AccountDeleted } from '../account.events.js';
import { AccountDeletionHook } from './account-deletion-hook.js';
import { isLast, lastAdminStays } from './user.policy.js';
import { UserRepository } from './user.repository.js';

export const ownDeletion = refusal(409, 'You cannot delete yourself');

@Injectable()
export class AccountDeletionService {
  private readonly deletionHooks: Many<AccountDeletionHook>;

  constructor(
    private readonly users: UserRepository,
    extensions: ExtensionsService,
    private readonly database: DatabaseService,
    private readonly notifications: NotificationsService,
    private readonly realtime: RealtimeService,
    private readonly events: EventsService,
  ) {
    this.deletionHooks = extensions.many(AccountDeletionHook);
  }

  async deleteOwn(userId: string): Promise<void> {
    await this.database.transaction(() => this.delete(userId, userId));
  }

  async deleteAsAdmin(userId: string, adminId: string): Promise<void> {
    if (userId === adminId) throw ownDeletion();
    const deleted = await this.database.transaction(() => this.delete(userId, adminId));
    if (!deleted) throw notFound('User');
  }

  /** Deletes the account with everything that belongs to it; false when there is no such account. */
  private async delete(userId: string, actorId: string): Promise<boolean> {
    const admins = (await this.isOfRole('admin', userId)) ? await this.users.lockAdmins() : [];
    const account = await this.users.lockToDelete(userId);
    if (!account) return false;
    const { id, username } = account;
    if (isLast(id, admins)) throw lastAdminStays();
    if (admins.length && !(await this.mayDeleteAdmin(id, actorId, admins))) throw forbidden();
    // Notifications that this user caused disappear from the inboxes of other users.
    await this.notifications.leave(id);
    for (const hook of this.deletionHooks.values) await hook.before(id);
    await this.users.delete({ id });
    this.realtime.close({ user_id: id }, 4401);
    this.events.announce(AccountDeleted, { user_id: id, ...(actorId !== id && { username }) }, actorId);
    return true;
  }

  /** Asked again after the lock: the deleted admin may just have demoted, suspended or deleted the actor. */
  private async mayDeleteAdmin(userId: string, actorId: string, admins: string[]): Promise<boolean> {
    if (actorId === userId || admins.includes(actorId)) return true;
    return this.isOfRole('service_role', actorId);
  }

  private async isOfRole(role: string, id: string): Promise<boolean> {
    return (await this.users.findOne({ id }, { select: ['role'] }))?.role === role;
  }
}
