import { BaseRepository } from '../../platform/database/base.repository.js';
import { searching, sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import { during } from '../kernel/stats/figures.js';

const PURCHASES = 'FROM ext_bundles.purchases p';
const SOLD = `p.seller_id = $1 AND p.source = 'purchase' AND p.status = 'completed' AND ${during('p.completed_at')}`;

const COUNTS = searching(
  'bundles_stats_counts',
  `SELECT ended.*, opened.*,
     (SELECT count(*)::int FROM ext_bundles.bundles b WHERE b.owner_id = $1 AND b.status = 'published')
       AS bundles_published,
     (SELECT count(*)::int ${PURCHASES} WHERE ${SOLD} AND EXISTS (
        SELECT FROM ext_bundles.purchase_items i WHERE i.purchase_id = p.id AND i.state = 'owned'))
       AS completing_buyers
   FROM (
     SELECT count(*) FILTER (WHERE p.source = 'purchase' AND p.status = 'completed')::int AS sales,
       count(*) FILTER (WHERE p.source = 'grant' AND p.status = 'completed')::int AS granted,
       count(*) FILTER (WHERE p.status = 'refunded')::int AS refunded
     ${PURCHASES} WHERE p.seller_id = $1 AND ${during('p.completed_at')}
   ) ended, (
     SELECT count(*)::int AS opened, count(*) FILTER (WHERE p.status = 'completed')::int AS completed
     ${PURCHASES} WHERE p.seller_id = $1 AND p.source = 'purchase' AND ${during('p.created_at')}
   ) opened`,
);
const MONEY = sql(
  'bundles_stats_money',
  `SELECT p.currency,
     coalesce(sum(p.amount_minor - p.refunded_minor) FILTER (WHERE p.status = 'completed'), 0)::float8 AS revenue,
     sum(p.refunded_minor)::float8 AS refunds,
     round(avg(p.list_minor - p.amount_minor) FILTER (WHERE p.status = 'completed'))::float8 AS saving
   ${PURCHASES} WHERE p.seller_id = $1 AND p.source = 'purchase' AND ${during('p.completed_at')}
   GROUP BY p.currency ORDER BY p.currency`,
);
const TOP = sql(
  'bundles_stats_top',
  `SELECT p.bundle_id AS id, b.title, p.currency, sum(p.amount_minor - p.refunded_minor)::float8 AS revenue_minor,
     count(*)::int AS sales
   ${PURCHASES} JOIN ext_bundles.bundles b ON b.id = p.bundle_id WHERE ${SOLD}
   GROUP BY p.bundle_id, b.title, p.currency ORDER BY revenue_minor DESC, p.bundle_id LIMIT 10`,
);
const BY_ITEM = sql(
  'bundles_stats_by_item',
  `SELECT i.item_type, i.item_id, max(i.title) AS title, p.currency, sum(i.allocated_minor)::float8 AS revenue_minor
   ${PURCHASES} JOIN ext_bundles.purchase_items i ON i.purchase_id = p.id WHERE ${SOLD}
   GROUP BY i.item_type, i.item_id, p.currency ORDER BY revenue_minor DESC, i.item_id, p.currency LIMIT 100`,
);

export interface Counts {
  bundles_published: number;
  sales: number;
  granted: number;
  completing_buyers: number;
  refunded: number;
  opened: number;
  completed: number;
}

/** Minor units. */
export interface MoneyRow {
  currency: string;
  revenue: number;
  refunds: number;
  /** The mean; null where nothing was sold. */
  saving: number | null;
}

export interface TopRow {
  id: string;
  title: string;
  currency: string;
  revenue_minor: number;
  sales: number;
}

export interface ItemRow {
  item_type: string;
  item_id: string;
  title: string;
  currency: string;
  revenue_minor: number;
}

@AppProvider()
export class StatsRepository extends BaseRepository {
  counts(userId: string, from: string, to: string): Promise<Counts> {
    return this.onlyOne<Counts>(COUNTS, userId, from, to);
  }

  money(userId: string, from: string, to: string): Promise<MoneyRow[]> {
    return this.rows<MoneyRow>(MONEY, userId, from, to);
  }

  top(userId: string, from: string, to: string): Promise<TopRow[]> {
    return this.rows<TopRow>(TOP, userId, from, to);
  }

  byItem(userId: string, from: string, to: string): Promise<ItemRow[]> {
    return this.rows<ItemRow>(BY_ITEM, userId, from, to);
  }
}
