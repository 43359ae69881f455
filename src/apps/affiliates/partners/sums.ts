import type { AffiliateSum } from '../entities/affiliate.entity.js';
import { amountsOf, type AmountView } from '../programs/program.views.js';

type Sum = Pick<AffiliateSum, 'currency' | 'revenue_minor' | 'pending_minor' | 'payable_minor'> &
  Pick<AffiliateSum, 'in_payout_minor' | 'paid_minor'>;

export const amountsBy = (sums: Sum[], minorOf: (sum: Sum) => number): AmountView[] =>
  amountsOf(sums.map((sum) => ({ currency: sum.currency, minor: minorOf(sum) })));

export const conversionsIn = (sums: Pick<AffiliateSum, 'conversions'>[]) =>
  sums.reduce((all, { conversions }) => all + conversions, 0);
