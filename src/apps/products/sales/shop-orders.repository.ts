import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, newestFirst, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching } from '../../../platform/database/sql.js';
import type { ProductOrder } from '../entities/product-order.entity.js';

/** What each filter asks, in the place of `?`; the letters make the statement's name. */
const FILTERS = {
  product_id: ['p', 'o.product_id = ?'],
  status: ['s', 'o.status = ?'],
  to_ship: ['n', 'o.status = ? AND o.ship_to IS NOT NULL'],
  attention: ['a', 'o.status = ?'],
  buyer_id: ['b', 'o.owner_id = ?'],
  buyer: ['u', 'o.owner_id = (SELECT id FROM account.users WHERE username = lower(?))'],
  from: ['f', 'o.created_at >= ?::timestamptz'],
  to: ['t', 'o.created_at < ?::timestamptz'],
} as const;

type Filter = keyof typeof FILTERS;
export type ShopFilters = { [name in Filter]?: unknown };

const LIVE = `o.status IN ('paid', 'shipped')`;

const wheres = (given: Filter[], from: number) =>
  given.map((name, at) => ` AND ${FILTERS[name][1].replace('?', `$${from + at}`)}`).join('');
const letters = (given: Filter[]) => given.map((name) => FILTERS[name][0]).join('');

// The seller sees the shipping address while the order has to be shipped.
const list = (given: Filter[]) =>
  searching(
    `products_shop_orders ${letters(given)}`,
    `SELECT o.*, CASE WHEN ${LIVE} THEN o.ship_to END AS ship_to,
       json_build_object('id', o.owner_id, 'username', u.username) AS buyer
     FROM ext_products.orders o LEFT JOIN account.users u ON u.id = o.owner_id
     WHERE o.seller_id = $1 AND (o.created_at, o.id) < ($2, $3::uuid)${wheres(given, 5)}
     ORDER BY o.created_at DESC, o.id DESC LIMIT $4`,
  );
const totals = (given: Filter[]) =>
  searching(
    `products_shop_totals ${letters(given)}`,
    `SELECT o.currency, count(*)::int AS count,
       coalesce(sum(o.total_minor - o.refunded_minor) FILTER (WHERE ${LIVE}), 0)::float8 AS revenue,
       coalesce(sum(o.discount_minor) FILTER (WHERE ${LIVE}), 0)::float8 AS discounts,
       coalesce(sum(o.shipping_minor) FILTER (WHERE ${LIVE}), 0)::float8 AS shipping
     FROM ext_products.orders o WHERE o.seller_id = $1${wheres(given, 2)} GROUP BY o.currency ORDER BY o.currency`,
  );

export type ShopOrderRow = ProductOrder & { buyer: { id: string; username: string | null } };

/** Minor units. */
export interface ShopTotals {
  currency: string;
  count: number;
  revenue: number;
  discounts: number;
  shipping: number;
}

const PAGE = new Keyset({ name: 'products-shop-orders', defaultLimit: 20, maxLimit: 100 });

/** What a seller has sold. */
@AppProvider()
export class ShopOrdersRepository extends BaseRepository {
  async list(sellerId: string, filters: ShopFilters, query: PageQuery) {
    const slice = PAGE.read(query);
    const given = namesOf(filters);
    const values = given.map((name) => filters[name]);
    const found = await this.rows<ShopOrderRow>(list(given), sellerId, ...newestFirst(slice), ...values);
    return PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
  }

  totals(sellerId: string, filters: ShopFilters): Promise<ShopTotals[]> {
    const given = namesOf(filters);
    return this.rows<ShopTotals>(totals(given), sellerId, ...given.map((name) => filters[name]));
  }
}

const namesOf = (filters: ShopFilters) =>
  (Object.keys(FILTERS) as Filter[]).filter((name) => filters[name] !== undefined);
