import { NOW } from '../../../platform/database/entity.repository.js';
import { forbidden, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DocumentsSettings } from '../documents.settings.js';
import type { Item } from '../entities/item.entity.js';
import type { ItemChanges } from '../item.inputs.js';
import { HistoryRepository } from './history.repository.js';
import {
  type Actor,
  IN_TRASH,
  ItemAccessService,
  type OpenItem,
  type Place,
  rootOf,
  type Thing,
} from './item-access.service.js';
import { ItemRepository, type SeenItem } from './item.repository.js';
import { MarkRepository } from './mark.repository.js';
import { cleanName, isBlocked } from './names.js';

/** How many folders lie in each other at most. */
export const MOST_DEEP = 20;

export const NAME_TAKEN = 'Name already taken';
export const TOO_DEEP = 'Folder depth limit reached';
export const NOT_ALLOWED = 'File type not allowed';

export const CHANGE_REFUSALS = {
  400: ["Cannot move to another owner's folder", TOO_DEEP, NOT_ALLOWED],
  403: ['Forbidden'],
  409: ['Cannot move a folder into itself', NAME_TAKEN, IN_TRASH],
};

/** Names, places and words of items. */
@AppProvider()
export class ItemChangesService {
  constructor(
    private readonly items: ItemRepository,
    private readonly access: ItemAccessService,
    private readonly marks: MarkRepository,
    private readonly history: HistoryRepository,
    private readonly settings: AppSettings,
  ) {}

  async change(actor: Actor, id: string, thing: Thing, changes: ItemChanges): Promise<SeenItem> {
    const { starred, name, parent_id, ...words } = changes;
    const isOnlyMarked = Object.values({ ...words, name, parent_id }).every((value) => value === undefined);
    const seen = await this.access.requireLive(actor, id, thing, isOnlyMarked ? 'viewer' : 'editor');
    if (starred !== undefined) await this.marks.star(actor.id, id, starred);
    if (!isOnlyMarked) {
      await this.items.lockTree(seen.owner_id);
      // It may have been moved, renamed or trashed until the tree was locked.
      const item = await this.access.requireLive(actor, id, thing, 'editor');
      const placed = await this.place(actor, item, changes);
      const tags = words.tags && [...new Set(words.tags.map((tag) => tag.trim()))];
      await this.items.update({ id }, { ...words, ...placed, tags, updated_at: NOW });
    }
    return this.items.withSharing(id, actor.id);
  }

  /** What changes of where it lies and what it is called. What lies in it moves with it. */
  private async place(actor: Actor, item: OpenItem, { name: given, parent_id }: ItemChanges): Promise<Partial<Item>> {
    const name = given === undefined ? item.name : cleanName(given);
    const isMoved = parent_id !== undefined && parent_id !== item.parent_id;
    const isRenamed = name !== item.name;
    if (isRenamed) await this.checkName(item, name);
    if (isMoved) await this.expectPlace(actor, item, parent_id);
    if (!isMoved && !isRenamed) return {};
    const to = isMoved ? parent_id : item.parent_id;
    const other = await this.items.sibling(item.owner_id, to, name);
    if (other && other.id !== item.id) throw new Refusal(409, NAME_TAKEN);
    if (isMoved) await this.history.note(item, actor, 'moved', { from: item.parent_id, to });
    if (isRenamed) await this.history.note(item, actor, 'renamed', { from: item.name, to: name });
    return { ...(isMoved && { parent_id }), ...(isRenamed && { name }) };
  }

  /** A document does not become what its owner refuses. */
  private async checkName(item: OpenItem, name: string): Promise<void> {
    if (item.kind === 'folder') return;
    const { blocked_extensions } = await this.settings.of(DocumentsSettings, item.owner_id);
    if (isBlocked(name, blocked_extensions) && !isBlocked(item.name, blocked_extensions))
      throw new Refusal(400, NOT_ALLOWED);
  }

  private async expectPlace(actor: Actor, item: OpenItem, parentId: string | null): Promise<void> {
    const { owner_id } = await this.placeIn(actor, item, parentId);
    if (owner_id !== item.owner_id) throw new Refusal(400, "Cannot move to another owner's folder");
    if (item.kind === 'document') return;
    const above = await this.items.above(parentId);
    if (above.includes(item.id)) throw new Refusal(409, 'Cannot move a folder into itself');
    if (above.length + (await this.items.height(item.id)) >= MOST_DEEP) throw new Refusal(400, TOO_DEEP);
  }

  /** Editors need both ends. The root of a tree is its owner's. */
  private async placeIn(actor: Actor, item: OpenItem, parentId: string | null): Promise<Place> {
    if (item.role !== 'owner') {
      if (parentId === null || item.parent_id === null) throw forbidden();
      const source = await this.items.seen(item.parent_id, actor.id);
      if (source?.role !== 'editor') throw forbidden();
    }
    if (parentId === null) return rootOf(item.owner_id);
    return this.access.requirePlace(actor, parentId);
  }
}
