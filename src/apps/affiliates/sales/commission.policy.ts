import type { Conversion } from '../entities/conversion.entity.js';

const WHOLE = 10_000n;

interface Rates {
  percent_bp: number | null;
  fixed_minor: number | null;
}

export interface Rated {
  /** Null: a fixed amount. */
  rate_bp: number | null;
  earned_minor: number;
}

export const NOTHING: Rated = { rate_bp: null, earned_minor: 0 };

const part = (amount: number, of: number, whole: number | bigint) =>
  Number((BigInt(amount) * BigInt(of)) / BigInt(whole));

/** The first of the item's, the affiliate's and the program's rate. A fixed amount is of the program's currency. */
export function commissionOf(
  { amount_minor, currency }: { amount_minor: number; currency: string },
  item: { percent_bp: number | null } | undefined,
  affiliate: Rates,
  program: Rates & { currency: string },
): Rated {
  const own = affiliate.percent_bp === null && affiliate.fixed_minor === null ? program : affiliate;
  const rate_bp = item?.percent_bp ?? own.percent_bp;
  if (rate_bp !== null) return { rate_bp, earned_minor: part(amount_minor, rate_bp, WHOLE) };
  if (currency !== program.currency) return NOTHING;
  return { rate_bp: null, earned_minor: Math.min(own.fixed_minor ?? 0, amount_minor) };
}

/** What is left of the commission after a refund of a part. */
export function shareOf(
  { amount_minor, earned_minor, rate_bp }: Pick<Conversion, 'amount_minor' | 'earned_minor' | 'rate_bp'>,
  refunded_minor: number,
): number {
  const left = amount_minor - refunded_minor;
  return rate_bp === null ? part(earned_minor, left, amount_minor) : part(left, rate_bp, WHOLE);
}

/** Whether a payment of a subscription earns. `recurring_payments` 0: all do. */
export const earns = (payment_number: number, recurring_payments: number) =>
  recurring_payments === 0 || payment_number <= recurring_payments;
