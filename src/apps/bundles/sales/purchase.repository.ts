import { EntityRepository, NOW, type Values } from '../../../platform/database/entity.repository.js';
import { Keyset, newestFirst, type PageQuery } from '../../../platform/database/page.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { unpaidHolds } from '../../kernel/selling/unpaid-holds.sql.js';
import { BundlePurchase, type BundlePurchaseItem } from '../entities/purchase.entity.js';

const TABLE = 'ext_bundles.purchases';
const COLUMNS = `owner_id, seller_id, bundle_id, bundle_title, source, list_minor, amount_minor, currency, status,
  affiliate_id, payment_id, note`;
const EXPIRED = `status = 'expired', updated_at = now()`;
const DUE = `status = 'pending' AND expires_at <= now()`;

const LOCK_BUYER = sql(
  'bundles_lock_buyer',
  `SELECT pg_advisory_xact_lock(hashtextextended('${TABLE} ' || $1 || ' ' || $2, 0))`,
);
const IS_USER = sql('bundles_is_user', 'SELECT FROM account.users WHERE id = $1');
const HAS = sql(
  'bundles_purchase_has',
  `SELECT FROM ${TABLE} WHERE bundle_id = $1 AND owner_id = $2 AND status = $3 LIMIT 1`,
);
// A purchase without a page for minutes gets none any more: the process that was to open it is gone.
const PENDING = sql(
  'bundles_purchase_pending',
  `SELECT *, expires_at <= now() OR (checkout_url IS NULL AND created_at < now() - interval '3 minutes') AS is_over
   FROM ${TABLE} WHERE bundle_id = $1 AND owner_id = $2 AND status = 'pending' FOR UPDATE`,
);
// The same call again, after the processor was away, goes on with the purchase that it had made. xmax of a new row is 0.
const BEGIN = sql(
  'bundles_purchase_begin',
  `INSERT INTO ${TABLE} AS p (${COLUMNS}, expires_at)
   SELECT ${COLUMNS}, CASE WHEN payment_id IS NOT NULL THEN now() + interval '30 minutes' END
   FROM jsonb_populate_record(NULL::${TABLE}, $1::jsonb)
   ON CONFLICT (payment_id) DO UPDATE SET status = 'pending', expires_at = excluded.expires_at, created_at = now(),
     updated_at = now(), list_minor = excluded.list_minor, bundle_title = excluded.bundle_title
   WHERE p.status = 'expired' AND p.owner_id = excluded.owner_id AND p.bundle_id = excluded.bundle_id
     AND p.amount_minor = excluded.amount_minor AND p.currency = excluded.currency
   RETURNING *, xmax <> 0 AS is_again`,
);
const EXPIRE = sql(
  'bundles_purchase_expire',
  `UPDATE ${TABLE} SET ${EXPIRED} WHERE id = $1 AND status = 'pending' RETURNING bundle_id`,
);
const STORE_CHECKOUT_URL = sql(
  'bundles_purchase_opened',
  `UPDATE ${TABLE} SET checkout_url = $2, updated_at = now() WHERE id = $1 AND checkout_url IS NULL`,
);
const BUNDLES_WITH_DUE = sql(
  'bundles_with_purchases_due',
  `SELECT DISTINCT bundle_id AS id FROM ${TABLE} WHERE ${DUE} AND bundle_id IS NOT NULL`,
);
const COUNT_DUE = sql(
  'bundles_purchases_count_due',
  `SELECT count(*)::int AS n FROM ${TABLE} WHERE bundle_id = $1 AND ${DUE}`,
);
const EXPIRE_DUE = sql(
  'bundles_purchases_expire_due',
  `UPDATE ${TABLE} SET ${EXPIRED} WHERE id IN (
     SELECT id FROM ${TABLE} WHERE bundle_id = $1 AND ${DUE} ORDER BY id FOR UPDATE)`,
);
const EXPIRE_ABANDONED = sql(
  'bundles_purchases_expire_abandoned',
  `UPDATE ${TABLE} SET ${EXPIRED} WHERE ${DUE} AND bundle_id IS NULL`,
);
const PENDING_OF_USER = sql(
  'bundles_purchases_pending_of_user',
  `SELECT id FROM ${TABLE} WHERE owner_id = $1 AND status = 'pending' ORDER BY id FOR UPDATE`,
);
// Without the seller: of a row that this transaction has changed, the database checks every reference again when one of
// them is set to NULL, and the account is gone before its bundles are.
const END_OF_SELLER = sql(
  'bundles_purchases_end_of_seller',
  `UPDATE ${TABLE} SET ${EXPIRED}, seller_id = NULL WHERE seller_id = $1 AND status = 'pending'`,
);
const UNPAID = sql('bundles_purchases_unpaid', unpaidHolds(TABLE, 'bundle_id'));
const IS_WITHOUT_ITEM = `p.bundle_id = $1 AND p.status = 'completed'
  AND EXISTS (SELECT FROM account.users WHERE id = p.owner_id)
  AND NOT EXISTS (SELECT FROM ext_bundles.purchase_items i
    WHERE i.purchase_id = p.id AND i.item_type = $2 AND i.item_id = $3)`;
const BUYERS_WITHOUT_ITEM = sql(
  'bundles_buyers_without_item',
  `SELECT p.owner_id AS id FROM ${TABLE} p WHERE ${IS_WITHOUT_ITEM}`,
);
const WITHOUT_ITEM = sql(
  'bundles_purchases_without_item',
  `SELECT p.* FROM ${TABLE} p WHERE ${IS_WITHOUT_ITEM} ORDER BY p.id LIMIT $4 FOR NO KEY UPDATE OF p`,
);
const LIBRARY = sql(
  'bundles_library',
  `SELECT p.*
   FROM ${TABLE} p WHERE p.owner_id = $1 AND ($2::text IS NULL OR p.status = $2) AND (p.created_at, p.id) < ($3, $4::uuid)
   ORDER BY p.created_at DESC, p.id DESC LIMIT $5`,
);

export type NewPurchase = Pick<
  BundlePurchase,
  | 'owner_id'
  | 'seller_id'
  | 'bundle_id'
  | 'bundle_title'
  | 'source'
  | 'list_minor'
  | 'amount_minor'
  | 'currency'
  | 'status'
  | 'affiliate_id'
  | 'payment_id'
  | 'note'
>;

type ItemKey = Pick<BundlePurchaseItem, 'item_type' | 'item_id'>;

const PAGE = new Keyset({ name: 'bundles-library', defaultLimit: 20, maxLimit: 100 });

@AppProvider()
export class PurchaseRepository extends EntityRepository<BundlePurchase> {
  protected readonly entity = BundlePurchase;

  /** Other calls of this buyer for this bundle wait here until the transaction ends. */
  async lockBuyer(bundleId: string, buyerId: string): Promise<void> {
    await this.rows(LOCK_BUYER, bundleId, buyerId);
  }

  async isUser(id: string): Promise<boolean> {
    return (await this.rows(IS_USER, id)).length > 0;
  }

  /** Without a lock. */
  async has(status: 'pending' | 'completed', bundleId: string, buyerId: string): Promise<boolean> {
    return (await this.rows(HAS, bundleId, buyerId, status)).length > 0;
  }

  /** Locked. `is_over`: it ran out, and is to be expired. */
  async pending(bundleId: string, buyerId: string): Promise<(BundlePurchase & { is_over: boolean }) | undefined> {
    return (await this.converted<BundlePurchase & { is_over: boolean }>(PENDING, bundleId, buyerId))[0];
  }

  /** Undefined: its payment belongs to another purchase. `is_again`: an expired purchase is pending once more. */
  async begin(purchase: NewPurchase): Promise<(BundlePurchase & { is_again: boolean }) | undefined> {
    return (await this.converted<BundlePurchase & { is_again: boolean }>(BEGIN, JSON.stringify(purchase)))[0];
  }

  byPayment(paymentId: string): Promise<BundlePurchase | undefined> {
    return this.findOne({ payment_id: paymentId });
  }

  async lock(id: string): Promise<BundlePurchase> {
    return (await this.findOne({ id }, { lock: 'update' })) as BundlePurchase;
  }

  async change(id: string, values: Values<BundlePurchase>): Promise<BundlePurchase> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as BundlePurchase;
  }

  async storeCheckoutUrl(id: string, url: string): Promise<void> {
    await this.count(STORE_CHECKOUT_URL, id, url);
  }

  /** Its bundle; undefined: it was not pending. */
  expire(id: string): Promise<{ bundle_id: string | null } | undefined> {
    return this.one<{ bundle_id: string | null }>(EXPIRE, id);
  }

  async bundlesWithDue(): Promise<string[]> {
    return (await this.rows<{ id: string }>(BUNDLES_WITH_DUE)).map(({ id }) => id);
  }

  async countDue(bundleId: string): Promise<number> {
    return (await this.onlyOne<{ n: number }>(COUNT_DUE, bundleId)).n;
  }

  /** How many have ended. The bundle is locked. */
  expireDue(bundleId: string): Promise<number> {
    return this.count(EXPIRE_DUE, bundleId);
  }

  /** Of bundles that are deleted. */
  async expireAbandoned(): Promise<void> {
    await this.count(EXPIRE_ABANDONED);
  }

  async lockPendingOf(buyerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(PENDING_OF_USER, buyerId)).map(({ id }) => id);
  }

  /** Ends the open purchases of a seller, whose bundles are locked. */
  async endOfSeller(sellerId: string): Promise<void> {
    await this.count(END_OF_SELLER, sellerId);
  }

  /** True if the buyer has kept a sale from others for as long as is allowed without paying. */
  async hasHeldTooLong(buyerId: string, bundleId: string): Promise<boolean> {
    return (await this.rows(UNPAID, buyerId, bundleId)).length > 0;
  }

  /** Those who have the bundle, and in whose purchase the item is not listed. */
  async buyersWithoutItem(bundleId: string, { item_type, item_id }: ItemKey): Promise<string[]> {
    return (await this.rows<{ id: string }>(BUYERS_WITHOUT_ITEM, bundleId, item_type, item_id)).map(({ id }) => id);
  }

  /** Completed purchases in which the item is not listed. Locked. */
  withoutItem(bundleId: string, { item_type, item_id }: ItemKey, limit: number) {
    return this.converted<BundlePurchase>(WITHOUT_ITEM, bundleId, item_type, item_id, limit);
  }

  async library(buyerId: string, status: string | undefined, query: PageQuery) {
    const slice = PAGE.read(query);
    const found = await this.converted<BundlePurchase>(LIBRARY, buyerId, status ?? null, ...newestFirst(slice));
    return PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
  }
}
