import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { DescribedProduct } from '../../contracts/products.js';

const DESCRIBED = sql(
  'products_described',
  `SELECT p.id, p.owner_id, p.title, p.kind, p.status, p.cover_file_id, p.price_minor, p.currency,
     p.stock IS NOT NULL AS is_counted, (
       SELECT coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'name', v.name,
         'price_minor', coalesce(v.price_minor, p.price_minor), 'active', v.active,
         'is_counted', v.stock IS NOT NULL) ORDER BY v.position, v.id), '[]')
       FROM ext_products.variants v WHERE v.product_id = p.id
     ) AS variants
   FROM ext_products.products p WHERE p.id = ANY ($1::uuid[])`,
);

/** Products as other apps see them. */
@AppProvider()
export class DescribedRepository extends BaseRepository {
  of(ids: string[]): Promise<DescribedProduct[]> {
    return this.rows<DescribedProduct>(DESCRIBED, ids);
  }
}
