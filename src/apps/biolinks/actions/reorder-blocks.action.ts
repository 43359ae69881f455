import { ArrayMaxSize, IsArray } from 'class-validator';
import { ListOf, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { namesEach } from '../../kernel/rows/ordered.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { BlockView } from '../blocks/block.views.js';
import { show } from '../blocks/blocks.service.js';
import { BioPage, PAGE } from '../entities/page.entity.js';
import { PageRepository } from '../pages/page.repository.js';

class Input {
  @Uuid() page_id!: string;
  @IsArray() @ArrayMaxSize(200) @Uuid({ each: true }) block_ids!: string[];
}

class Result {
  @ListOf(() => BlockView) blocks!: BlockView[];
}

@Action('reorder-blocks', {
  access: 'owner',
  target: PAGE,
  changes: true,
  description: 'Puts the blocks of a page in another order, which names each of them once.',
  input: Input,
  result: Result,
  refuses: { 400: ['block_ids must list every block of the page once'] },
})
export class ReorderBlocks {
  constructor(
    private readonly blocks: BlockRepository,
    private readonly pages: PageRepository,
  ) {}

  async run({ input: { block_ids }, target: { id } }: Call<Input, BioPage>): Promise<Result> {
    const present = await this.blocks.ofPage(id);
    if (!namesEach(present, block_ids)) throw new Refusal(400, 'block_ids must list every block of the page once');
    await this.blocks.reorder(id, block_ids);
    await this.pages.raiseVersion(id);
    return { blocks: (await this.blocks.ofPage(id)).map(show) };
  }
}
