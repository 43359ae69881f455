import { AppProvider } from '../../kernel/app-provider.js';
import { Keyset, newestFirst, type PageQuery } from '../../../platform/database/page.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import type { FileRow } from '../files/product-file.repository.js';
import { type IssuedLicense, licensesJson } from '../licenses/license.repository.js';
import { isLive } from './live.sql.js';

// An unpaid order is no purchase: open ones are listed with their checkout page, ended ones only on request.
const LIBRARY = sql(
  'products_library',
  `SELECT o.*, ${licensesJson('o.id')} AS licenses, (
       SELECT coalesce(json_agg(json_build_object('id', f.file_id, 'variant_id', f.variant_id, 'purpose', f.purpose,
         'name', f.name, 'size_bytes', s.size, 'content_type', f.content_type) ORDER BY f.position, f.id), '[]')
       FROM ext_products.product_files f JOIN files.files s ON s.id = f.file_id
       WHERE ${isLive('o')} AND f.product_id = o.product_id AND f.purpose = 'download' AND f.detached_at IS NULL
         AND (f.variant_id IS NULL OR f.variant_id = o.variant_id)
     ) AS files,
     coalesce(p.last_update_at > coalesce(
       (SELECT max(created_at) FROM ext_products.downloads d WHERE d.order_id = o.id), o.paid_at), false)
       AS updated_since_download
   FROM ext_products.orders o LEFT JOIN ext_products.products p ON p.id = o.product_id
   WHERE o.owner_id = $1 AND CASE WHEN $2::text IS NULL THEN o.status <> 'expired' ELSE o.status = $2 END
     AND ($3::text IS NULL OR p.kind = $3) AND ($4::text IS NULL OR strpos(lower(o.title), lower($4)) > 0)
     AND (o.created_at, o.id) < ($5, $6::uuid)
   ORDER BY o.created_at DESC, o.id DESC LIMIT $7`,
);

export type PurchaseRow = ProductOrder & {
  licenses: IssuedLicense[];
  files: FileRow[];
  updated_since_download: boolean;
};

export interface LibraryFilters {
  status?: string;
  kind?: string;
  query?: string;
}

const PAGE = new Keyset({ name: 'products-library', defaultLimit: 20, maxLimit: 100 });

/** All that somebody has bought. */
@AppProvider()
export class LibraryRepository extends BaseRepository {
  async list(buyerId: string, { status, kind, query }: LibraryFilters, page: PageQuery) {
    const slice = PAGE.read(page);
    const filters = [status ?? null, kind ?? null, query ?? null];
    const found = await this.rows<PurchaseRow>(LIBRARY, buyerId, ...filters, ...newestFirst(slice));
    return PAGE.cut(found, slice, ({ created_at, id }) => [created_at, id]);
  }
}
