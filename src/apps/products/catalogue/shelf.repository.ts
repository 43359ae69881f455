import { AppProvider } from '../../kernel/app-provider.js';
import type { ShelvedProduct } from '../../../payments/extension-points.js';
import { newestFirst, type Slice } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { personIn } from '../../kernel/rows/person.js';

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

@AppProvider()
export class ShelfRepository extends BaseRepository {
  list(slice: Slice): Promise<ShelvedProduct[]> {
    return this.rows<ShelvedProduct>(LIST, ...newestFirst(slice));
  }

  async countOf(sellerId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT, sellerId))?.n ?? 0;
  }
}
