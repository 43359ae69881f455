import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import type { Page, PageQuery } from '../../../platform/database/page.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { MOST_MINOR } from '../../kernel/selling/prices.js';
import { totalOf } from '../partners/sums.js';
import { List } from '../../kernel/lists/list.js';
import { Payout } from '../entities/payout.entity.js';

const LIST = {
  columns: `p.*, ARRAY(SELECT i.commission_id FROM ext_affiliates.payout_items i WHERE i.payout_id = p.id
    ORDER BY i.commission_id) AS commission_ids`,
  from: 'ext_affiliates.payouts p',
  id: 'p.id',
  filters: { affiliate_id: 'p.affiliate_id = ?', status: 'p.status = ?' },
  sorts: { newest: { by: 'p.created_at', type: 'timestamptz' } },
} as const;
const LISTS = {
  affiliate: new List({ ...LIST, name: 'affiliates_payouts', where: 'p.owner_id = $1' }),
  merchant: new List({ ...LIST, name: 'affiliates_payouts_made', where: 'p.merchant_id = $1' }),
};

const PENDING = sql(
  'affiliates_payout_pending',
  `SELECT *, expires_at <= now() AS is_over FROM ext_affiliates.payouts
   WHERE affiliate_id = $1 AND currency = $2 AND status = 'pending' FOR UPDATE`,
);
const CURRENCIES = sql(
  'affiliates_payable_currencies',
  `SELECT DISTINCT currency FROM ext_affiliates.commissions
   WHERE affiliate_id = $1 AND status = 'approved' ORDER BY currency`,
);
// What is taken back comes first, so that no later payout is left with nothing but that.
const GATHER = sql(
  'affiliates_gather',
  `WITH free AS (
     SELECT id, amount_minor FROM ext_affiliates.commissions
     WHERE affiliate_id = $1 AND currency = $2 AND status = 'approved' AND payout_id IS NULL ORDER BY id FOR UPDATE
   ), summed AS (
     SELECT id, amount_minor, sum(amount_minor) OVER (ORDER BY amount_minor > 0, id) AS total FROM free
   )
   SELECT id, amount_minor FROM summed WHERE total <= ${MOST_MINOR}`,
);
const ADD_ITEMS = sql(
  'affiliates_add_items',
  `INSERT INTO ext_affiliates.payout_items (payout_id, commission_id, amount_minor)
   SELECT $1, i.id, i.amount FROM unnest($2::uuid[], $3::int[]) AS i (id, amount)`,
);
const FREE = sql(
  'affiliates_free_commissions',
  `UPDATE ext_affiliates.commissions SET payout_id = NULL, updated_at = now()
   WHERE payout_id = ANY ($1::uuid[]) AND status = 'approved'`,
);
// Locks the affiliates too, as all do who change what they earn.
const EXPIRED = sql(
  'affiliates_payouts_due',
  `SELECT p.id FROM ext_affiliates.affiliates a JOIN ext_affiliates.payouts p ON p.affiliate_id = a.id
   WHERE p.status = 'pending' AND p.expires_at <= now() ORDER BY p.expires_at LIMIT $1
   FOR NO KEY UPDATE OF a SKIP LOCKED FOR UPDATE OF p SKIP LOCKED`,
);
const EXPIRE = sql(
  'affiliates_expire_payouts',
  `UPDATE ext_affiliates.payouts SET status = 'expired', updated_at = now()
   WHERE id = ANY ($1::uuid[]) AND status = 'pending' RETURNING id`,
);
const PAY = sql(
  'affiliates_pay_commissions',
  `UPDATE ext_affiliates.commissions c SET status = 'paid', payout_id = $1, paid_at = now(), updated_at = now()
   FROM ext_affiliates.payout_items i
   WHERE i.payout_id = $1 AND c.id = i.commission_id AND c.status = 'approved'
     AND (c.payout_id = $1 OR c.payout_id IS NULL) RETURNING c.amount_minor`,
);
const UNPAY = sql(
  'affiliates_unpay_commissions',
  `UPDATE ext_affiliates.commissions SET status = 'approved', payout_id = NULL, paid_at = NULL, updated_at = now()
   WHERE payout_id = $1 AND status = 'paid' RETURNING amount_minor`,
);
const EMAIL = sql('affiliates_payer', 'SELECT id, email FROM account.users WHERE id = $1');

export interface Gathered {
  id: string;
  amount_minor: number;
}

export type PayoutRow = Payout & { commission_ids: string[] };

@AppProvider()
export class PayoutRepository extends EntityRepository<Payout> {
  protected readonly entity = Payout;

  list(
    role: 'affiliate' | 'merchant',
    userId: string,
    filters: { affiliate_id?: string; status?: string },
    query: PageQuery,
  ): Promise<Page<PayoutRow>> {
    return LISTS[role].page<PayoutRow>(this.database, { values: [userId], filters, sort: 'newest', query });
  }

  async change(id: string, values: Values<Payout>): Promise<Payout> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as Payout;
  }

  /** Locked. */
  pending(affiliateId: string, currency: string): Promise<(Payout & { is_over: boolean }) | undefined> {
    return this.one<Payout & { is_over: boolean }>(PENDING, affiliateId, currency);
  }

  /** In which an affiliate has approved commissions, also those in a payout. */
  async currencies(affiliateId: string): Promise<string[]> {
    return (await this.rows<{ currency: string }>(CURRENCIES, affiliateId)).map(({ currency }) => currency);
  }

  /** The approved commissions that are in no payout; locked. */
  gather(affiliateId: string, currency: string): Promise<Gathered[]> {
    return this.rows<Gathered>(GATHER, affiliateId, currency);
  }

  async addItems(payoutId: string, items: Gathered[]): Promise<void> {
    await this.count(ADD_ITEMS, payoutId, ...columnsOf(items, 'id', 'amount_minor'));
  }

  /** Those of pending payouts that ran out; locked, with their affiliates. */
  async lockExpired(limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(EXPIRED, limit)).map(({ id }) => id);
  }

  /** Frees the commissions of those that are pending. */
  async expire(ids: string[]): Promise<void> {
    const expired = await this.rows<{ id: string }>(EXPIRE, ids);
    if (expired.length)
      await this.count(
        FREE,
        expired.map(({ id }) => id),
      );
  }

  /** What the commissions of a payout come to that it has paid: of one that ran out, those that are still free. */
  async pay(id: string): Promise<number> {
    return totalOf(await this.rows<Pick<Gathered, 'amount_minor'>>(PAY, id));
  }

  /** What the commissions come to that are approved again. */
  async unpay(id: string): Promise<number> {
    return totalOf(await this.rows<Pick<Gathered, 'amount_minor'>>(UNPAY, id));
  }

  payer(userId: string): Promise<{ id: string; email: string }> {
    return this.onlyOne<{ id: string; email: string }>(EMAIL, userId);
  }
}
