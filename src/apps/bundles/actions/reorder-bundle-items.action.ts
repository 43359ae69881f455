import { ArrayMaxSize, IsArray } from 'class-validator';
import { ListOf, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { namesEach } from '../../kernel/rows/ordered.js';
import { BundleItemRepository } from '../catalogue/bundle-item.repository.js';
import { BundlesPresenter, ItemView } from '../catalogue/bundle.views.js';
import { type Bundle, BUNDLE } from '../entities/bundle.entity.js';
import { OffersService } from '../offers/offers.service.js';

class Input {
  @Uuid() bundle_id!: string;
  @IsArray() @ArrayMaxSize(100) @Uuid({ each: true }) item_ids!: string[];
}

class Result {
  @ListOf(() => ItemView) items!: ItemView[];
}

@Action('reorder-bundle-items', {
  access: 'owner',
  target: BUNDLE,
  changes: true,
  description: 'Puts all items in this order.',
  input: Input,
  result: Result,
  refuses: { 400: ['The order must list every item once'] },
})
export class ReorderBundleItems {
  constructor(
    private readonly items: BundleItemRepository,
    private readonly offers: OffersService,
    private readonly presenter: BundlesPresenter,
  ) {}

  async run({ input: { bundle_id, item_ids }, target: bundle }: Call<Input, Bundle>) {
    const items = await this.items.of(bundle_id);
    const named = items.map(({ item_id }) => ({ id: item_id }));
    if (!namesEach(named, item_ids)) throw new Refusal(400, 'The order must list every item once');
    const rowOf = new Map(items.map(({ id, item_id }) => [item_id, id]));
    await this.items.reorder(
      bundle_id,
      item_ids.map((id) => rowOf.get(id) as string),
    );
    const offer = await this.offers.of(bundle);
    return { items: offer.items.map((item) => this.presenter.item(item, bundle.currency)) };
  }
}
