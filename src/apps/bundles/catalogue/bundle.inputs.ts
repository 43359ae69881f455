import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Hundredths, Instant, Nullable, Optional, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { money, Price, priceMinor } from '../../kernel/selling/prices.js';
import { type Bundle, PRICINGS } from '../entities/bundle.entity.js';

export class BundleFields {
  @Optional() @Written(0, 20_000) description?: string;
  @Optional() @Price() price?: number;
  @Optional() @Hundredths(0.01, 100) percent_off?: number;
  @Optional() @Currency() currency?: string;
  @Optional() @IsBoolean() deduct_owned?: boolean;
  @Optional() @Nullable() @Instant() starts_at?: string | null;
  @Optional() @Nullable() @Instant() ends_at?: string | null;
  @Optional() @Nullable() @IsInt() @Min(1) @Max(1_000_000) max_sales?: number | null;
}

export class BundleChanges extends BundleFields {
  @Optional() @Written(1, 200) title?: string;
  @Optional() @IsIn(PRICINGS) pricing?: Bundle['pricing'];
}

export type Terms = Pick<
  Bundle,
  'pricing' | 'price_minor' | 'percent_off_bp' | 'currency' | 'deduct_owned' | 'starts_at' | 'ends_at' | 'max_sales'
>;

/** The terms after these changes; refused where they cannot be so. */
export function termsAfter(changes: Omit<BundleChanges, 'title' | 'description'>, before: Terms): Terms {
  const { deduct_owned = before.deduct_owned, max_sales = before.max_sales } = changes;
  const starts_at = momentOf(changes.starts_at, before.starts_at);
  const ends_at = momentOf(changes.ends_at, before.ends_at);
  const terms = { ...priceAfter(changes, before), deduct_owned, starts_at, ends_at, max_sales };
  if (starts_at && ends_at && ends_at <= starts_at) throw new Refusal(400, 'ends_at must be after starts_at');
  return terms;
}

/** A fixed price stays what it says when its currency changes. */
function priceAfter({ pricing, price, percent_off, currency: asked }: BundleChanges, before: Terms) {
  const currency = asked?.toLowerCase() ?? before.currency;
  const isFixed = (pricing ?? before.pricing) === 'fixed';
  const was = before.price_minor === null ? undefined : money(before.price_minor, before.currency);
  const fixed = price ?? (isFixed ? was : undefined);
  const percent = percent_off === undefined ? before.percent_off_bp : Math.round(percent_off * 100);
  const isMatched = isFixed
    ? fixed !== undefined && percent_off === undefined
    : percent !== null && price === undefined;
  if (!isMatched) throw new Refusal(400, 'Give price or percent_off to match pricing');
  return {
    pricing: isFixed ? ('fixed' as const) : ('percent_off' as const),
    price_minor: isFixed ? priceMinor(fixed as number, currency) : null,
    percent_off_bp: isFixed ? null : percent,
    currency,
  };
}

function momentOf(given: string | null | undefined, before: Date | null): Date | null {
  if (given === undefined) return before;
  return given === null ? null : new Date(given);
}
