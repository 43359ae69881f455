import { In } from 'typeorm';
import { EntityRepository, NOW, plus, type Values } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { Commission } from '../entities/commission.entity.js';

const OF_CONVERSION = sql(
  'affiliates_commissions_of_conversion',
  `SELECT * FROM ext_affiliates.commissions WHERE conversion_id = $1 ORDER BY id FOR UPDATE`,
);

// Affiliates are locked too, as by all who change what they earn; who is busy is due again in an hour.
const APPROVE = sql(
  'affiliates_approve_commissions',
  `WITH due AS (
     SELECT c.id FROM ext_affiliates.affiliates a JOIN ext_affiliates.commissions c ON c.affiliate_id = a.id
     WHERE c.status = 'pending' AND c.payable_at <= now() AND NOT EXISTS (
       SELECT FROM apps.settings s WHERE s.user_id = c.merchant_id AND s.app = 'affiliates'
         AND s.values->>'auto_approve_commissions' = 'false')
     ORDER BY c.payable_at LIMIT $1 FOR NO KEY UPDATE OF a SKIP LOCKED FOR UPDATE OF c SKIP LOCKED
   )
   UPDATE ext_affiliates.commissions c SET status = 'approved', approved_at = now(), updated_at = now()
   FROM due WHERE c.id = due.id`,
);
const UNANNOUNCED = sql(
  'affiliates_unannounced',
  `SELECT DISTINCT owner_id FROM ext_affiliates.commissions
   WHERE announced_at IS NULL AND owner_id > $1 ORDER BY owner_id LIMIT $2`,
);
// Of two runs at once only one gets a row.
const ANNOUNCE = sql(
  'affiliates_announce',
  `WITH new AS (
     SELECT id FROM ext_affiliates.commissions WHERE announced_at IS NULL AND owner_id = ANY ($1::uuid[])
     ORDER BY id FOR UPDATE SKIP LOCKED
   ), told AS (
     UPDATE ext_affiliates.commissions c SET announced_at = now() FROM new WHERE c.id = new.id
     RETURNING c.owner_id, c.currency, c.amount_minor, c.status
   )
   SELECT owner_id, currency, count(*)::int AS count, sum(amount_minor)::float8 AS minor FROM told
   WHERE status IN ('pending', 'approved', 'paid') GROUP BY owner_id, currency ORDER BY owner_id, currency`,
);

export interface Earned {
  owner_id: string;
  currency: string;
  count: number;
  minor: number;
}

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

  /** The number of commissions whose hold is over and that are approved now. */
  approve(limit: number): Promise<number> {
    return this.count(APPROVE, limit);
  }

  /** Affiliates with commissions that nobody has notified them of. */
  async unannounced(after: string, limit: number): Promise<string[]> {
    const rows = await this.rows<{ owner_id: string }>(UNANNOUNCED, after, limit);
    return rows.map(({ owner_id }) => owner_id);
  }

  /** What they have earned since the last time. */
  announce(ownerIds: string[]): Promise<Earned[]> {
    return this.rows<Earned>(ANNOUNCE, ownerIds);
  }
}
