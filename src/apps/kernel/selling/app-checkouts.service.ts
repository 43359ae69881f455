import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/access.js';
import { AppPaymentsService, type AppSale } from './app-payments.service.js';
import type { Order } from './order.entity.js';
import type { FirstValues, OrderHolds } from './order-holds.js';
import { checkoutOf } from './views.js';

/** The page stays open a little longer than the order is held; what is paid late is honoured where that can be. */
export const PAGE_MS = 35 * 60 * 1000;

export interface Checkout {
  buyer: Pick<Caller, 'id' | 'email'>;
  /** What is bought, for the page. */
  description: string;
  success_url: string | undefined;
  cancel_url: string | undefined;
}

/** The pages where orders are paid. An action that opens one says `outside: true`. */
@Injectable()
export class AppCheckoutsService {
  constructor(private readonly payments: AppPaymentsService) {}

  /** The page that the order has already; otherwise it is asked for, under the same id as before. */
  async open<Row extends Order, Thing extends { id: string }, New extends FirstValues>(
    holds: OrderHolds<Row, Thing, New>,
    order: Row,
    { buyer: { id, email }, ...page }: Checkout,
  ) {
    if (order.checkout_url) return checkoutOf(order, order.checkout_url);
    const sale: AppSale = {
      id: order.payment_id as string,
      // A pending order ends when its seller's account is deleted.
      seller_id: order.seller_id as string,
      buyer: { id, email },
      amount: BigInt(order.total_minor),
      currency: order.currency,
      app_slug: holds.slug,
      reference_type: 'order',
      reference_id: order.id,
      expires_at: new Date(order.created_at.getTime() + PAGE_MS),
      ...page,
    };
    return this.payments.checkout(sale, {
      done: async (url) => {
        await holds.orders.storeCheckoutUrl(order.id, url);
        return checkoutOf(order, url);
      },
      undo: async () => {
        const { order: now } = await holds.lock(order);
        if (!now.checkout_url) await holds.expire(order.id);
      },
    });
  }
}
