import type { Caller } from '../../../platform/access/access.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { minorUnits } from '../../../platform/money/money.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Bundle } from '../entities/bundle.entity.js';
import type { BundlePurchase } from '../entities/purchase.entity.js';
import { type Offer, OffersService } from '../offers/offers.service.js';
import { priceChanged, whyNot } from '../offers/sellable.policy.js';
import { type Addresses, BundleCheckouts } from './checkouts.js';
import { Holds } from './holds.js';
import { PurchaseRepository } from './purchase.repository.js';
import { Selling } from './selling.js';

export interface PurchaseWishes extends Addresses {
  expected_amount?: number;
  referral?: string;
}

/** Somebody buys a bundle: at once where nothing is to be paid, else by a checkout. */
@AppProvider()
export class Buying {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly holds: Holds,
    private readonly offers: OffersService,
    private readonly selling: Selling,
    private readonly checkouts: BundleCheckouts,
  ) {}

  /** The buyers of a bundle do not wait for each other, but for the moment in which a sale is set aside. */
  async run(seen: Bundle, buyer: Caller, wishes: PurchaseWishes, paymentId: string) {
    const bundle = await this.holds.forBuyer(seen, buyer.id);
    if (bundle?.status !== 'published' || !bundle.owner_id) throw notFound('Bundle');
    const offer = await this.offers.of(bundle, buyer.id);
    const hasBundle = await this.purchases.has('completed', bundle.id, buyer.id);
    const problem = whyNot(bundle, offer, { id: buyer.id, hasBundle });
    if (problem) throw new Refusal(409, problem);
    this.expectAmount(offer, bundle, wishes.expected_amount);
    // The bundle that was read is returned as it is if the buyer has no open purchase.
    const open = bundle === seen ? undefined : await this.holds.pending(bundle.id, buyer.id);
    const { amount_minor } = offer;
    if (open?.amount_minor === amount_minor && open.currency === bundle.currency)
      return this.checkouts.open(open, buyer, wishes);
    if (open) await this.holds.expire(open.id);
    const purchase = await this.selling.hold(bundle, buyer.id, offer, { referral: wishes.referral, paymentId });
    if (amount_minor) return this.checkouts.open(purchase, buyer, wishes);
    return { purchase: await this.finish(purchase, bundle) };
  }

  private expectAmount(offer: Offer, bundle: Bundle, expected: number | undefined): void {
    if (expected === undefined || minorUnits(expected, bundle.currency) === BigInt(offer.amount_minor)) return;
    throw new Refusal(409, priceChanged(offer, bundle));
  }

  /** The sale has locked the bundle, so that a gift in the meantime is seen here. */
  private async finish(purchase: BundlePurchase, bundle: Bundle): Promise<BundlePurchase> {
    const done = await this.selling.complete(purchase, bundle);
    if (done === 'duplicate') throw new Refusal(409, 'You already have this bundle');
    if (done === 'gone') throw new Refusal(409, 'Bundle has an unavailable item');
    return done;
  }
}
