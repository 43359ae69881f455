import { AppProvider } from '../../kernel/app-provider.js';
import type { Commission } from '../entities/commission.entity.js';
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
    const lost_minor = earning.amount_minor + sum(adjustments) - target;
    if (lost_minor <= 0 && target > 0) return { commission: earning, adjustment: null, lost_minor };
    if (!isFree(earning)) return this.adjust(earning, reason, lost_minor);
    if (target > 0) {
      return { commission: await this.commissions.lower(earning.id, lost_minor), adjustment: null, lost_minor };
    }
    const adjustment = await this.endAdjustments(earning, adjustments);
    return { commission: await this.end(earning, reason, ended), adjustment, lost_minor };
  }

  private async adjust(earning: Commission, reason: string, lost_minor: number): Promise<TakenBack> {
    const { conversion_id } = earning;
    if (lost_minor <= 0) return { commission: earning, adjustment: null, lost_minor };
    const adjustment = await this.commissions.adjust(earning, { conversion_id, amount_minor: -lost_minor, reason });
    return { commission: earning, adjustment, lost_minor };
  }

  /** A commission that ends takes its adjustments with it; one that a payout has settled already is made good. */
  private async endAdjustments(earning: Commission, adjustments: Commission[]): Promise<Commission | null> {
    await this.commissions.changeAll(adjustments.filter(isFree), { status: 'reversed' });
    const settled = sum(adjustments.filter((row) => !isFree(row)));
    if (settled === 0) return null;
    const { conversion_id } = earning;
    const reason = 'Correction of an earlier adjustment';
    return this.commissions.adjust(earning, { conversion_id, amount_minor: -settled, reason });
  }

  private end(earning: Commission, reason: string, status: Wish['ended']): Promise<Commission> {
    return this.commissions.change(earning.id, { status, reason });
  }
}

const sum = (rows: Commission[]) => rows.reduce((all, { amount_minor }) => all + amount_minor, 0);
