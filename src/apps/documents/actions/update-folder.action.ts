import { Uuid } from '../../../platform/http/fields.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { itemView, ItemView } from '../documents.views.js';
import { ItemChanges } from '../item.inputs.js';
import { actorOf } from '../items/item-access.service.js';
import { CHANGE_REFUSALS, ItemChangesService } from '../items/item-changes.service.js';

class Input extends ItemChanges {
  @Uuid() folder_id!: string;
}

class Result extends answerWith('folder', () => ItemView) {}

@Action('update-folder', {
  access: 'authenticated',
  changes: true,
  about: 'folder',
  description: 'Renames, moves, describes or stars a folder.',
  input: Input,
  result: Result,
  refuses: { ...CHANGE_REFUSALS, 404: ['Folder not found'] },
})
export class UpdateFolder {
  constructor(private readonly changes: ItemChangesService) {}

  async run({ input: { folder_id, ...changes }, caller }: Call<Input>): Promise<Result> {
    return { folder: itemView(await this.changes.change(actorOf(caller), folder_id, 'Folder', changes)) };
  }
}
