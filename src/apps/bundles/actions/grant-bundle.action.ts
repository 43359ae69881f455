import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { BundleNews } from '../bundle-news.js';
import { LEAST_ITEMS } from '../catalogue/publishing.service.js';
import { type Bundle, BUNDLE } from '../entities/bundle.entity.js';
import { OffersService } from '../offers/offers.service.js';
import { PurchaseItemRepository } from '../sales/purchase-item.repository.js';
import { PurchaseRepository } from '../sales/purchase.repository.js';
import { presentPurchase, PurchaseView } from '../sales/purchase.views.js';
import { Selling } from '../sales/selling.js';

class Input {
  @Uuid() bundle_id!: string;
  @Uuid() user_id!: string;
  @Optional() @Written(0, 500) note?: string;
}

class Result extends answerWith('purchase', () => PurchaseView) {}

@Action('grant-bundle', {
  access: 'owner',
  target: BUNDLE,
  changes: true,
  description: 'Gives the bundle free, whatever its status, its sale and max_sales say.',
  input: Input,
  result: Result,
  refuses: {
    404: ['User not found'],
    409: ['User already has this bundle', 'Add at least 2 items first', 'Bundle has an unavailable item'],
  },
})
export class GrantBundle {
  constructor(
    private readonly purchases: PurchaseRepository,
    private readonly items: PurchaseItemRepository,
    private readonly offers: OffersService,
    private readonly selling: Selling,
    private readonly news: BundleNews,
  ) {}

  async run({ input: { bundle_id, user_id, note }, target: bundle, caller }: Call<Input, Bundle>) {
    if (!(await this.purchases.isUser(user_id))) throw notFound('User');
    const hasBundle = user_id === bundle.owner_id || (await this.purchases.has('completed', bundle_id, user_id));
    if (hasBundle) throw new Refusal(409, 'User already has this bundle');
    const offer = await this.offers.of(bundle, user_id);
    if (offer.items.length < LEAST_ITEMS) throw new Refusal(409, 'Add at least 2 items first');
    if (offer.items.some(({ exists }) => !exists)) throw new Refusal(409, 'Bundle has an unavailable item');
    const { owner_id: seller_id, title: bundle_title, currency } = bundle;
    const parties = { owner_id: user_id, seller_id, bundle_id, bundle_title };
    const price = { list_minor: offer.list_minor, amount_minor: 0, currency, payment_id: null, affiliate_id: null };
    // It is no pending purchase, because the user may have one.
    const state = { source: 'grant', status: 'completed', note: note ?? null } as const;
    const begun = await this.selling.begin({ ...parties, ...price, ...state }, offer);
    const purchase = await this.selling.complete(begun, bundle);
    if (typeof purchase === 'string') throw new Refusal(409, 'Bundle has an unavailable item');
    this.news.granted(purchase, caller.id);
    return { purchase: presentPurchase(purchase, (await this.items.of([purchase.id])).get(purchase.id)) };
  }
}
