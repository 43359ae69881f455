import { ListOf, Nested, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BlockRepository } from '../blocks/block.repository.js';
import { CountedBlock } from '../blocks/block.views.js';
import { show } from '../blocks/blocks.service.js';
import { BioPage, PAGE } from '../entities/page.entity.js';
import { PageAddressesService } from '../pages/page-addresses.service.js';
import { PageView } from '../pages/page.views.js';

class Input {
  @Uuid() page_id!: string;
}

class Result {
  @Nested(() => PageView) page!: PageView;
  @ListOf(() => CountedBlock) blocks!: CountedBlock[];
}

@Action('get-page', {
  access: 'owner',
  target: PAGE,
  description: 'A page with all its blocks in order, hidden and scheduled ones too.',
  input: Input,
  result: Result,
})
export class GetPage {
  constructor(
    private readonly blocks: BlockRepository,
    private readonly addresses: PageAddressesService,
  ) {}

  async run({ target: page }: Call<Input, BioPage>): Promise<Result> {
    const blocks = await this.blocks.counted(page.id);
    return {
      page: this.addresses.show(page),
      blocks: blocks.map(({ clicks, ...block }) => ({ ...show(block), clicks })),
    };
  }
}
