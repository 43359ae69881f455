import { isDeepStrictEqual } from 'node:util';
import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/access.js';
import { AffiliateSalesService } from '../../kernel/selling/affiliate-sales.service.js';
import { AppCheckoutsService } from '../../kernel/selling/app-checkouts.service.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import { type Product, sellerOf } from '../entities/product.entity.js';
import { sumOf, Offers } from './offers.js';
import { Baskets, type PurchaseInput } from './basket.js';
import { Holds } from './holds.js';
import type { NewOrder } from './order.repository.js';
import { Selling } from './selling.js';

/** Somebody buys a product: at once where nothing is to be paid, else by a checkout. */
@AppProvider()
export class Buying {
  constructor(
    private readonly baskets: Baskets,
    private readonly offers: Offers,
    private readonly holds: Holds,
    private readonly checkouts: AppCheckoutsService,
    private readonly selling: Selling,
    private readonly affiliates: AffiliateSalesService,
  ) {}

  /** The buyers of a product do not wait for each other, but for the moment in which its stock is taken. */
  async run(seen: Product, buyer: Caller, wishes: PurchaseInput, paymentId: string) {
    const product = await this.holds.forBuyer(seen, buyer.id);
    if (!product) throw notFound('Product');
    const wanted = await this.wanted(product, buyer, wishes, paymentId);
    // The product that was read is returned as it is if the buyer has no open order.
    const open = product === seen ? undefined : await this.holds.pending(product.id, buyer.id);
    const held = open?.coupon_id ?? null;
    const coupon = await this.offers.coupon(product.id, wishes.coupon_code, held);
    const { unit_minor, quantity, shipping_minor } = wanted;
    const { discount, shipping, total } = sumOf(unit_minor * quantity, shipping_minor, wanted.currency, coupon);
    const order: NewOrder = {
      ...wanted,
      coupon_id: coupon?.id ?? null,
      discount_minor: discount,
      shipping_minor: shipping,
      total_minor: total,
      payment_id: total ? paymentId : null,
    };
    if (open && total && isSame(open, order, product)) return this.openPage(open, buyer, wishes);
    if (open) await this.holds.expire(open.id);
    if (total) await this.holds.refuseTooManyUnpaid(buyer.id, product.id);
    // It is sold at once, which counts the sale: the product is locked before its variant and the coupon.
    else if (!(await this.holds.lockThing(product.id))) throw notFound('Product');
    const begun = await this.holds.begin(order);
    if (total) return this.openPage(begun, buyer, wishes);
    return { paid: await this.selling.complete(product, begun, begun.stock_taken) };
  }

  /** Before coupons. */
  private async wanted(product: Product, buyer: Caller, wishes: PurchaseInput, payment_id: string): Promise<NewOrder> {
    const { variant, unit, shipping, quantity, ship_to } = await this.baskets.of(product, buyer.id, wishes);
    const parties = { owner_id: buyer.id, seller_id: product.owner_id };
    const sold = { product_id: product.id, title: product.title, currency: product.currency };
    return {
      ...parties,
      ...sold,
      variant_id: variant?.id ?? null,
      variant_name: variant?.name ?? null,
      quantity,
      unit_minor: unit,
      discount_minor: 0,
      shipping_minor: shipping,
      total_minor: 0,
      coupon_id: null,
      affiliate_id: await this.affiliate(product, buyer.id, wishes.referral),
      payment_id,
      ship_to,
    };
  }

  private affiliate(product: Product, buyer_id: string, referral: string | undefined) {
    const sale = { seller_id: sellerOf(product), buyer_id, app_slug: 'products', item_id: product.id };
    return this.affiliates.resolve(referral, sale);
  }

  private openPage(order: ProductOrder, buyer: Caller, { success_url, cancel_url }: PurchaseInput) {
    const { title, variant_name } = order;
    const description = variant_name === null ? title : `${title} (${variant_name})`;
    return this.checkouts.open(this.holds, order, { buyer, description, success_url, cancel_url });
  }
}

const SAME = ['variant_id', 'quantity', 'coupon_id', 'affiliate_id'] as const;

/** An open order keeps its price when the product's price changes; a different pay-what-you-want amount makes a new order. */
const isSame = (open: ProductOrder, wanted: NewOrder, { pay_what_you_want }: Product) =>
  SAME.every((name) => open[name] === wanted[name]) &&
  (!pay_what_you_want || open.unit_minor === wanted.unit_minor) &&
  isDeepStrictEqual(open.ship_to, wanted.ship_to);
