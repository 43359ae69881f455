import { IsInt } from 'class-validator';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ItemIds } from '../item.inputs.js';
import { actorOf } from '../items/item-access.service.js';
import { IS_HELD, TrashService } from '../trash/trash.service.js';

class Result {
  @IsInt() trashed!: number;
}

@Action('trash-items', {
  access: 'authenticated',
  changes: true,
  about: { item: 'item_ids' },
  description: 'Moves items with all that lies in them to the trash: all of them or none. Their links and grants stop.',
  input: ItemIds,
  result: Result,
  refuses: { 403: ['Forbidden'], 404: ['Item not found'], 409: [IS_HELD] },
})
export class TrashItems {
  constructor(private readonly trash: TrashService) {}

  async run({ input, caller }: Call<ItemIds>): Promise<Result> {
    return { trashed: await this.trash.trashItems(actorOf(caller), input.item_ids) };
  }
}
