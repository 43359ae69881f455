import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { BioPage, PAGE } from '../entities/page.entity.js';

class Input {
  @Uuid() page_id!: string;
  @Uuid() block_id!: string;
}

@Action('remove-block', {
  access: 'owner',
  target: PAGE,
  changes: true,
  description: 'Takes a block off its page. Its past clicks stay in the statistics.',
  input: Input,
  result: MessageResult,
  refuses: { 404: ['Block not found'] },
})
export class RemoveBlock {
  constructor(private readonly blocks: BlocksService) {}

  async run({ input, target }: Call<Input, BioPage>): Promise<MessageResult> {
    await this.blocks.remove(target.id, input.block_id);
    return { message: 'Block removed' };
  }
}
