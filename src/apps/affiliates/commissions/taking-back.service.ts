import { AppProvider } from '../../kernel/app-provider.js';
import type { Commission } from '../entities/commission.entity.js';
import { totalOf } from '../partners/sums.js';
import { CommissionRepository } from './commission.repository.js';

interface TakenBack {
  /** As it is now. */
  commission: Commission;
  adjustment: Commission | null;
  /** What the affiliate no longer has; negative where nothing was to be taken. */
  lost_minor: number;
}

interface Wish {
  /** What the sale is to come to in all, with its adjustments. */
  target: number;
  reason: string;
  /** The status where nothing is left. */
  ended: 'rejected' | 'reversed';
}

export const isFree = ({ status, payout_id }: Commission) =>
  status === 'pending' || (status === 'approved' && payout_id === null);

const counts = ({ status }: Commission) => status !== 'rejected' && status !== 'reversed';

/**
 * Takes back what a commission is too much. What is in no payout is lowered or ended; what is in a payout or paid stays,
 * and an adjustment lowers the next payout. The affiliate and the rows are locked.
 */
@AppProvider()
export class TakingBackService {
  constructor(private readonly commissions: CommissionRepository) {}

  async bringTo(rows: Commission[], { target, reason, ended }: Wish): Promise<TakenBack | undefined> {
    const earning = rows.find(({ kind }) => kind === 'earning');
    if (!earning || !counts(earning)) return undefined;
    const adjustments = rows.filter((row) => row.kind === 'adjustment' && counts(row));
    const lost_minor = earning.amount_minor + totalOf(adjustments) - target;
    const unchanged = { commission: earning, adjustment: null, lost_minor };
    if (lost_minor <= 0 && (target > 0 || !isFree(earning))) return unchanged;
    if (!isFree(earning)) return { ...unchanged, adjustment: await this.adjust(earning, -lost_minor, reason) };
    if (target > 0) return { ...unchanged, commission: await this.commissions.lower(earning.id, lost_minor) };
    const adjustment = await this.endAdjustments(earning, adjustments);
    const commission = await this.commissions.change(earning.id, { status: ended, reason });
    return { commission, adjustment, lost_minor };
  }

  /** A commission that ends takes its adjustments with it; one that a payout has settled already is made good. */
  private async endAdjustments(earning: Commission, adjustments: Commission[]): Promise<Commission | null> {
    await this.commissions.changeAll(adjustments.filter(isFree), { status: 'reversed' });
    const settled = totalOf(adjustments.filter((row) => !isFree(row)));
    if (settled === 0) return null;
    return this.adjust(earning, -settled, 'Correction of an earlier adjustment');
  }

  private adjust(earning: Commission, amount_minor: number, reason: string): Promise<Commission> {
    return this.commissions.adjust(earning, { conversion_id: earning.conversion_id, amount_minor, reason });
  }
}
