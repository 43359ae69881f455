import { IsBoolean, IsIn, IsNumber, IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ListOf, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { money } from '../../kernel/selling/prices.js';
import { type Bundle, BUNDLE, ITEM_TYPES, type ItemType } from '../entities/bundle.entity.js';
import { VisibleBundleService } from '../offers/visible-bundle.service.js';

class Input {
  @Uuid() bundle_id!: string;
}

class QuotedItem {
  @IsIn(ITEM_TYPES) item_type!: ItemType;
  @Uuid() item_id!: string;
  @IsString() title!: string;
  @IsNumber() price!: number;
  @IsBoolean() owned!: boolean;
}

class QuoteView {
  @ListOf(() => QuotedItem) items!: QuotedItem[];
  @IsNumber() list_total!: number;
  @IsNumber() owned_total!: number;
  @IsNumber() discount!: number;
  @IsNumber() amount!: number;
  @IsString() currency!: string;
  /** When the sale ends. */
  @Nullable() @Time() expires_with_sale!: Date | null;
}

class Result extends answerWith('quote', () => QuoteView) {}

@Action('quote-bundle', {
  access: 'public',
  target: BUNDLE,
  description: 'What the bundle costs the caller now; purchase-bundle computes it again.',
  input: Input,
  result: Result,
})
export class QuoteBundle {
  constructor(private readonly visible: VisibleBundleService) {}

  async run({ target: bundle, caller }: PublicCall<Input, Bundle>) {
    const { offer } = await this.visible.of(bundle, caller);
    const { currency } = bundle;
    const shown = (minor: number) => money(minor, currency);
    const items = offer.items.map(({ item: { item_type, item_id }, title, price_minor, owned }) => ({
      item_type,
      item_id,
      title,
      price: shown(price_minor),
      owned,
    }));
    const quote = {
      items,
      list_total: shown(offer.list_minor),
      owned_total: shown(offer.owned_minor),
      discount: shown(offer.discount_minor),
      amount: shown(offer.amount_minor),
      currency,
      expires_with_sale: bundle.ends_at,
    };
    return { quote };
  }
}
