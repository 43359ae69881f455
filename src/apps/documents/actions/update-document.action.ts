import { Uuid } from '../../../platform/http/fields.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { itemView, ItemView } from '../documents.views.js';
import { ItemChanges } from '../item.inputs.js';
import { actorOf } from '../items/item-access.service.js';
import { CHANGE_REFUSALS, ItemChangesService } from '../items/item-changes.service.js';

class Input extends ItemChanges {
  @Uuid() document_id!: string;
}

class Result extends answerWith('document', () => ItemView) {}

@Action('update-document', {
  access: 'authenticated',
  changes: true,
  about: 'document',
  description: 'Renames, moves, describes or stars a document.',
  input: Input,
  result: Result,
  refuses: { ...CHANGE_REFUSALS, 404: ['Document not found', 'Folder not found'] },
})
export class UpdateDocument {
  constructor(private readonly changes: ItemChangesService) {}

  async run({ input: { document_id, ...changes }, caller }: Call<Input>): Promise<Result> {
    return { document: itemView(await this.changes.change(actorOf(caller), document_id, 'Document', changes)) };
  }
}
