import { IsBoolean, IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { money } from '../../kernel/selling/prices.js';
import { BundlesPresenter, BundleView, ItemView } from '../catalogue/bundle.views.js';
import { type Bundle, BUNDLE } from '../entities/bundle.entity.js';
import { salesLeft, whyNot } from '../offers/sellable.policy.js';
import { VisibleBundleService } from '../offers/visible-bundle.service.js';
import { PurchaseRepository } from '../sales/purchase.repository.js';

class Input {
  @Uuid() bundle_id!: string;
}

/** For the caller: what they own is taken off. */
class OfferView {
  @IsNumber() list_total!: number;
  @IsNumber() discount!: number;
  @IsNumber() amount!: number;
  @IsString() currency!: string;
  /** Null: any number. */
  @Nullable() @IsInt() sales_left!: number | null;
  @Nullable() @Time() opens_at!: Date | null;
  @Nullable() @Time() closes_at!: Date | null;
  @IsBoolean() sellable!: boolean;
  @Nullable() @IsString() why_not!: string | null;
}

class Result {
  @Nested(() => BundleView) bundle!: BundleView;
  @ListOf(() => ItemView) items!: ItemView[];
  @Nested(() => OfferView) offer!: OfferView;
}

@Action('get-bundle', {
  access: 'public',
  target: BUNDLE,
  description: 'A bundle with its items, and what it costs the caller.',
  input: Input,
  result: Result,
})
export class GetBundle {
  constructor(
    private readonly visible: VisibleBundleService,
    private readonly purchases: PurchaseRepository,
    private readonly presenter: BundlesPresenter,
  ) {}

  async run({ target: bundle, caller }: PublicCall<Input, Bundle>) {
    const { offer, hasBundle } = await this.visible.of(bundle, caller);
    const { currency } = bundle;
    const sales_left = await this.left(bundle);
    const isSoldOut = sales_left === 0 ? 'Bundle is sold out' : null;
    const buyer = caller && { id: caller.id, hasBundle };
    const isOff = bundle.status === 'published' ? null : 'Bundle is not published';
    const why_not = isOff ?? whyNot(bundle, offer, buyer) ?? isSoldOut;
    return {
      bundle: this.presenter.bundle(bundle),
      items: offer.items.map((item) => this.presenter.item(item, currency)),
      offer: {
        list_total: money(offer.list_minor, currency),
        discount: money(offer.discount_minor, currency),
        amount: money(offer.amount_minor, currency),
        currency,
        sales_left,
        opens_at: bundle.starts_at,
        closes_at: bundle.ends_at,
        sellable: why_not === null,
        why_not,
      },
    };
  }

  /** Sales that are held for nobody any more are free, whether or not the job has run. */
  private async left(bundle: Bundle): Promise<number | null> {
    const left = salesLeft(bundle);
    if (left !== 0) return left;
    const held_count = bundle.held_count - (await this.purchases.countDue(bundle.id));
    return salesLeft({ ...bundle, held_count });
  }
}
