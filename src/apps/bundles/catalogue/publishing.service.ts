import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Bundle } from '../entities/bundle.entity.js';
import { type Offer, OffersService } from '../offers/offers.service.js';
import { baseOf } from '../offers/price.policy.js';
import { BundleRepository } from './bundle.repository.js';

export const LEAST_ITEMS = 2;
export const NOT_PUBLISHABLE = [
  'Add at least 2 items first',
  'Item {title} is not for sale',
  'Bundle costs more than its items',
];

/** What holds for a published bundle. */
@AppProvider()
export class PublishingService {
  constructor(
    private readonly offers: OffersService,
    private readonly bundles: BundleRepository,
  ) {}

  async expectPublishable(bundle: Bundle): Promise<void> {
    const { items, list_minor } = await this.offers.of(bundle);
    if (items.length < LEAST_ITEMS) throw new Refusal(409, 'Add at least 2 items first');
    const missing = items.find(({ available }) => !available);
    if (missing) throw new Refusal(409, `Item ${missing.title || missing.item.item_id} is not for sale`);
    if (baseOf(bundle, list_minor) > list_minor) throw new Refusal(409, 'Bundle costs more than its items');
  }

  /** A bundle whose items are all for sale again is available; the job finds what has become unavailable. */
  async refresh(bundle: Bundle): Promise<Offer> {
    const offer = await this.offers.of(bundle);
    const isBack = bundle.unavailable_since && offer.items.every(({ available }) => available);
    if (isBack) await this.bundles.setAvailable([bundle.id]);
    return offer;
  }
}
