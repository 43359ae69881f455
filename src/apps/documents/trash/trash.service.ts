import { forbidden, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import type { Item } from '../entities/item.entity.js';
import { HistoryRepository } from '../items/history.repository.js';
import { type Actor, ItemAccessService, type OpenItem } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { GrantRepository } from '../sharing/grant.repository.js';
import { TrashRepository } from './trash.repository.js';

export const NOT_IN_TRASH = 'Item is not in the trash';
/** What the reference shows for `Document is held by <app>`. */
export const IS_HELD = 'Document is held by <app>';
const isHeldBy = (slug: string) => new Refusal(409, `Document is held by ${slug}`);

/** Whole subtrees go to the trash, come back from it, or are deleted. */
@AppProvider()
export class TrashService {
  constructor(
    private readonly access: ItemAccessService,
    private readonly items: ItemRepository,
    private readonly trash: TrashRepository,
    private readonly grants: GrantRepository,
    private readonly history: HistoryRepository,
  ) {}

  /** Returns how many of the named items were not in the trash. */
  async trashItems(actor: Actor, ids: string[]): Promise<number> {
    const items = (await this.locked(actor, ids, 'editor')).filter(({ trashed_at }) => !trashed_at);
    await this.expectBelowShared(actor, items);
    const top = await this.items.topOf(idsOf(items));
    const held = await this.trash.heldBelow(top);
    if (held) throw isHeldBy(held.app_slug);
    await this.trash.trash(top);
    await this.history.noteMany(top, actor.id, 'trashed');
    return items.length;
  }

  /** Editors may trash what lies in the folder that is shared with them, and not the folder. */
  private async expectBelowShared(actor: Actor, items: OpenItem[]): Promise<void> {
    const shared = items.filter(({ role }) => role !== 'owner').map(({ id }) => id);
    if (!shared.length) return;
    const below = await this.grants.editedAbove(shared, actor.id);
    if (shared.some((id) => !below.has(id)) && !allowedBySiteRole(actor.caller)) throw forbidden();
  }

  /** Each comes back with what was trashed with it. */
  async restoreItems(actor: Actor, ids: string[]): Promise<void> {
    const items = await this.locked(actor, ids, 'owner');
    if (items.some(({ trashed_at }) => !trashed_at)) throw new Refusal(409, NOT_IN_TRASH);
    const top = new Set(await this.items.topOf(idsOf(items)));
    for (const { id } of items) if (top.has(id)) await this.restore(id);
    // What was named beside the folder that it lies in may have been trashed before it.
    for (const { id } of items) if (!top.has(id)) await this.restore(id);
    await this.history.noteMany([...top], actor.id, 'restored');
  }

  private async restore(id: string): Promise<void> {
    const item = await this.items.findOne({ id });
    if (!item?.trashed_at) return;
    const { owner_id, parent_id } = item;
    const parent = parent_id ? await this.items.findOne({ id: parent_id, trashed_at: null }) : undefined;
    const to = parent?.id ?? null;
    await this.trash.restore(item, { parent_id: to, name: await this.items.freeName(owner_id, to, item.name) });
  }

  async deleteItems(actor: Actor, ids: string[]): Promise<void> {
    const items = await this.locked(actor, ids, 'owner');
    if (items.some(({ trashed_at }) => !trashed_at)) throw new Refusal(409, NOT_IN_TRASH);
    const roots = rootsOf(items);
    const [held] = await this.trash.heldInTrash(ids, roots);
    if (held) throw isHeldBy(held.app_slug);
    await this.trash.deleteForEver(ids, roots, []);
  }

  async empty(ownerId: string): Promise<{ deleted: number; kept: number }> {
    await this.items.lockTree(ownerId);
    const roots = (await this.trash.roots(ownerId)).map(({ id }) => id);
    const kept = await this.purge(roots);
    return { deleted: roots.filter((id) => !kept.includes(id)).length, kept: kept.length };
  }

  /** Deletes what was trashed with these items, and returns the documents that other apps need. The trees are locked. */
  async purge(roots: string[]): Promise<string[]> {
    const kept = (await this.trash.heldInTrash(roots, roots)).map(({ item_id }) => item_id);
    await this.trash.deleteForEver(roots, roots, kept);
    return kept;
  }

  /** Read again once their trees are locked, in one order for all callers. */
  private async locked(actor: Actor, ids: string[], needed: 'editor' | 'owner'): Promise<OpenItem[]> {
    const seen = await this.access.requireAll(actor, ids, needed);
    const owners = [...new Set(seen.map(({ owner_id }) => owner_id))].toSorted();
    for (const owner of owners) await this.items.lockTree(owner);
    return this.access.requireAll(actor, ids, needed);
  }
}

const idsOf = (items: Pick<Item, 'id'>[]) => items.map(({ id }) => id);

const rootsOf = (items: Pick<Item, 'trash_root_id'>[]) => [
  ...new Set(items.map(({ trash_root_id }) => trash_root_id as string)),
];
