import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { searching } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import { personIn } from '../../kernel/rows/person.js';

const FILTERS = {
  status: 'p.status = ?',
  from: 'p.created_at >= ?::timestamptz',
  to: 'p.created_at < ?::timestamptz',
};

const SALES = new List({
  name: 'bundles_sales',
  columns: `p.id, p.source, p.status, p.attention, p.amount_minor, p.refunded_minor, p.currency, p.payment_id, p.note,
    p.affiliate_id, p.completed_at, p.refunded_at, p.created_at,
    coalesce((SELECT ${personIn('u')} FROM account.users u WHERE u.id = p.owner_id),
      json_build_object('id', p.owner_id, 'username', NULL)) AS buyer`,
  from: 'ext_bundles.purchases p',
  id: 'p.id',
  where: 'p.bundle_id = $1',
  filters: FILTERS,
  sorts: { newest: { by: 'p.created_at', type: 'timestamptz' } },
});

export type SalesFilters = { [Name in keyof typeof FILTERS]?: unknown };
type Filter = keyof typeof FILTERS;

const given = (filters: SalesFilters) =>
  (Object.keys(FILTERS) as Filter[]).filter((name) => filters[name] !== undefined);
const wheres = (names: Filter[]) =>
  names.map((name, at) => ` AND ${FILTERS[name].replace('?', `$${at + 2}`)}`).join('');
const nameOf = (name: string, names: Filter[]) => [name, ...names].join(' ');

const totals = (names: Filter[]) =>
  searching(
    nameOf('bundles_sales_totals', names),
    `SELECT p.currency, count(*) FILTER (WHERE p.status = 'completed' AND p.source = 'purchase')::int AS sales,
       coalesce(sum(p.amount_minor - p.refunded_minor) FILTER (WHERE p.status = 'completed'), 0)::float8 AS revenue,
       coalesce(sum(p.refunded_minor), 0)::float8 AS refunds
     FROM ext_bundles.purchases p WHERE p.bundle_id = $1${wheres(names)} GROUP BY p.currency ORDER BY p.currency`,
  );
const byItem = (names: Filter[]) =>
  searching(
    nameOf('bundles_sales_by_item', names),
    `SELECT i.item_type, i.item_id, p.currency, max(i.title) AS title, sum(i.allocated_minor)::float8 AS revenue_minor
     FROM ext_bundles.purchases p JOIN ext_bundles.purchase_items i ON i.purchase_id = p.id
     WHERE p.bundle_id = $1 AND p.status = 'completed'${wheres(names)}
     GROUP BY i.item_type, i.item_id, p.currency ORDER BY revenue_minor DESC, i.item_id, p.currency LIMIT 200`,
  );

export interface SaleRow {
  id: string;
  source: string;
  status: string;
  attention: string | null;
  amount_minor: number;
  refunded_minor: number;
  currency: string;
  payment_id: string | null;
  note: string | null;
  affiliate_id: string | null;
  completed_at: Date | null;
  refunded_at: Date | null;
  created_at: Date;
  buyer: { id: string; username: string | null };
}

/** Minor units. */
export interface SalesTotals {
  currency: string;
  sales: number;
  revenue: number;
  refunds: number;
}

export interface ItemRevenue {
  item_type: string;
  item_id: string;
  title: string;
  currency: string;
  revenue_minor: number;
}

/** What a bundle has sold. */
@AppProvider()
export class SalesRepository extends BaseRepository {
  list(bundleId: string, filters: SalesFilters, query: PageQuery) {
    return SALES.page<SaleRow>(this.database, { values: [bundleId], filters, sort: 'newest', query });
  }

  totals(bundleId: string, filters: SalesFilters): Promise<SalesTotals[]> {
    const names = given(filters);
    return this.rows<SalesTotals>(totals(names), bundleId, ...names.map((name) => filters[name]));
  }

  byItem(bundleId: string, filters: SalesFilters): Promise<ItemRevenue[]> {
    const names = given(filters);
    return this.rows<ItemRevenue>(byItem(names), bundleId, ...names.map((name) => filters[name]));
  }
}
