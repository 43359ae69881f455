import { In } from 'typeorm';
import { EntityRepository, NOW, plus, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Commission } from '../entities/commission.entity.js';

const OF_CONVERSION = sql(
  'affiliates_commissions_of_conversion',
  `SELECT * FROM ext_affiliates.commissions WHERE conversion_id = $1 ORDER BY id FOR UPDATE`,
);

@AppProvider()
export class CommissionRepository extends EntityRepository<Commission> {
  protected readonly entity = Commission;

  async change(id: string, values: Values<Commission>): Promise<Commission> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as Commission;
  }

  async changeAll(rows: { id: string }[], values: Values<Commission>): Promise<void> {
    const ids = rows.map(({ id }) => id);
    if (ids.length) await this.update({ id: In(ids) }, { ...values, updated_at: NOW });
  }

  lower(id: string, minor: number): Promise<Commission> {
    return this.change(id, { amount_minor: plus(-minor) });
  }

  /** The earning and its adjustments; locked. */
  ofConversion(conversionId: string): Promise<Commission[]> {
    return this.rows<Commission>(OF_CONVERSION, conversionId);
  }

  /** An approved row that the next payout contains. */
  adjust(
    of: Pick<Commission, 'owner_id' | 'merchant_id' | 'affiliate_id' | 'currency'>,
    {
      conversion_id = null,
      amount_minor,
      reason,
    }: { conversion_id?: string | null; amount_minor: number; reason: string },
  ): Promise<Commission> {
    const { owner_id, merchant_id, affiliate_id, currency } = of;
    return this.insert({
      owner_id,
      merchant_id,
      affiliate_id,
      conversion_id,
      kind: 'adjustment',
      amount_minor,
      currency,
      status: 'approved',
      payable_at: NOW,
      approved_at: NOW,
      announced_at: NOW,
      reason,
    });
  }
}
