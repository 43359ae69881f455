import { IsBoolean } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { DOC, type Doc } from '../entities/doc.entity.js';
import { ImportsService } from '../imports/imports.service.js';
import { DocRepository } from '../writing/doc.repository.js';

class Input {
  @Uuid() doc_id!: string;
  /** Takes it out of the bin. */
  @Optional() @IsBoolean() restore?: boolean;
  /** At once, with its history and the texts of its runs. */
  @Optional() @IsBoolean() permanent?: boolean;
}

const NOT_DELETED = 'Doc is not deleted';

@Action('delete-doc', {
  access: 'owner',
  target: DOC,
  changes: true,
  description: 'Moves a document to the bin, where it stays for 30 days, out of the bin, or deletes it for good.',
  input: Input,
  result: MessageResult,
  refuses: { 409: [NOT_DELETED] },
})
export class DeleteDoc {
  constructor(
    private readonly docs: DocRepository,
    private readonly imports: ImportsService,
  ) {}

  async run({ input, target: doc }: Call<Input, Doc>): Promise<MessageResult> {
    if (input.restore && input.permanent)
      throw invalid({ field: 'permanent', message: 'permanent must not be given together with restore' });
    if (input.permanent) {
      await this.imports.release(await this.docs.destroy([doc.id]));
      return { message: 'Doc deleted' };
    }
    if (input.restore) {
      if (!doc.deleted_at) throw new Refusal(409, NOT_DELETED);
      await this.docs.update({ id: doc.id }, { deleted_at: null, updated_at: NOW });
      return { message: 'Doc restored' };
    }
    if (!doc.deleted_at) await this.docs.update({ id: doc.id }, { deleted_at: NOW });
    return { message: 'Doc moved to the bin' };
  }
}
