import { ListOf } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { itemView, ItemView } from '../documents.views.js';
import { ItemIds } from '../item.inputs.js';
import { actorOf } from '../items/item-access.service.js';
import { ItemRepository } from '../items/item.repository.js';
import { NOT_IN_TRASH, TrashService } from '../trash/trash.service.js';

class Result {
  @ListOf(() => ItemView) items!: ItemView[];
}

@Action('restore-items', {
  access: 'authenticated',
  changes: true,
  about: { item: 'items' },
  description: 'Takes items out of the trash, with what was trashed with them, back to their folder if that is there.',
  input: ItemIds,
  result: Result,
  refuses: { 403: ['Forbidden'], 404: ['Item not found'], 409: [NOT_IN_TRASH] },
})
export class RestoreItems {
  constructor(
    private readonly trash: TrashService,
    private readonly items: ItemRepository,
  ) {}

  async run({ input: { item_ids }, caller }: Call<ItemIds>): Promise<Result> {
    await this.trash.restoreItems(actorOf(caller), item_ids);
    const seen = new Map((await this.items.seenAll(item_ids, caller.id)).map((item) => [item.id, item]));
    return { items: [...new Set(item_ids)].flatMap((id) => seen.get(id) ?? []).map(itemView) };
  }
}
