import { ArrayMaxSize, ArrayMinSize, Equals, IsArray, IsInt } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { actorOf } from '../items/item-access.service.js';
import { IS_HELD, NOT_IN_TRASH, TrashService } from '../trash/trash.service.js';

class Input {
  @Optional() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(200) @Uuid({ each: true }) item_ids?: string[];
  /** Instead of ids: the whole trash of the caller. */
  @Optional() @Equals(true) all?: true;
}

class Result {
  @IsInt() deleted!: number;
  /** Documents that another app needs. */
  @Optional() @IsInt() kept?: number;
}

@Action('delete-items', {
  access: 'authenticated',
  changes: true,
  about: { item: 'item_ids' },
  description: 'Deletes items of the trash for ever.',
  input: Input,
  result: Result,
  refuses: { 403: ['Forbidden'], 404: ['Item not found'], 409: [NOT_IN_TRASH, IS_HELD] },
})
export class DeleteItems {
  constructor(private readonly trash: TrashService) {}

  async run({ input: { item_ids, all }, caller }: Call<Input>): Promise<Result> {
    if ((item_ids === undefined) === (all === undefined))
      throw invalid({ field: 'item_ids', message: 'either item_ids or all must be given' });
    if (item_ids === undefined) return this.trash.empty(caller.id);
    await this.trash.deleteItems(actorOf(caller), item_ids);
    return { deleted: new Set(item_ids).size };
  }
}
