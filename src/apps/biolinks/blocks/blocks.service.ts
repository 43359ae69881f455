import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { contentOf } from '../../kernel/calls/by-kind.js';
import { Words } from '../../kernel/calls/words.js';
import { present } from '../../kernel/rows/view.js';
import type { Block } from '../entities/block.entity.js';
import { PageRepository } from '../pages/page.repository.js';
import { BlockDestinationsService } from './block-destinations.service.js';
import { type Draft, draftOf } from './block-draft.js';
import { type BlockData, DATA } from './block-kinds.js';
import type { SavedBlock } from './block.inputs.js';
import { BlockRepository, type BlockRow } from './block.repository.js';
import { BlockView } from './block.views.js';

const MOST = 100;

/** Adds and changes blocks. The caller of `save` and `remove` holds the lock of the page. */
@AppProvider()
export class BlocksService {
  constructor(
    private readonly blocks: BlockRepository,
    private readonly pages: PageRepository,
    private readonly destinations: BlockDestinationsService,
    private readonly words: Words,
  ) {}

  /** The data of a block, checked by its kind and filtered. Undefined: it is not given. */
  async dataOf(pageId: string, blockId: string | undefined, given: SavedBlock): Promise<BlockData | undefined> {
    const block = blockId === undefined ? undefined : await this.the(pageId, blockId);
    const { kind, data } = draftOf(given, block);
    if (given.data === undefined) return undefined;
    const content = await contentOf(DATA, kind, data, 'data');
    await this.words.clean(DATA[kind], content);
    return { ...content };
  }

  async save(pageId: string, blockId: string | undefined, given: SavedBlock): Promise<BlockView> {
    const block = blockId === undefined ? undefined : await this.the(pageId, blockId);
    const draft = draftOf(given, block);
    const values = { ...draft, ...(await this.checked(draft, given)) };
    const before = await this.blocks.ofPage(pageId);
    if (!block && before.length >= MOST) throw new Refusal(409, 'Block limit reached');
    const id = block
      ? block.id
      : (await this.blocks.insert({ ...values, page_id: pageId, position: before.length })).id;
    if (block) await this.blocks.update({ id }, { ...values, updated_at: NOW });
    await this.place(pageId, before, id, given.position);
    const after = await this.blocks.ofPage(pageId);
    return show(after.find((one) => one.id === id) as BlockRow);
  }

  /** The positions of the blocks behind it close up. */
  async remove(pageId: string, blockId: string): Promise<void> {
    const { id } = await this.the(pageId, blockId);
    await this.blocks.update({ id }, { removed_at: NOW, updated_at: NOW });
    const rest = await this.blocks.ofPage(pageId);
    await this.blocks.reorder(
      pageId,
      rest.map((block) => block.id),
    );
    await this.pages.raiseVersion(pageId);
  }

  private the(pageId: string, id: string): Promise<Block> {
    return this.blocks.the({ id, page_id: pageId, removed_at: null }, 'Block');
  }

  /** A block that the nightly job has hidden may be changed, but not shown again while its host is unwanted. */
  private async checked(draft: Draft, { url, data }: SavedBlock): Promise<Partial<Draft>> {
    const isAsBefore = url === undefined && data === undefined;
    return isAsBefore && !draft.is_visible ? {} : this.destinations.check(draft);
  }

  private async place(pageId: string, before: Block[], id: string, position: number | undefined): Promise<void> {
    if (position === undefined) return;
    const order = before.flatMap((block) => (block.id === id ? [] : block.id));
    order.splice(position, 0, id);
    await this.blocks.reorder(pageId, order);
  }
}

export const show = (block: BlockRow): BlockView => ({
  ...present(BlockView, block),
  data: block.data,
  live: block.live,
});
