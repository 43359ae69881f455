import { AppNotificationsService } from '../../../notifications/app-notifications.service.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Access } from '../entities/sharing.entity.js';
import { HistoryRepository } from '../items/history.repository.js';
import { type Actor, IN_TRASH, ItemAccessService } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { type Grant, GrantRepository } from './grant.repository.js';
import { EXPIRY_IN_PAST } from './refusals.js';

const MOST = 200;

/** Which members may see or edit what of others. Only owners share. */
@AppProvider()
export class GrantsService {
  constructor(
    private readonly access: ItemAccessService,
    private readonly items: ItemRepository,
    private readonly grants: GrantRepository,
    private readonly history: HistoryRepository,
    private readonly notifications: AppNotificationsService,
  ) {}

  async give(actor: Actor, itemId: string, wanted: Pick<Access, 'user_id' | 'role' | 'expires_at'>): Promise<Grant> {
    const { owner_id, name } = await this.access.require(actor, itemId, 'Item', 'owner');
    const { user_id, role, expires_at } = wanted;
    if (user_id === owner_id) throw new Refusal(400, 'Cannot share with yourself');
    if (expires_at && expires_at <= new Date()) throw new Refusal(400, EXPIRY_IN_PAST);
    if (!(await this.grants.isMember(user_id))) throw notFound('User');
    // Of two calls at once one waits here, and of a call and the trash.
    const item = await this.items.the({ id: itemId }, 'Item', { lock: 'no key update' });
    if (item.trashed_at) throw new Refusal(409, IN_TRASH);
    await this.grants.forgetExpired(itemId);
    const isNew = !(await this.grants.exists({ item_id: itemId, user_id }));
    if (isNew && (await this.grants.countWhere({ item_id: itemId })) >= MOST)
      throw new Refusal(409, 'Access limit reached');
    const grant = await this.grants.set({ item_id: itemId, owner_id, user_id, role, expires_at });
    await this.history.note(item, actor, 'shared', { user_id, role });
    if (isNew) this.tell(user_id, actor, { id: itemId, name, role });
    return grant;
  }

  /** By the owner, or by who has the role. */
  async remove(actor: Actor, itemId: string, userId: string): Promise<void> {
    const item = await this.access.require(actor, itemId, 'Item', actor.id === userId ? 'viewer' : 'owner');
    if (item.owner_id === userId) throw new Refusal(400, 'Cannot share with yourself');
    await this.items.the({ id: itemId }, 'Item', { lock: 'no key update' });
    const removed = await this.grants.delete({ item_id: itemId, user_id: userId });
    if (removed) await this.history.note(item, actor, 'unshared', { user_id: userId });
    else if (!(await this.grants.isMember(userId))) throw notFound('User');
    // A role that a folder gives is not given up on what lies in it.
    else if (actor.id === userId && item.role !== 'owner') throw forbidden();
  }

  private tell(userId: string, actor: Actor, { id, name, role }: { id: string; name: string; role: string }): void {
    const who = actor.caller?.username ?? 'A member';
    void this.notifications.notify(userId, {
      type: 'documents.shared',
      title: `${who} shared "${name}" with you`,
      body: role === 'editor' ? 'You can view and edit it.' : 'You can view it.',
      data: { item_id: id, role },
      actor_id: actor.id,
    });
  }
}
