import type { AffiliateSum } from '../entities/affiliate.entity.js';
import { amountsOf, type AmountView } from '../programs/program.views.js';

/** What an affiliate has brought and earned, in all currencies. */
export function sumsOf(rows: AffiliateSum[]) {
  const by = (minorOf: (row: AffiliateSum) => number): AmountView[] =>
    amountsOf(rows.map((row) => ({ currency: row.currency, minor: minorOf(row) })));
  return {
    conversions: rows.reduce((all, { conversions }) => all + conversions, 0),
    revenue: by((row) => row.revenue_minor),
    pending: by((row) => row.pending_minor),
    /** Approved and paid. */
    earned: by((row) => row.payable_minor + row.in_payout_minor + row.paid_minor),
    payable: by((row) => row.payable_minor),
    in_payout: by((row) => row.in_payout_minor),
    paid: by((row) => row.paid_minor),
  };
}

/** Of rows in one currency. */
export const totalOf = (rows: { amount_minor: number }[]) =>
  rows.reduce((all, { amount_minor }) => all + amount_minor, 0);
