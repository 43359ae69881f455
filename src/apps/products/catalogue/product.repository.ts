import { AppProvider } from '../../kernel/app-provider.js';
import type { Reported } from '../../../moderation/reports/reportable.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { notFound } from '../../../platform/http/refusal.js';
import { sql } from '../../../platform/database/sql.js';
import { Product } from '../entities/product.entity.js';
import { money } from '../../kernel/selling/prices.js';
import { personIn } from '../../kernel/rows/person.js';
import { isLive } from '../entities/product-order.entity.js';

const LOCK_OWNER = sql('products_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
const COUNT_OPEN = sql(
  'products_count_open',
  `SELECT count(*)::int AS n FROM ext_products.products WHERE owner_id = $1 AND status IN ('draft', 'published')`,
);
const BY_ID = sql('products_by_id', 'SELECT * FROM ext_products.products WHERE id = $1');
const LOCK = sql('products_lock', 'SELECT * FROM ext_products.products WHERE id = $1 FOR NO KEY UPDATE');
const CATEGORY = sql('products_category_is_known', 'SELECT FROM listings.categories WHERE id = $1');
const ORDERED = sql(
  'products_is_ordered',
  `SELECT FROM ext_products.orders WHERE product_id = $1 AND status <> 'expired' LIMIT 1`,
);
const LOWEST = sql(
  'products_lowest_price',
  `SELECT p.currency, coalesce((SELECT min(coalesce(v.price_minor, p.price_minor)) FROM ext_products.variants v
     WHERE v.product_id = p.id AND v.active), p.price_minor) AS minor
   FROM ext_products.products p WHERE p.id = $1`,
);
const PRICED_FROM = sql(
  'products_priced_from',
  'UPDATE ext_products.products SET from_price = $2 WHERE id = $1 RETURNING *',
);
const SOLD = sql('products_sold', 'UPDATE ext_products.products SET sold_count = sold_count + $2 WHERE id = $1');
const RATE = sql(
  'products_rate',
  'UPDATE ext_products.products SET rating_sum = rating_sum + $2, rating_count = rating_count + $3 WHERE id = $1',
);
const UPDATE_BEGUN = sql(
  'products_update_begun',
  `UPDATE ext_products.products SET last_update_at = now(), update_told_through = NULL
   WHERE id = $1 AND (last_update_at IS NULL OR last_update_at <= now() - interval '24 hours')
   RETURNING last_update_at`,
);
const UPDATE_TOLD = sql(
  'products_update_told',
  'UPDATE ext_products.products SET update_told_through = $2 WHERE id = $1',
);
const SET_FLAGGED = sql('products_set_flagged', 'UPDATE ext_products.products SET flagged = $2 WHERE id = $1');
const REPORTED = sql(
  'products_reported',
  `SELECT 'product' AS type, p.id, p.title, p.description AS text, p.created_at,
     CASE WHEN p.flagged THEN 'flagged' ELSE p.status END AS status,
     ${personIn('u')} AS author
   FROM ext_products.products p JOIN account.users u ON u.id = p.owner_id WHERE p.id = $1`,
);
// What an account that is deleted has to do with: its open checkouts and stars, and the products that it sells.
const LOCK_OF_BUYER = sql(
  'products_lock_of_buyer',
  `SELECT id FROM ext_products.products WHERE id IN (
     SELECT product_id FROM ext_products.reviews WHERE owner_id = $1
     UNION SELECT product_id FROM ext_products.orders WHERE owner_id = $1 AND status = 'pending'
     UNION SELECT id FROM ext_products.products WHERE owner_id = $1
   ) ORDER BY id FOR NO KEY UPDATE`,
);
const FORGET_STARS = sql(
  'products_forget_stars',
  `UPDATE ext_products.products p SET rating_sum = rating_sum - r.rating, rating_count = rating_count - 1
   FROM ext_products.reviews r WHERE r.owner_id = $1 AND p.id = r.product_id`,
);

const KEEP = sql(
  'products_keep_for_buyers',
  `UPDATE ext_products.products p SET owner_id = NULL, status = 'removed', updated_at = now()
   WHERE owner_id = $1 AND EXISTS (SELECT FROM ext_products.orders o JOIN account.users u ON u.id = o.owner_id
     WHERE o.product_id = p.id AND ${isLive('o')})
   RETURNING id`,
);

export type ProductValues = Partial<Omit<Product, 'id' | 'owner_id' | 'created_at' | 'updated_at'>>;

@AppProvider()
export class ProductRepository extends BaseRepository {
  /** So that the limit holds when somebody does two things at once. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  async countOpen(ownerId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT_OPEN, ownerId))?.n ?? 0;
  }

  async insert(ownerId: string, values: ProductValues): Promise<Product> {
    const { identifiers } = await this.table(Product).insert({ ...values, owner_id: ownerId });
    return this.reprice((identifiers[0] as { id: string }).id);
  }

  async update(id: string, changes: ProductValues): Promise<Product> {
    await this.table(Product).update({ id }, { ...changes, updated_at: () => 'now()' });
    return (await this.find(id)) as Product;
  }

  /** After any price has changed. */
  async reprice(id: string): Promise<Product> {
    const { minor, currency } = (await this.one<{ minor: number; currency: string }>(LOWEST, id)) as {
      minor: number;
      currency: string;
    };
    return (await this.one<Product>(PRICED_FROM, id, money(minor, currency))) as Product;
  }

  find(id: string): Promise<Product | undefined> {
    return this.one<Product>(BY_ID, id);
  }

  lock(id: string): Promise<Product | undefined> {
    return this.one<Product>(LOCK, id);
  }

  async checkCategory(id: string | null | undefined): Promise<void> {
    if (id && !(await this.rows(CATEGORY, id)).length) throw notFound('Category');
  }

  async isOrdered(id: string): Promise<boolean> {
    return (await this.rows(ORDERED, id)).length > 0;
  }

  /** More, or fewer. */
  async sold(id: string, pieces: number): Promise<void> {
    await this.count(SOLD, id, pieces);
  }

  async rate(id: string, sum: number, count: number): Promise<void> {
    await this.count(RATE, id, sum, count);
  }

  /** From when on buyers are told of an update; undefined: they were told of another less than a day ago. */
  async beginUpdate(id: string): Promise<Date | undefined> {
    return (await this.one<{ last_update_at: Date }>(UPDATE_BEGUN, id))?.last_update_at;
  }

  async toldUpdate(id: string, through: string): Promise<void> {
    await this.count(UPDATE_TOLD, id, through);
  }

  async setFlagged(id: string, flagged: boolean): Promise<void> {
    await this.count(SET_FLAGGED, id, flagged);
  }

  reported(id: string): Promise<Reported | undefined> {
    return this.one<Reported>(REPORTED, id);
  }

  async lockOfBuyer(userId: string): Promise<void> {
    await this.rows(LOCK_OF_BUYER, userId);
  }

  async forgetStars(userId: string): Promise<void> {
    await this.count(FORGET_STARS, userId);
  }

  /** Those that somebody has bought get no owner, so that they stay when the account goes; answers which. Locked. */
  async keepForBuyers(sellerId: string): Promise<string[]> {
    return (await this.rows<{ id: string }>(KEEP, sellerId)).map(({ id }) => id);
  }
}
