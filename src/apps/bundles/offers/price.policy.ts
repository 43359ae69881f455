import { leastPayment } from '../../../platform/money/money.js';
import { reductionOf } from '../../kernel/selling/prices.js';
import type { Bundle } from '../entities/bundle.entity.js';

export type Pricing = Pick<Bundle, 'pricing' | 'price_minor' | 'percent_off_bp' | 'deduct_owned' | 'currency'>;

export interface PricedItem {
  price_minor: number;
  owned: boolean;
}

/** Minor units. */
export interface BundlePrice {
  list_minor: number;
  owned_minor: number;
  /** What the buyer saves on the items that they do not own. */
  discount_minor: number;
  amount_minor: number;
}

const sumOf = (items: readonly PricedItem[]) => items.reduce((sum, { price_minor }) => sum + price_minor, 0);

/** The price of a bundle, before what the buyer owns already is deducted. */
export function baseOf({ pricing, price_minor, percent_off_bp }: Pricing, list_minor: number): number {
  if (pricing === 'fixed') return price_minor as number;
  return list_minor - reductionOf(list_minor, { amount_minor: null, percent_bp: percent_off_bp });
}

export function priceOf(bundle: Pricing, items: readonly PricedItem[]): BundlePrice {
  const list_minor = sumOf(items);
  const rest = sumOf(items.filter(({ owned }) => !owned));
  const base = baseOf(bundle, list_minor);
  const part = bundle.deduct_owned && list_minor ? Number((BigInt(base) * BigInt(rest)) / BigInt(list_minor)) : base;
  const amount = Math.min(part, rest);
  const amount_minor = amount < leastPayment(bundle.currency) ? 0 : amount;
  return { list_minor, owned_minor: list_minor - rest, discount_minor: rest - amount_minor, amount_minor };
}

/** Splits the amount by the values; what is left by rounding down goes to the largest remainders, in order. */
export function sharesOf(amount: number, values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + BigInt(value), 0n);
  if (!total) return values.map(() => 0);
  const parts = values.map((value, at) => {
    const product = BigInt(amount) * BigInt(value);
    return { at, share: Number(product / total), remainder: product % total };
  });
  const left = amount - parts.reduce((sum, { share }) => sum + share, 0);
  const byRemainder = parts.toSorted((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder));
  for (const part of byRemainder.slice(0, left)) part.share++;
  return parts.map(({ share }) => share);
}
