import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Declared } from '../../platform/declared.js';
import { forbidden, Refusal } from '../../platform/http/refusal.js';
import { Realtime } from '../../realtime/realtime.js';
import { Farewell } from './farewell.js';
import { isLast } from './user.policy.js';
import { UserRepository } from './user.repository.js';

@Injectable()
export class RemoveAccount {
  constructor(
    private readonly users: UserRepository,
    private readonly declared: Declared,
    private readonly realtime: Realtime,
    private readonly outbox: Outbox,
  ) {}

  /** With all that is its own, inside the caller's transaction; tells whether there was one. */
  async run(userId: string, actorId: string): Promise<boolean> {
    const admins = (await this.users.roleOf(userId)) === 'admin' ? await this.users.holdAdmins() : [];
    const account = await this.users.lockToDelete(userId);
    if (!account) return false;
    const { id, username } = account;
    if (isLast(id, admins)) throw new Refusal(409, 'The last admin cannot be deleted');
    if (admins.length && !(await this.isStill(admins, actorId, id))) throw forbidden();
    for (const farewell of this.declared.all(Farewell)) await farewell.before(id);
    await this.users.delete(id);
    this.realtime.close({ user_id: id }, 4401);
    const staff = actorId !== id;
    const data = { user_id: id, ...(staff && { username }) };
    this.outbox.record({ type: 'account.deleted', actor_id: actorId, data, staff });
    return true;
  }

  /** Whoever deletes an admin may have been deleted, demoted or shut out by him in this moment. */
  private async isStill(admins: string[], actorId: string, userId: string): Promise<boolean> {
    if (actorId === userId || admins.includes(actorId)) return true;
    return (await this.users.roleOf(actorId)) === 'service_role';
  }
}
