import { In } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Reported } from '../../../moderation/reports/reportable.js';
import { EntityRepository, NOW } from '../../../platform/database/entity.repository.js';
import { notFound } from '../../../platform/http/refusal.js';
import { sql } from '../../../platform/database/sql.js';
import { Product } from '../entities/product.entity.js';
import { money } from '../../kernel/selling/prices.js';
import { personIn } from '../../kernel/rows/person.js';
import { isLive } from '../entities/product-order.entity.js';

const LOCK_OWNER = sql('products_lock_owner', 'SELECT FROM account.users WHERE id = $1 FOR NO KEY UPDATE');
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
const UPDATE_BEGUN = sql(
  'products_update_begun',
  `UPDATE ext_products.products SET last_update_at = now(), update_told_through = NULL
   WHERE id = $1 AND (last_update_at IS NULL OR last_update_at <= now() - interval '24 hours')
   RETURNING last_update_at`,
);
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
export class ProductRepository extends EntityRepository<Product> {
  protected readonly entity = Product;

  lock(id: string): Promise<Product | undefined> {
    return this.findOne({ id }, { lock: 'no key update' });
  }

  /** Those that there are, by their ids. */
  async lockAll(ids: string[]): Promise<Map<string, Product>> {
    const rows = await this.find({ id: In([...new Set(ids)]) }, { order: { id: 'ASC' }, lock: 'no key update' });
    return new Map(rows.map((row) => [row.id, row]));
  }

  async change(id: string, values: ProductValues): Promise<Product> {
    return (await this.updateOne({ id }, { ...values, updated_at: NOW })) as Product;
  }

  /** So that the limit holds when somebody does two things at once. */
  async lockOwner(ownerId: string): Promise<void> {
    await this.rows(LOCK_OWNER, ownerId);
  }

  /** After any price has changed. */
  async reprice(id: string): Promise<Product> {
    const { minor, currency } = await this.onlyOne<{ minor: number; currency: string }>(LOWEST, id);
    return this.onlyOne<Product>(PRICED_FROM, id, money(minor, currency));
  }

  countOpen(ownerId: string): Promise<number> {
    return this.countWhere({ owner_id: ownerId, status: In(['draft', 'published']) });
  }

  async checkCategory(id: string | null | undefined): Promise<void> {
    if (id && !(await this.rows(CATEGORY, id)).length) throw notFound('Category');
  }

  async isOrdered(id: string): Promise<boolean> {
    return (await this.rows(ORDERED, id)).length > 0;
  }

  /** From when on buyers are told of an update; undefined: they were told of another less than a day ago. */
  async beginUpdate(id: string): Promise<Date | undefined> {
    return (await this.one<{ last_update_at: Date }>(UPDATE_BEGUN, id))?.last_update_at;
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
