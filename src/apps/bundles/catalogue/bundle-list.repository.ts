import { BaseRepository } from '../../../platform/database/base.repository.js';
import type { PageQuery } from '../../../platform/database/page.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { List } from '../../kernel/lists/list.js';
import type { CardRow } from './bundle.views.js';

const filters = {
  query: `to_tsvector('pg_catalog.simple', b.title || ' ' || b.description) @@ websearch_to_tsquery('simple', ?)`,
  owner_id: 'b.owner_id = ?',
  contains_item_id: `EXISTS (SELECT FROM ext_bundles.bundle_items i
    WHERE i.bundle_id = b.id AND i.item_type IN ('course', 'product') AND i.item_id = ?)`,
};
const popular = { by: 'b.sold_count', type: 'int' } as const;
const shared = {
  columns: 'b.*, (SELECT username FROM account.users WHERE id = b.owner_id) AS seller_username',
  from: 'ext_bundles.bundles b',
  id: 'b.id',
  filters,
};

const ON_SALE = new List({
  ...shared,
  name: 'bundles_list',
  where: `b.status = 'published' AND coalesce(b.starts_at <= now(), true) AND coalesce(b.ends_at > now(), true)
    AND (SELECT user_status = 'active' FROM account.users WHERE id = b.owner_id)`,
  sorts: { newest: { by: 'b.published_at', type: 'timestamptz' }, popular },
});
const OF_OWNER = new List({
  ...shared,
  name: 'bundles_list_own',
  where: 'b.owner_id = $1 AND b.status = $2',
  sorts: { newest: { by: 'coalesce(b.published_at, b.created_at)', type: 'timestamptz' }, popular },
});

export const BUNDLE_SORTS = ['newest', 'popular'] as const;
export type BundleSort = (typeof BUNDLE_SORTS)[number];
export type BundleFilters = { [Name in keyof typeof filters]?: unknown };

@AppProvider()
export class BundleListRepository extends BaseRepository {
  onSale(asked: BundleFilters, sort: BundleSort, query: PageQuery) {
    return ON_SALE.page<CardRow>(this.database, { filters: asked, sort, query });
  }

  ofOwner(ownerId: string, status: string, asked: BundleFilters, sort: BundleSort, query: PageQuery) {
    return OF_OWNER.page<CardRow>(this.database, { values: [ownerId, status], filters: asked, sort, query });
  }
}
