import { AppProvider } from '../../kernel/app-provider.js';
import { BundleItemRepository } from '../catalogue/bundle-item.repository.js';
import { type Good, GoodsService, isAvailable } from '../catalogue/goods.service.js';
import { type Bundle, type BundleItem, keyOf } from '../entities/bundle.entity.js';
import { grouped } from '../entities/grouped.js';
import { type BundlePrice, type PricedItem, priceOf } from './price.policy.js';

export interface OfferedItem extends PricedItem {
  item: BundleItem;
  title: string;
  cover_file_id: string | null;
  /** Its app still has it, on sale or not. */
  exists: boolean;
  available: boolean;
}

export interface Offer extends BundlePrice {
  items: OfferedItem[];
}

const NONE: ReadonlySet<string> = new Set();

/** What is in bundles and what they cost, by the present prices of their items. */
@AppProvider()
export class OffersService {
  constructor(
    private readonly items: BundleItemRepository,
    private readonly goods: GoodsService,
  ) {}

  /** For this buyer; nobody owns anything. */
  async of(bundle: Bundle, buyerId?: string): Promise<Offer> {
    const items = await this.items.of(bundle.id);
    const [goods, owned] = await Promise.all([
      this.goods.describe(items),
      buyerId === undefined ? NONE : this.goods.owned(buyerId, items),
    ]);
    return offerOf(bundle, items, goods, owned);
  }

  /** Of many bundles for nobody in particular, by their ids. */
  async ofAll(bundles: Bundle[]): Promise<Map<string, Offer>> {
    if (!bundles.length) return new Map();
    const items = await this.items.ofAll(bundles.map(({ id }) => id));
    const goods = await this.goods.describe(items);
    const byBundle = grouped(items, ({ bundle_id }) => bundle_id);
    return new Map(bundles.map((bundle) => [bundle.id, offerOf(bundle, byBundle.get(bundle.id) ?? [], goods, NONE)]));
  }
}

function offerOf(bundle: Bundle, items: BundleItem[], goods: Map<BundleItem, Good>, owned: ReadonlySet<string>): Offer {
  const offered = items.map((item) => {
    const good = goods.get(item);
    return {
      item,
      title: good?.title ?? '',
      cover_file_id: good?.cover_file_id ?? null,
      price_minor: good?.price_minor ?? 0,
      owned: owned.has(keyOf(item)),
      exists: good !== undefined,
      available: isAvailable(good, bundle),
    };
  });
  return { items: offered, ...priceOf(bundle, offered) };
}
