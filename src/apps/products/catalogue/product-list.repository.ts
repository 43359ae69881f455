import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, type PageQuery, newestFirst, type Slice } from '../../../platform/database/page.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { searching, sql, type Statement } from '../../../platform/database/sql.js';
import type { CardRow } from './product.views.js';
import type { ShelvedProduct } from '../../../payments/extension-points.js';
import { personIn } from '../../kernel/rows/person.js';
import type { DescribedProduct } from '../../contracts/products.js';

// What an order holds whose time is over is free, whether or not that is written down yet.
const isHeldNoMore = (which: string) => `EXISTS (SELECT FROM ext_products.orders h
  WHERE h.product_id = p.id AND h.status = 'pending' AND h.expires_at <= now() AND h.stock_taken > 0${which})`;
// Where there are variants, theirs is the stock.
const IN_STOCK = `coalesce(
  (SELECT bool_or(v.active AND (v.stock IS NULL OR v.stock > 0 OR ${isHeldNoMore(' AND h.variant_id = v.id')}))
   FROM ext_products.variants v WHERE v.product_id = p.id),
  p.stock IS NULL OR p.stock > 0 OR ${isHeldNoMore('')})`;

const CARDS = sql(
  'products_cards',
  `SELECT p.id, p.title, p.kind, p.status, p.from_price::float8 AS price, p.currency, p.pay_what_you_want,
     p.category_id, p.tags, p.cover_file_id, p.sold_count, p.rating_sum, p.rating_count, p.published_at, p.created_at,
     NOT (${IN_STOCK}) AS sold_out, p.owner_id AS seller_id,
     (SELECT username FROM account.users WHERE id = p.owner_id) AS seller_username
   FROM unnest($1::uuid[]) WITH ORDINALITY asked (id, at)
   JOIN ext_products.products p ON p.id = asked.id ORDER BY asked.at`,
);

/** What each filter asks, in the place of `?`; the letters make the statement's name. */
const FILTERS = {
  query: ['w', `p.search @@ websearch_to_tsquery('simple', ?)`],
  owner_id: ['o', 'p.owner_id = ?'],
  category_id: ['c', 'p.category_id = ?'],
  tag: ['t', 'p.tags @> ARRAY[?::text]'],
  kind: ['k', 'p.kind = ?'],
  min_price: ['m', 'p.from_price >= ?::numeric'],
  max_price: ['x', 'p.from_price <= ?::numeric'],
  in_stock: ['s', `(${IN_STOCK}) = ?::boolean`],
} as const;

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const PRICE = { key: 'p.from_price', type: 'numeric' };
/** Of what is published alone, so that the indexes serve; an own list is short. */
const SORTS = {
  newest: {
    key: 'coalesce(p.published_at, p.created_at)',
    type: 'timestamptz',
    first: ['infinity', LAST_ID],
  },
  popular: { key: 'p.sold_count', type: 'int', first: ['2147483647', LAST_ID] },
  rating: {
    key: 'coalesce(p.rating_sum * 100::bigint / nullif(p.rating_count, 0), 0)',
    type: 'bigint',
    first: ['9223372036854775807', LAST_ID],
  },
  price_up: { ...PRICE, first: ['-1', FIRST_ID] },
  price_down: { ...PRICE, first: ['infinity', LAST_ID] },
};
const PUBLISHED_AT = { ...SORTS.newest, key: 'p.published_at' };

export type ProductSort = keyof typeof SORTS;
export const PRODUCT_SORTS = Object.keys(SORTS) as ProductSort[];
type Filter = keyof typeof FILTERS;
export type ProductFilters = { [name in Filter]?: unknown };

interface Found {
  id: string;
  key: string;
}

function listOf(given: Filter[], isPublished: boolean, sort: ProductSort): Statement {
  const { key, type } = isPublished && sort === 'newest' ? PUBLISHED_AT : SORTS[sort];
  const [order, after] = sort === 'price_up' ? ['ASC', '>'] : ['DESC', '<'];
  const from = isPublished ? 4 : 5;
  const conditions = given.map((name, at) => FILTERS[name][1].replace('?', `$${from + at}`));
  const state = isPublished
    ? [
        `p.status = 'published' AND NOT p.flagged`,
        `(SELECT user_status = 'active' FROM account.users WHERE id = p.owner_id)`,
      ]
    : ['p.status = $4'];
  const letters = given.map((name) => FILTERS[name][0]).join('');
  return searching(
    `products_list ${sort} ${isPublished ? '' : 'own '}${letters}`,
    `SELECT p.id, (${key})::text AS key FROM ext_products.products p
     WHERE ${[...state, ...conditions].join(' AND ')} AND (${key}, p.id) ${after} ($1::${type}, $2::uuid)
     ORDER BY ${key} ${order}, p.id ${order} LIMIT $3`,
  );
}

const LIST = sql(
  'products_shelf',
  `SELECT p.id, p.title, p.from_price::float8 AS price, p.status, p.created_at,
     ${personIn('u')} AS seller
   FROM ext_products.products p JOIN account.users u ON u.id = p.owner_id
   WHERE p.status <> 'removed' AND (p.created_at, p.id) < ($1, $2::uuid)
   ORDER BY p.created_at DESC, p.id DESC LIMIT $3`,
);
const COUNT = sql(
  'products_shelf_count',
  `SELECT count(*)::int AS n FROM ext_products.products WHERE owner_id = $1 AND status <> 'removed'`,
);

const DESCRIBED = sql(
  'products_described',
  `SELECT p.id, p.owner_id, p.title, p.kind, p.status, p.status = 'published' AND NOT p.flagged AS is_on_sale, p.cover_file_id, p.price_minor, p.currency,
     p.stock IS NOT NULL AS is_counted, (
       SELECT coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'name', v.name,
         'price_minor', coalesce(v.price_minor, p.price_minor), 'active', v.active,
         'is_counted', v.stock IS NOT NULL) ORDER BY v.position, v.id), '[]')
       FROM ext_products.variants v WHERE v.product_id = p.id
     ) AS variants
   FROM ext_products.products p WHERE p.id = ANY ($1::uuid[])`,
);

@AppProvider()
export class ProductListRepository extends BaseRepository {
  /** `status`: of the published ones of all, or of one owner's in this state. */
  async list(filters: ProductFilters, status: string, sort: ProductSort, query: PageQuery) {
    const page = new Keyset({ name: `products-${sort}`, defaultLimit: 20, maxLimit: 100 });
    const slice = page.read(query);
    const given = (Object.keys(FILTERS) as Filter[]).filter((name) => filters[name] !== undefined);
    const [key, id] = slice.after ?? SORTS[sort].first;
    const isPublished = status === 'published';
    const found = await this.rows<Found>(
      listOf(given, isPublished, sort),
      key,
      id,
      slice.fetch,
      ...(isPublished ? [] : [status]),
      ...given.map((name) => filters[name]),
    );
    const { rows, next_cursor } = page.cut(found, slice, (row) => [row.key, row.id]);
    return { rows: await this.cards(rows.map((row) => row.id)), next_cursor };
  }

  /** In the order of the ids. */
  cards(ids: string[]): Promise<CardRow[]> {
    return ids.length ? this.rows<CardRow>(CARDS, ids) : Promise.resolve([]);
  }

  shelf(slice: Slice): Promise<ShelvedProduct[]> {
    return this.rows<ShelvedProduct>(LIST, ...newestFirst(slice));
  }

  async countOf(sellerId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT, sellerId))?.n ?? 0;
  }

  describe(ids: string[]): Promise<DescribedProduct[]> {
    return this.rows<DescribedProduct>(DESCRIBED, ids);
  }
}
