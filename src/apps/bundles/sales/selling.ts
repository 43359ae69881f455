import { Refusal } from '../../../platform/http/refusal.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AffiliateSalesService } from '../../kernel/selling/affiliate-sales.service.js';
import { TOO_MANY_UNPAID } from '../../kernel/selling/unpaid-holds.sql.js';
import { BundleNews } from '../bundle-news.js';
import { BundleRepository } from '../catalogue/bundle.repository.js';
import { GoodsService } from '../catalogue/goods.service.js';
import type { Bundle } from '../entities/bundle.entity.js';
import type { BundlePurchase } from '../entities/purchase.entity.js';
import type { Offer } from '../offers/offers.service.js';
import { sharesOf } from '../offers/price.policy.js';
import { PurchaseItemRepository } from './purchase-item.repository.js';
import { type NewPurchase, PurchaseRepository } from './purchase.repository.js';

/** Why a purchase cannot be completed: an item does not exist any more, or the buyer has the bundle already. */
export type Problem = 'gone' | 'duplicate';

/** Purchases from their begin to their end. A bundle is locked before its purchases. */
@AppProvider()
export class Selling {
  constructor(
    private readonly bundles: BundleRepository,
    private readonly purchases: PurchaseRepository,
    private readonly items: PurchaseItemRepository,
    private readonly goods: GoodsService,
    private readonly affiliates: AffiliateSalesService,
    private readonly news: BundleNews,
  ) {}

  /** A purchase that sets a sale aside, or a refusal. */
  async hold(
    { id, title, currency, max_sales, owner_id }: Bundle,
    buyer_id: string,
    offer: Offer,
    { referral, paymentId }: { referral: string | undefined; paymentId: string },
  ): Promise<BundlePurchase> {
    const { list_minor, amount_minor } = offer;
    const isLimited = amount_minor > 0 && max_sales !== null;
    if (isLimited && (await this.purchases.hasHeldTooLong(buyer_id, id))) throw new Refusal(409, TOO_MANY_UNPAID);
    const seller_id = owner_id as string;
    const sale = { seller_id, buyer_id, app_slug: 'bundles', item_id: id };
    const affiliate_id = await this.affiliates.resolve(referral, sale);
    if (!(await this.bundles.hold(id))) throw new Refusal(409, 'Bundle is sold out');
    const parties = { owner_id: buyer_id, seller_id, bundle_id: id, bundle_title: title };
    const price = { list_minor, amount_minor, currency, payment_id: amount_minor ? paymentId : null };
    const state = { source: 'purchase', status: 'pending', affiliate_id, note: null } as const;
    return this.begin({ ...parties, ...price, ...state }, offer);
  }

  /** With its items as they are now. */
  async begin(values: NewPurchase, { items }: Offer): Promise<BundlePurchase> {
    const begun = await this.purchases.begin(values);
    if (!begun) throw new Refusal(409, 'Idempotency key reused');
    const { is_again, ...purchase } = begun;
    if (is_again) await this.items.clear(purchase.id);
    const included = items.filter(({ owned }) => !owned);
    const shares = sharesOf(
      values.amount_minor,
      included.map(({ price_minor }) => price_minor),
    );
    const shareOf = new Map(included.map(({ item }, at) => [item, shares[at]]));
    await this.items.addAll(
      items.map(({ item, title, price_minor, owned }) => ({
        purchase_id: purchase.id,
        item_type: item.item_type,
        item_id: item.item_id,
        variant_id: item.variant_id,
        title,
        value_minor: price_minor,
        allocated_minor: shareOf.get(item) ?? 0,
        state: owned ? ('owned' as const) : ('included' as const),
      })),
    );
    return purchase;
  }

  /** Gives every included item and counts the sale; or returns why that cannot be, changing nothing. */
  async complete(purchase: BundlePurchase, bundle: Bundle): Promise<BundlePurchase | Problem> {
    const isGrant = purchase.source === 'grant';
    if (!isGrant && (await this.purchases.has('completed', bundle.id, purchase.owner_id))) return 'duplicate';
    const granted = await this.items.move(purchase.id, 'included', 'granted');
    const known = await this.goods.describe(granted);
    if (granted.some((item) => !known.has(item))) {
      await this.items.move(purchase.id, 'granted', 'included');
      return 'gone';
    }
    await this.goods.grant(granted, purchase.owner_id, purchase.id);
    const held = purchase.status === 'pending' ? -1 : 0;
    await this.bundles.countSales(bundle.id, { held, sold: isGrant ? 0 : 1 });
    const completed = await this.purchases.change(purchase.id, {
      status: 'completed',
      completed_at: NOW,
      expires_at: null,
    });
    if (isGrant) return completed;
    await this.affiliates.record(completed, {
      app_slug: 'bundles',
      reference_type: 'bundle_purchase',
      item_id: bundle.id,
      amount_minor: completed.amount_minor,
    });
    await this.news.sold(completed);
    return completed;
  }

  /** The money has arrived, and the buyer gets nothing for it. */
  async flag(purchase: BundlePurchase, attention: BundlePurchase['attention']): Promise<void> {
    if (purchase.status === 'pending') await this.giveBack(purchase);
    this.news.refundNeeded(
      await this.purchases.change(purchase.id, { status: 'needs_attention', attention, expires_at: null }),
    );
  }

  /** `refunded_minor`: all that was given back so far. */
  async refund(purchase: BundlePurchase, refunded_minor: number): Promise<void> {
    const isWhole = refunded_minor >= purchase.amount_minor;
    const ended = isWhole ? ({ status: 'refunded', refunded_at: NOW, expires_at: null } as const) : {};
    const after = await this.purchases.change(purchase.id, { refunded_minor, ...ended });
    await this.affiliates.reverse(purchase, refunded_minor);
    if (!isWhole) return;
    if (purchase.status === 'pending') await this.giveBack(purchase);
    if (purchase.status === 'completed') await this.takeBack(purchase);
    this.news.refunded(after);
  }

  private async giveBack({ bundle_id }: BundlePurchase): Promise<void> {
    if (bundle_id) await this.bundles.countSales(bundle_id, { held: -1, sold: 0 });
  }

  private async takeBack({ id, owner_id, bundle_id }: BundlePurchase): Promise<void> {
    await this.goods.revoke(await this.items.move(id, 'granted', 'revoked'), owner_id, id);
    if (bundle_id) await this.bundles.countSales(bundle_id, { held: 0, sold: -1 });
  }
}
