import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';

/** Both days whole. */
const IN = (moment: string) =>
  `${moment} >= ($2::date)::timestamp AT TIME ZONE 'UTC' AND ${moment} < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'`;
const SOLD = `o.seller_id = $1 AND o.source = 'purchase' AND o.status IN ('paid', 'shipped') AND ${IN('o.paid_at')}`;
const SHOP = 'FROM ext_products.products p WHERE p.owner_id = $1';
const orders = (what: string, where: string) =>
  `(SELECT ${what} FROM ext_products.orders o WHERE o.seller_id = $1 AND ${where})`;

const NOW = sql(
  'products_stats_now',
  `SELECT
     (SELECT count(*)::int ${SHOP} AND p.status = 'published') AS products_published,
     (SELECT count(*)::int FROM ext_products.orders o WHERE ${SOLD}) AS orders,
     (SELECT coalesce(sum(o.quantity), 0)::int FROM ext_products.orders o WHERE ${SOLD}) AS units,
     (SELECT count(*)::int FROM ext_products.orders o WHERE ${SOLD} AND o.total_minor = 0) AS free_orders,
     ${orders('count(*)::int', `o.status = 'refunded' AND ${IN('o.paid_at')}`)} AS refunded,
     ${orders('count(*)::int', `o.status = 'paid' AND o.ship_to IS NOT NULL`)} AS to_ship,
     ${orders('count(*)::int', `o.status = 'needs_attention'`)} AS needs_attention,
     (SELECT count(*)::int FROM ext_products.downloads d JOIN ext_products.orders o ON o.id = d.order_id
      WHERE o.seller_id = $1 AND ${IN('d.created_at')}) AS downloads,
     (SELECT count(*)::int FROM ext_products.licenses l JOIN ext_products.products p ON p.id = l.product_id
      WHERE p.owner_id = $1 AND l.status = 'active') AS licenses_active,
     (SELECT round(sum(p.rating_sum)::numeric / nullif(sum(p.rating_count), 0), 2)::float8 ${SHOP})
       AS average_rating,
     ${orders('count(*)::int', `o.payment_id IS NOT NULL AND ${IN('o.created_at')}`)} AS opened,
     ${orders('count(*)::int', `o.payment_id IS NOT NULL AND o.paid_at IS NOT NULL AND ${IN('o.created_at')}`)} AS paid`,
);
const MONEY = sql(
  'products_stats_money',
  `SELECT o.currency,
     coalesce(sum(o.total_minor - o.refunded_minor) FILTER (WHERE o.status <> 'refunded'), 0)::float8 AS revenue,
     coalesce(sum(o.discount_minor) FILTER (WHERE o.status <> 'refunded'), 0)::float8 AS discounts,
     sum(o.refunded_minor)::float8 AS refunds
   FROM ext_products.orders o
   WHERE o.seller_id = $1 AND o.source = 'purchase' AND o.status IN ('paid', 'shipped', 'refunded') AND ${IN('o.paid_at')}
   GROUP BY o.currency ORDER BY o.currency`,
);
const TOP = sql(
  'products_stats_top',
  `SELECT p.id, p.title, o.currency, sum(o.total_minor - o.refunded_minor)::float8 AS revenue_minor,
     sum(o.quantity)::int AS units
   FROM ext_products.orders o JOIN ext_products.products p ON p.id = o.product_id WHERE ${SOLD}
   GROUP BY p.id, o.currency ORDER BY revenue_minor DESC, p.id LIMIT 10`,
);
const LOW = sql(
  'products_stats_low_stock',
  `SELECT p.id AS product_id, v.id AS variant_id, p.title, v.name AS variant_name,
     CASE WHEN v.id IS NULL THEN p.stock ELSE v.stock END AS stock
   FROM ext_products.products p LEFT JOIN ext_products.variants v ON v.product_id = p.id AND v.active
   WHERE p.owner_id = $1 AND p.status IN ('draft', 'published')
     AND CASE WHEN v.id IS NULL THEN p.stock ELSE v.stock END <= $2::int
   ORDER BY stock, p.id, v.id LIMIT 100`,
);

export interface Now {
  products_published: number;
  orders: number;
  units: number;
  free_orders: number;
  refunded: number;
  to_ship: number;
  needs_attention: number;
  downloads: number;
  licenses_active: number;
  average_rating: number | null;
  opened: number;
  paid: number;
}

/** Minor units. */
export interface MoneyRow {
  currency: string;
  revenue: number;
  discounts: number;
  refunds: number;
}

@Injectable()
export class StatsRepository extends Repository {
  async now(userId: string, from: string, to: string): Promise<Now> {
    return (await this.one<Now & object>(NOW, userId, from, to)) as Now;
  }

  money(userId: string, from: string, to: string): Promise<MoneyRow[]> {
    return this.rows<MoneyRow & object>(MONEY, userId, from, to);
  }

  top(userId: string, from: string, to: string) {
    type Row = { id: string; title: string; currency: string; revenue_minor: number; units: number };
    return this.rows<Row>(TOP, userId, from, to);
  }

  lowStock(userId: string, at: number) {
    type Row = {
      product_id: string;
      variant_id: string | null;
      title: string;
      variant_name: string | null;
      stock: number;
    };
    return this.rows<Row>(LOW, userId, at);
  }
}
