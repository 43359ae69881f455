import type { ProgramRepository, ProgramSums } from './program.repository.js';
import { amountsOf, type AmountView, type ProgramTotals } from './program.views.js';

type Totals = Awaited<ReturnType<ProgramRepository['totals']>>;

export function presentTotals({ affiliates, clicks, sums }: Totals): ProgramTotals {
  const count = (wanted: string) => affiliates.find(({ status }) => status === wanted)?.count ?? 0;
  const by = (what: 'revenue' | 'pending' | 'approved' | 'paid') => amountsIn(sums, what);
  return {
    affiliates: {
      pending: count('pending'),
      active: count('active'),
      rejected: count('rejected'),
      suspended: count('suspended'),
    },
    clicks,
    conversions: sums.reduce((all, { conversions }) => all + conversions, 0),
    revenue: by('revenue'),
    commissions: { pending: by('pending'), approved: by('approved'), paid: by('paid') },
  };
}

const amountsIn = (sums: ProgramSums[], what: 'revenue' | 'pending' | 'approved' | 'paid'): AmountView[] =>
  amountsOf(sums.map((sum) => ({ currency: sum.currency, minor: sum[what] })).filter(({ minor }) => minor !== 0));
