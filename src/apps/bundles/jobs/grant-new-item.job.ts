import { BatchJob } from '../../../jobs/batch.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BundleNews } from '../bundle-news.js';
import { BundleRepository } from '../catalogue/bundle.repository.js';
import { type Good, GoodsService } from '../catalogue/goods.service.js';
import type { ItemRef } from '../entities/bundle.entity.js';
import type { BundlePurchase } from '../entities/purchase.entity.js';
import { PurchaseItemRepository } from '../sales/purchase-item.repository.js';
import { PurchaseRepository } from '../sales/purchase.repository.js';

const BATCH = 200;

export type NewItem = ItemRef & { bundle_id: string };

/**
 * Gives a new item to those who have the bundle. Every purchase that was gone through lists the item, as granted or as
 * owned, so that a run that is repeated goes on with the others.
 */
@AppProvider()
export class GrantNewItem extends BatchJob<NewItem> {
  readonly name = 'bundles.grant-new-item';

  constructor(
    private readonly bundles: BundleRepository,
    private readonly purchases: PurchaseRepository,
    private readonly items: PurchaseItemRepository,
    private readonly goods: GoodsService,
    private readonly news: BundleNews,
  ) {
    super();
  }

  protected async batch({ bundle_id, ...item }: NewItem): Promise<boolean> {
    const good = (await this.goods.describe([item])).get(item);
    const bundle = await this.bundles.findOne({ id: bundle_id });
    if (!good || !bundle) return false;
    const purchases = await this.purchases.withoutItem(bundle_id, item, BATCH);
    const granted: string[] = [];
    for (const purchase of purchases) if (await this.give(purchase, item, good)) granted.push(purchase.owner_id);
    this.news.itemAdded(bundle, { item_type: item.item_type, item_id: item.item_id, title: good.title }, granted);
    return purchases.length === BATCH;
  }

  /** False: the buyer owns it, or another run has given it. */
  private async give({ id, owner_id }: BundlePurchase, item: ItemRef, { title, price_minor }: Good): Promise<boolean> {
    const isOwned = (await this.goods.owned(owner_id, [item])).size > 0;
    const state = isOwned ? 'owned' : 'granted';
    const values = { purchase_id: id, ...item, title, value_minor: price_minor, allocated_minor: 0, state } as const;
    const added = await this.items.insertIfAbsent(values);
    if (!added || isOwned) return false;
    await this.goods.grant([item], owner_id, id);
    return true;
  }
}
