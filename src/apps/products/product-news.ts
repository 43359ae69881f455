import { AppProvider } from '../kernel/app-provider.js';
import { type AppNotice, AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { AppSettings } from '../kernel/app-settings.js';
import type { ProductOrder } from './entities/product-order.entity.js';
import type { Product } from './entities/product.entity.js';
import { money } from '../kernel/selling/prices.js';
import { ProductsSettings } from './products.settings.js';

type Known = Pick<Product, 'id' | 'title'>;
type Offered = Known & Pick<Product, 'owner_id'>;

const named = ({ title, variant_name, quantity }: ProductOrder) =>
  `${quantity > 1 ? `${quantity} × ` : ''}${title}${variant_name === null ? '' : ` (${variant_name})`}`;

const about = ({ id, product_id }: ProductOrder) => ({ order_id: id, product_id });

/** What people are told of their shops and of what they have bought, in the transaction in which it happened. */
@AppProvider()
export class ProductNews {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly settings: AppSettings,
  ) {}

  async sold(order: ProductOrder): Promise<void> {
    const { title, owner_id, seller_id, total_minor, currency } = order;
    const data = about(order);
    this.tell([owner_id], { type: 'products.purchased', title, body: `${named(order)} is yours.`, data });
    if (!seller_id || !(await this.settings.of(ProductsSettings, seller_id)).notify_on_sale) return;
    const amount = money(total_minor, currency);
    const body = `${named(order)} was bought for ${amount} ${currency.toUpperCase()}.`;
    const more = { actor_id: owner_id, data: { ...data, user_id: owner_id, amount, currency } };
    this.tell([seller_id], { type: 'products.sold', title, body, ...more });
  }

  refundNeeded(order: ProductOrder): void {
    const { title, owner_id, seller_id, payment_id, attention } = order;
    const body = `${named(order)} was paid for, and cannot be given for it: the payment is to be refunded.`;
    const data = { ...about(order), payment_id, attention };
    this.tell([owner_id, seller_id], { type: 'products.refund_needed', title, body, data });
  }

  refunded(order: ProductOrder): void {
    const { title, owner_id, refunded_minor, currency } = order;
    const amount = money(refunded_minor, currency);
    const body = `You got ${amount} ${currency.toUpperCase()} back for ${named(order)}.`;
    const data = { ...about(order), amount, currency };
    this.tell([owner_id], { type: 'products.refunded', title, body, data });
  }

  shipped(order: ProductOrder): void {
    const { title, owner_id, carrier, tracking_number, tracking_url } = order;
    const by = carrier === null ? '' : ` with ${carrier}`;
    const body = `${named(order)} is on its way${by}.`;
    const data = { ...about(order), carrier, tracking_number, tracking_url };
    this.tell([owner_id], { type: 'products.shipped', title, body, data });
  }

  runsLow({ id, title, owner_id }: Offered, left: number, variant: string | null): void {
    const name = variant === null ? title : `${title} (${variant})`;
    const body = left ? `Only ${left} left of ${name}.` : `${name} is sold out.`;
    const data = { product_id: id, variant, left };
    this.tell([owner_id], { type: 'products.low_stock', title, body, data });
  }

  updated({ id, title }: Known, userIds: string[], text: string): void {
    this.tell(userIds, { type: 'products.updated', title, body: text, data: { product_id: id } });
  }

  reviewed({ id, title, owner_id }: Offered, writerId: string, rating: number): void {
    const body = `${title} was given ${rating} of 5 stars.`;
    const more = { actor_id: writerId, data: { product_id: id, rating } };
    this.tell([owner_id], { type: 'products.reviewed', title, body, ...more });
  }

  removed({ id, title, owner_id }: Offered): void {
    const body = `${title} was removed by the administration. Who has bought it keeps it.`;
    this.tell([owner_id], { type: 'products.removed', title, body, data: { product_id: id } });
  }

  shipReminder(sellerId: string, orders: number): void {
    const body = orders === 1 ? 'An order waits to be shipped.' : `${orders} orders wait to be shipped.`;
    const data = { orders };
    this.tell([sellerId], { type: 'products.ship_reminder', title: 'Orders to ship', body, data });
  }

  /** Whose account is deleted is null, and not told. */
  private tell(userIds: (string | null)[], notice: AppNotice): void {
    const known = userIds.filter((id) => id !== null);
    this.notifications.notifyMany(known, notice);
  }
}
