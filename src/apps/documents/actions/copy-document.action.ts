import { Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { QUOTA_EXCEEDED } from '../bytes/usage.repository.js';
import { CopiesService } from '../bytes/copies.service.js';
import { itemView, ItemView } from '../documents.views.js';
import { actorOf, IN_TRASH } from '../items/item-access.service.js';
import { NOT_ALLOWED } from '../items/item-changes.service.js';

class Input {
  @Uuid() document_id!: string;
  /** Where the copy lies; null, or without it: the caller's own root. */
  @Optional() @Nullable() @Uuid() parent_id?: string | null;
  @Optional() @Written(1, 255) name?: string;
}

class Result extends answerWith('document', () => ItemView) {}

@Action('copy-document', {
  access: 'authenticated',
  changes: true,
  about: 'document',
  description: 'Copies the current version of a document, without its shares. The bytes are stored once.',
  input: Input,
  result: Result,
  refuses: {
    400: [NOT_ALLOWED],
    403: ['Forbidden'],
    404: ['Document not found', 'Folder not found'],
    409: [QUOTA_EXCEEDED, IN_TRASH],
  },
})
export class CopyDocument {
  constructor(private readonly copies: CopiesService) {}

  async run({ input: { document_id, parent_id = null, name }, caller }: Call<Input>): Promise<Result> {
    return { document: itemView(await this.copies.copy(actorOf(caller), document_id, { parent_id, name })) };
  }
}
