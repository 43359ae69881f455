import type { Caller } from '../../../platform/access/access.js';
import { forbidden, notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { ItemRepository, type SeenItem } from './item.repository.js';
import { isAtLeast, type Role } from './roles.js';

/** For whom something is done: a caller, or a user whom another app names. */
export interface Actor {
  id: string;
  caller?: Caller;
}

export const actorOf = (caller: Caller): Actor => ({ id: caller.id, caller });

export const THINGS = { Folder: 'folder', Document: 'document', Item: undefined } as const;
export type Thing = keyof typeof THINGS;

export type OpenItem = SeenItem & { role: Role };

export const IN_TRASH = 'Item is in the trash';

/** Who may do what with which item. */
@AppProvider()
export class ItemAccessService {
  constructor(private readonly items: ItemRepository) {}

  /** 404 if the actor may not see the item, 403 if their role does not suffice. */
  async require(actor: Actor, id: string, thing: Thing, needed: Role): Promise<OpenItem> {
    return this.check(actor, await this.items.seen(id, actor.id), thing, needed);
  }

  /** For what the trash does not allow: everything but looking at items, restoring and deleting them. */
  async requireLive(actor: Actor, id: string, thing: Thing, needed: Role): Promise<OpenItem> {
    const item = await this.require(actor, id, thing, needed);
    if (item.trashed_at) throw new Refusal(409, IN_TRASH);
    return item;
  }

  /** In the order of the ids; the first that is missing or not allowed refuses all. */
  async requireAll(actor: Actor, ids: string[], needed: Role): Promise<OpenItem[]> {
    const seen = new Map((await this.items.seenAll(ids, actor.id)).map((item) => [item.id, item]));
    return [...new Set(ids)].map((id) => this.check(actor, seen.get(id), 'Item', needed));
  }

  /** A folder that the actor may add to; null is the root of their own tree. */
  async requirePlace(actor: Actor, parentId: string | null): Promise<Place> {
    if (parentId === null) return rootOf(actor.id);
    const folder = await this.requireLive(actor, parentId, 'Folder', 'editor');
    return { owner_id: folder.owner_id, parent_id: folder.id };
  }

  private check({ caller }: Actor, item: SeenItem | undefined, thing: Thing, needed: Role): OpenItem {
    const kind = THINGS[thing];
    if (!item || (kind && item.kind !== kind)) throw notFound(thing);
    const role = item.role && isAtLeast(item.role, needed) ? item.role : undefined;
    if (role) return { ...item, role };
    if (allowedBySiteRole(caller)) return { ...item, role: 'owner' };
    throw item.role ? forbidden() : notFound(thing);
  }
}

export interface Place {
  owner_id: string;
  parent_id: string | null;
}

export const rootOf = (owner_id: string): Place => ({ owner_id, parent_id: null });
