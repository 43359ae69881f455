import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { CodeRepository } from '../codes/code.repository.js';
import { Code, CODE } from '../entities/code.entity.js';

class Input {
  @Uuid() code_id!: string;
}

@Action('delete-code', {
  access: 'owner',
  target: CODE,
  changes: true,
  description: 'Ends a code for good: its address answers 410. For 30 days, update-code can bring it back.',
  input: Input,
  result: MessageResult,
})
export class DeleteCode {
  constructor(private readonly codes: CodeRepository) {}

  async run({ target: { id, status } }: Call<Input, Code>): Promise<MessageResult> {
    // A second call must not begin the 30 days anew.
    if (status !== 'deleted') await this.codes.change(id, { status: 'deleted' });
    return { message: 'Code deleted' };
  }
}
