import { IsBoolean, IsIn, IsInt } from 'class-validator';
import { Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BundleItemRepository } from '../catalogue/bundle-item.repository.js';
import { BundlesPresenter, ItemView } from '../catalogue/bundle.views.js';
import { type Good, type GoodProblem, GoodsService, isAvailable } from '../catalogue/goods.service.js';
import { type Bundle, BUNDLE, ITEM_TYPES, type ItemType } from '../entities/bundle.entity.js';
import { GrantNewItem } from '../jobs/grant-new-item.job.js';
import { PurchaseRepository } from '../sales/purchase.repository.js';

const MOST_ITEMS = 50;

const REFUSALS: Record<Exclude<GoodProblem, 'unknown_variant'>, [status: 400 | 409, message: string]> = {
  not_for_sale: [409, 'Item is not for sale'],
  physical: [409, 'Physical products cannot be bundled'],
  counted: [409, 'Products with counted stock cannot be bundled'],
  no_variant: [400, 'Choose a variant'],
};

class Input {
  @Uuid() bundle_id!: string;
  @IsIn(ITEM_TYPES) item_type!: ItemType;
  @Uuid() item_id!: string;
  @Optional() @Uuid() variant_id?: string;
  @Optional() @IsBoolean() apply_to_existing?: boolean;
}

class Result {
  @Nested(() => ItemView) item!: ItemView;
  /** Of the buyers who have the bundle, to how many the job goes; 0 without apply_to_existing. */
  @IsInt() existing_buyers!: number;
}

@Action('add-bundle-item', {
  access: 'owner',
  target: BUNDLE,
  changes: true,
  description: 'Appends an item; on request, those who have the bundle get it too.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Choose a variant', 'All items must be priced in {currency}'],
    404: ['Item not found'],
    409: [
      'Item is not for sale',
      'Physical products cannot be bundled',
      'Products with counted stock cannot be bundled',
      'Item is already in the bundle',
      'A bundle holds at most 50 items',
    ],
  },
})
export class AddBundleItem {
  constructor(
    private readonly items: BundleItemRepository,
    private readonly goods: GoodsService,
    private readonly purchases: PurchaseRepository,
    private readonly jobs: JobsService,
    private readonly job: GrantNewItem,
    private readonly presenter: BundlesPresenter,
  ) {}

  async run({ input, target: bundle }: Call<Input, Bundle>) {
    const { bundle_id, item_type, item_id, variant_id = null, apply_to_existing = false } = input;
    const ref = { item_type, item_id, variant_id };
    const good = goodFor(bundle, (await this.goods.describe([ref])).get(ref), ref);
    const items = await this.items.of(bundle_id);
    if (items.some((item) => item.item_type === item_type && item.item_id === item_id))
      throw new Refusal(409, 'Item is already in the bundle');
    if (items.length >= MOST_ITEMS) throw new Refusal(409, 'A bundle holds at most 50 items');
    const position = (items.at(-1)?.position ?? -1) + 1;
    const item = await this.items.insert({ bundle_id, ...ref, position });
    const existing_buyers = apply_to_existing ? await this.purchases.countCompleted(bundle_id) : 0;
    if (existing_buyers) await this.jobs.enqueue(this.job, { bundle_id, ...ref });
    const { title, cover_file_id, price_minor } = good;
    const offered = { item, title, cover_file_id, price_minor, owned: false, exists: true };
    const available = isAvailable(good, bundle);
    return { item: this.presenter.item({ ...offered, available }, bundle.currency), existing_buyers };
  }
}

/** The item, or why it cannot be in the bundle. A variant belongs to products only. */
function goodFor(
  bundle: Bundle,
  good: Good | undefined,
  { item_type, variant_id }: Pick<Input, 'item_type'> & { variant_id: string | null },
): Good {
  const isUnknown = good?.problem === 'unknown_variant' || (item_type === 'course' && variant_id !== null);
  if (!good || isUnknown || good.owner_id === null || good.owner_id !== bundle.owner_id) throw notFound('Item');
  if (good.problem) throw new Refusal(...REFUSALS[good.problem as keyof typeof REFUSALS]);
  if (good.currency === bundle.currency) return good;
  throw new Refusal(400, `All items must be priced in ${bundle.currency}`);
}
