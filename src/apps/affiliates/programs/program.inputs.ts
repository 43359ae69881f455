import { ArrayMaxSize, IsBoolean, IsIn, IsInt, IsNumber, Max, Min } from 'class-validator';
import { IsUrl } from 'class-validator';
import { ArrayUnique, Chars, Hundredths, ListOf, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { MOST, minorOf, money } from '../../kernel/selling/prices.js';
import { type Program, SCOPES, SELLING_APPS, type SellingApp } from '../entities/program.entity.js';

const LEAST_PERCENT = 0.01;
const MOST_PERCENT = 90;
const BP = 100;

export const NEEDS_ONE_RATE = 'Give commission_percent or commission_amount';

/** The commission of a program or of one affiliate: one of both. */
export class RateFields {
  @Optional() @Hundredths(LEAST_PERCENT, MOST_PERCENT) commission_percent?: number;
  @Optional() @IsNumber() @Min(LEAST_PERCENT) @Max(MOST) commission_amount?: number;
}

export class ItemInput {
  @IsIn(SELLING_APPS) app_slug!: SellingApp;
  @Uuid() item_id!: string;
  @Optional() @Hundredths(LEAST_PERCENT, MOST_PERCENT) commission_percent?: number;
}

const sameItem = (item: unknown) => {
  const { app_slug, item_id } = item as ItemInput;
  return `${app_slug} ${String(item_id).toLowerCase()}`;
};

export class ProgramFields extends RateFields {
  @Optional() @Currency() currency?: string;
  @Optional() @Written(0, 2000) description?: string;
  @Optional() @IsInt() @Min(0) @Max(120) recurring_payments?: number;
  @Optional() @IsInt() @Min(1) @Max(365) attribution_days?: number;
  @Optional() @IsInt() @Min(0) @Max(180) hold_days?: number;
  @Optional() @IsBoolean() auto_approve_affiliates?: boolean;
  @Optional() @IsBoolean() codes_without_click?: boolean;
  @Optional() @IsNumber() @Min(0) @Max(MOST) min_payout?: number;
  @Optional() @Written(0, 10_000) terms?: string;
  @Optional() @IsIn(SCOPES) scope?: Program['scope'];
  @Optional() @ListOf(() => ItemInput) @ArrayMaxSize(200) @ArrayUnique(sameItem) items?: ItemInput[];
  @Optional() @IsBoolean() listed?: boolean;
}

/** Where visitors are sent. */
export const LandingAddress = (): PropertyDecorator => (target, property) => {
  Chars(1, 2000)(target, property);
  IsUrl(
    { protocols: ['https'], require_protocol: true, require_tld: false },
    { message: '$property must be an https address' },
  )(target, property as string);
};

export const bpOf = (percent: number) => Math.round(percent * BP);

type Rate = Pick<Program, 'percent_bp' | 'fixed_minor'>;

/** Undefined where neither is given. */
export function rateOf({ commission_percent, commission_amount }: RateFields, currency: string): Rate | undefined {
  if (commission_percent !== undefined && commission_amount !== undefined) throw new Refusal(400, NEEDS_ONE_RATE);
  if (commission_percent !== undefined) return { percent_bp: bpOf(commission_percent), fixed_minor: null };
  if (commission_amount === undefined) return undefined;
  return { percent_bp: null, fixed_minor: minorOf('commission_amount', commission_amount, currency) };
}

type Before = Rate & Pick<Program, 'currency' | 'min_payout_minor'>;

/** The columns of these fields. What is 20 in one currency is 20 in the other when only the currency changes. */
export function columnsOf<Fields extends Omit<ProgramFields, 'items'>>(
  { commission_percent, commission_amount, min_payout, currency: asked, ...fields }: Fields,
  before: Before,
) {
  const currency = asked?.toLowerCase() ?? before.currency;
  const fixed = before.fixed_minor === null ? undefined : money(before.fixed_minor, before.currency);
  const rate = rateOf({ commission_percent, commission_amount }, currency) ??
    rateOf({ commission_amount: fixed }, currency) ?? { percent_bp: before.percent_bp, fixed_minor: null };
  const least = min_payout ?? money(before.min_payout_minor, before.currency);
  return {
    ...fields,
    ...rate,
    commission_type: rate.percent_bp === null ? ('fixed' as const) : ('percent' as const),
    currency,
    min_payout_minor: minorOf('min_payout', least, currency),
  };
}
