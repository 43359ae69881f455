import { type AppPayment, Fulfilment } from '../../payments/extension-points.js';
import { AppProvider } from '../kernel/app-provider.js';
import type { Bundle } from './entities/bundle.entity.js';
import type { BundlePurchase } from './entities/purchase.entity.js';
import { Holds } from './sales/holds.js';
import { PurchaseRepository } from './sales/purchase.repository.js';
import { Selling } from './sales/selling.js';
import { isPaymentFor } from '../kernel/selling/payment-match.js';

/** What happens when a purchase was paid, and when that was given back. It refuses no money that has arrived. */
@AppProvider()
export class BundlesFulfilment extends Fulfilment {
  readonly app = 'bundles';

  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly holds: Holds,
    private readonly selling: Selling,
  ) {
    super();
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const known = await this.purchases.byPayment(payment.id);
    if (!known) return false;
    const { bundle, purchase } = await this.holds.lock(known);
    if (purchase.status === 'pending' || purchase.status === 'expired') await this.settle(payment, purchase, bundle);
    return true;
  }

  /** A payment whose seller or bundle is gone, or that is not the one that was asked for, gives nothing. */
  private async settle(payment: AppPayment, purchase: BundlePurchase, bundle: Bundle | undefined): Promise<void> {
    if (!bundle?.owner_id || !isPaymentFor(payment, { ...purchase, buyer_id: purchase.owner_id }))
      return this.selling.flag(purchase, null);
    const done = await this.selling.complete(purchase, bundle);
    if (done === 'duplicate' || done === 'gone')
      await this.selling.flag(purchase, done === 'duplicate' ? 'duplicate' : null);
  }

  async refunded(payment: AppPayment): Promise<void> {
    const known = await this.purchases.byPayment(payment.id);
    if (!known) return;
    const { purchase } = await this.holds.lock(known);
    const refunded = Math.min(Number(payment.refunded_amount), purchase.amount_minor);
    if (purchase.status === 'refunded' || refunded <= purchase.refunded_minor) return;
    await this.selling.refund(purchase, refunded);
  }
}
