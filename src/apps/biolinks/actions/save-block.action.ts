import { IsInt } from 'class-validator';
import { Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import type { BlockData } from '../blocks/block-kinds.js';
import { SavedBlock } from '../blocks/block.inputs.js';
import { BlockView } from '../blocks/block.views.js';
import { BlocksService } from '../blocks/blocks.service.js';
import { BioPage, PAGE } from '../entities/page.entity.js';
import { PageRepository } from '../pages/page.repository.js';
import { BLOCK_FAULTS } from '../refusals.js';

class Input extends SavedBlock {
  @Uuid() page_id!: string;
  /** Without it a block is added. */
  @Optional() @Uuid() block_id?: string;
}

class Result {
  @Nested(() => BlockView) block!: BlockView;
  @IsInt() page_version!: number;
}

@Action('save-block', {
  access: 'owner',
  target: PAGE,
  changes: true,
  description: 'Adds a block to a page, or changes one.',
  input: Input,
  result: Result,
  refuses: { 400: BLOCK_FAULTS, 404: ['Block not found'], 409: ['Block limit reached'] },
})
export class SaveBlock {
  constructor(
    private readonly blocks: BlocksService,
    private readonly pages: PageRepository,
  ) {}

  prepare({ input, target }: Preparation<Input, BioPage>): Promise<BlockData | undefined> {
    return this.blocks.dataOf(target.id, input.block_id, input);
  }

  async run({
    input,
    target,
    prepared: data,
  }: Call<Input, BioPage, undefined, BlockData | undefined>): Promise<Result> {
    const block = await this.blocks.save(target.id, input.block_id, { ...input, data });
    return { block, page_version: await this.pages.raiseVersion(target.id) };
  }
}
