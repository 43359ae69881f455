import { AppProvider } from '../kernel/app-provider.js';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { searching, sql } from '../../platform/database/sql.js';
import { during } from '../kernel/stats/figures.js';

const IS_SOLD = `o.source = 'purchase' AND o.status IN ('paid', 'shipped')`;
const SHOP = 'FROM ext_products.products p WHERE p.owner_id = $1';
const countOf = (where: string) =>
  `(SELECT count(*)::int FROM ext_products.orders o WHERE o.seller_id = $1 AND ${where})`;

// Each stretch of orders is gone through once.
const NOW = searching(
  'products_stats_now',
  `SELECT sold.*, opened.*,
     (SELECT count(*)::int ${SHOP} AND p.status = 'published') AS products_published,
     ${countOf(`o.status = 'paid' AND o.ship_to IS NOT NULL`)} AS to_ship,
     ${countOf(`o.status = 'needs_attention'`)} AS needs_attention,
     (SELECT count(*)::int FROM ext_products.downloads d JOIN ext_products.orders o ON o.id = d.order_id
      WHERE o.seller_id = $1 AND ${during('d.created_at')}) AS downloads,
     (SELECT count(*)::int FROM ext_products.licenses l JOIN ext_products.products p ON p.id = l.product_id
      WHERE p.owner_id = $1 AND l.status = 'active') AS licenses_active,
     (SELECT round(sum(p.rating_sum)::numeric / nullif(sum(p.rating_count), 0), 2)::float8 ${SHOP})
       AS average_rating
   FROM (
     SELECT count(*) FILTER (WHERE ${IS_SOLD})::int AS orders,
       coalesce(sum(o.quantity) FILTER (WHERE ${IS_SOLD}), 0)::int AS units,
       count(*) FILTER (WHERE ${IS_SOLD} AND o.total_minor = 0)::int AS free_orders,
       count(*) FILTER (WHERE o.status = 'refunded')::int AS refunded
     FROM ext_products.orders o WHERE o.seller_id = $1 AND ${during('o.paid_at')}
   ) sold, (
     SELECT count(*)::int AS opened, count(o.paid_at)::int AS paid
     FROM ext_products.orders o WHERE o.seller_id = $1 AND o.payment_id IS NOT NULL AND ${during('o.created_at')}
   ) opened`,
);
const MONEY = sql(
  'products_stats_money',
  `SELECT o.currency,
     coalesce(sum(o.total_minor - o.refunded_minor) FILTER (WHERE o.status <> 'refunded'), 0)::float8 AS revenue,
     coalesce(sum(o.discount_minor) FILTER (WHERE o.status <> 'refunded'), 0)::float8 AS discounts,
     sum(o.refunded_minor)::float8 AS refunds
   FROM ext_products.orders o
   WHERE o.seller_id = $1 AND o.source = 'purchase' AND o.status IN ('paid', 'shipped', 'refunded') AND ${during('o.paid_at')}
   GROUP BY o.currency ORDER BY o.currency`,
);
const TOP = sql(
  'products_stats_top',
  `SELECT p.id, p.title, top.currency, top.revenue_minor, top.units FROM (
     SELECT o.product_id, o.currency, sum(o.total_minor - o.refunded_minor)::float8 AS revenue_minor,
       sum(o.quantity)::int AS units
     FROM ext_products.orders o
     WHERE o.seller_id = $1 AND o.product_id IS NOT NULL AND ${IS_SOLD} AND ${during('o.paid_at')}
     GROUP BY o.product_id, o.currency ORDER BY revenue_minor DESC, o.product_id LIMIT 10
   ) top JOIN ext_products.products p ON p.id = top.product_id ORDER BY top.revenue_minor DESC, p.id`,
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

@AppProvider()
export class StatsRepository extends BaseRepository {
  now(userId: string, from: string, to: string): Promise<Now> {
    return this.onlyOne<Now>(NOW, userId, from, to);
  }

  money(userId: string, from: string, to: string): Promise<MoneyRow[]> {
    return this.rows<MoneyRow>(MONEY, userId, from, to);
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
