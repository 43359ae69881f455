import type { Caller } from '../../../platform/access/access.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppPaymentsService, type AppSale } from '../../kernel/selling/app-payments.service.js';
import { PAGE_MS } from '../../kernel/selling/app-checkouts.service.js';
import { money } from '../../kernel/selling/prices.js';
import type { BundlePurchase } from '../entities/purchase.entity.js';
import { Holds } from './holds.js';
import { PurchaseRepository } from './purchase.repository.js';

export interface Addresses {
  success_url?: string;
  cancel_url?: string;
}

/** The pages where purchases are paid. */
@AppProvider()
export class BundleCheckouts {
  constructor(
    private readonly payments: AppPaymentsService,
    private readonly purchases: PurchaseRepository,
    private readonly holds: Holds,
  ) {}

  /** The page that the purchase has already; otherwise it is asked for, under the same id as before. */
  async open(purchase: BundlePurchase, { id, email }: Caller, { success_url, cancel_url }: Addresses) {
    if (purchase.checkout_url) return checkoutOf(purchase, purchase.checkout_url);
    const sale: AppSale = {
      id: purchase.payment_id as string,
      // A pending purchase ends when its seller's account is deleted.
      seller_id: purchase.seller_id as string,
      buyer: { id, email },
      amount: BigInt(purchase.amount_minor),
      currency: purchase.currency,
      app_slug: 'bundles',
      reference_type: 'bundle_purchase',
      reference_id: purchase.id,
      expires_at: new Date(purchase.created_at.getTime() + PAGE_MS),
      description: purchase.bundle_title,
      success_url,
      cancel_url,
    };
    return this.payments.checkout(sale, {
      done: async (url) => {
        await this.purchases.storeCheckoutUrl(purchase.id, url);
        return checkoutOf(purchase, url);
      },
      undo: async () => {
        const { purchase: now } = await this.holds.lock(purchase);
        if (!now.checkout_url) await this.holds.expire(purchase.id);
      },
    });
  }
}

const checkoutOf = ({ id, payment_id, amount_minor, currency, expires_at }: BundlePurchase, checkout_url: string) => ({
  checkout_url,
  payment_id: payment_id as string,
  purchase_id: id,
  amount: money(amount_minor, currency),
  currency,
  expires_at: expires_at as Date,
});
