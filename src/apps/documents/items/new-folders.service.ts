import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Item } from '../entities/item.entity.js';
import { type Actor, ItemAccessService, type Place } from './item-access.service.js';
import { MOST_DEEP, TOO_DEEP } from './item-changes.service.js';
import { ItemRepository } from './item.repository.js';
import { cleanName } from './names.js';

@AppProvider()
export class NewFoldersService {
  constructor(
    private readonly items: ItemRepository,
    private readonly access: ItemAccessService,
  ) {}

  /** Undefined if the name is taken. The tree is locked. */
  async create(actor: Actor, place: Place, given: string): Promise<Item | undefined> {
    if ((await this.items.above(place.parent_id)).length >= MOST_DEEP) throw new Refusal(400, TOO_DEEP);
    return this.items.insertIfAbsent({ ...place, kind: 'folder', name: cleanName(given), created_by: actor.id });
  }

  /** The folder at the path, which begins in the folder `below` or in the root; what of it is missing is made. */
  async ensure(actor: Actor, path: string[], below: string | null = null): Promise<Item> {
    const { owner_id } = await this.access.requirePlace(actor, below);
    await this.items.lockTree(owner_id);
    let { parent_id } = await this.access.requirePlace(actor, below);
    let folder: Item | undefined;
    for (const given of path) {
      const name = cleanName(given);
      const there = await this.items.sibling(owner_id, parent_id, name);
      const free = there?.kind === 'document' ? await this.items.freeName(owner_id, parent_id, name) : name;
      folder = there?.kind === 'folder' ? there : await this.create(actor, { owner_id, parent_id }, free);
      if (!folder) throw new Error('a folder could not be made although its tree is locked');
      parent_id = folder.id;
    }
    if (!folder) throw new Error('a path of no folders');
    return folder;
  }
}
