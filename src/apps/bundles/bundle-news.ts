import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AppSettings } from '../kernel/app-settings.js';
import { money } from '../kernel/selling/prices.js';
import { BundlesSettings } from './bundles.settings.js';
import type { Bundle } from './entities/bundle.entity.js';
import type { BundlePurchase } from './entities/purchase.entity.js';

const about = ({ id, bundle_id }: BundlePurchase) => ({ purchase_id: id, bundle_id });

/** What sellers and buyers are notified of, in the transaction in which it happens. */
@AppProvider()
export class BundleNews {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly settings: AppSettings,
  ) {}

  async sold(purchase: BundlePurchase): Promise<void> {
    const { bundle_title: title, owner_id, seller_id, amount_minor, currency } = purchase;
    const data = about(purchase);
    this.tell([owner_id], { type: 'bundles.purchased', title, body: `${title} is yours.`, data });
    if (!seller_id || !(await this.settings.of(BundlesSettings, seller_id)).notify_on_sale) return;
    const amount = money(amount_minor, currency);
    const body = `${title} was bought for ${amount} ${currency.toUpperCase()}.`;
    const more = { actor_id: owner_id, data: { ...data, user_id: owner_id, amount, currency } };
    this.tell([seller_id], { type: 'bundles.sold', title, body, ...more });
  }

  granted(purchase: BundlePurchase, actor_id: string): void {
    const { bundle_title: title, owner_id, note } = purchase;
    const data = { ...about(purchase), note };
    this.tell([owner_id], { type: 'bundles.granted', title, body: `You were given ${title}.`, data, actor_id });
  }

  refundNeeded(purchase: BundlePurchase): void {
    const { bundle_title: title, owner_id, seller_id, payment_id, attention } = purchase;
    const body = `${title} was paid for and cannot be given for it: the payment is to be refunded.`;
    const data = { ...about(purchase), payment_id, attention };
    this.tell([owner_id, seller_id], { type: 'bundles.refund_needed', title, body, data });
  }

  refunded(purchase: BundlePurchase): void {
    const { bundle_title: title, owner_id, refunded_minor, currency } = purchase;
    const amount = money(refunded_minor, currency);
    const body = `You got ${amount} ${currency.toUpperCase()} back for ${title}.`;
    this.tell([owner_id], { type: 'bundles.refunded', title, body, data: { ...about(purchase), amount, currency } });
  }

  itemAdded(
    { id, title }: Bundle,
    item: { item_type: string; item_id: string; title: string },
    buyers: string[],
  ): void {
    const body = `${item.title} was added to ${title}, and is yours.`;
    const data = { bundle_id: id, item_type: item.item_type, item_id: item.item_id };
    this.tell(buyers, { type: 'bundles.item_added', title, body, data });
  }

  itemUnavailable(
    { id, title, owner_id }: Bundle,
    items: { item_type: string; item_id: string; title: string }[],
  ): void {
    const names = items.map((item) => item.title || 'An item').join(', ');
    const body = `${title} cannot be sold: ${names} is not for sale.`;
    this.tell([owner_id], { type: 'bundles.item_unavailable', title, body, data: { bundle_id: id, items } });
  }

  saleEnding({ id, title, owner_id, ends_at }: Bundle): void {
    const body = `The sale of ${title} ends within a day.`;
    this.tell([owner_id], { type: 'bundles.sale_ending', title, body, data: { bundle_id: id, ends_at } });
  }

  /** An id is null if the account is deleted. */
  private tell(userIds: (string | null)[], notice: AppNotice): void {
    this.notifications.notifyMany(
      userIds.filter((id) => id !== null),
      notice,
    );
  }
}
