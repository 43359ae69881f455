import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { type ProductOrder, isForGood, isLive } from '../entities/product-order.entity.js';
import { Keyset, type PageQuery } from '../../../platform/database/page.js';
import type { FileRow } from '../catalogue/product.views.js';
import { type IssuedLicense, licensesJson } from '../licenses/license.repository.js';
import type { OwnedProduct } from '../../contracts/products.js';

const STANDING = sql(
  'products_buyer_standing',
  `SELECT coalesce(sum(o.quantity), 0)::int AS pieces,
     coalesce(bool_or(${isForGood('o')} AND o.variant_id IS NOT DISTINCT FROM $3::uuid), false) AS owns
   FROM ext_products.orders o WHERE o.owner_id = $1 AND o.product_id = $2 AND ${isLive('o')}`,
);
const LATEST = sql(
  'products_buyer_latest',
  `SELECT o.* FROM ext_products.orders o WHERE o.owner_id = $1 AND o.product_id = $2 AND ${isLive('o')}
   ORDER BY o.created_at DESC, o.id DESC LIMIT 1`,
);
const REVIEWABLE = sql(
  'products_buyer_reviewable',
  `SELECT o.id FROM ext_products.orders o JOIN ext_products.products p ON p.id = o.product_id
   WHERE o.owner_id = $1 AND o.product_id = $2 AND ${isLive('o')} AND (p.kind = 'digital' OR o.status = 'shipped')
   ORDER BY o.created_at DESC, o.id DESC LIMIT 1`,
);
const OWNED = sql(
  'products_owned_for_good',
  `SELECT DISTINCT o.product_id AS id FROM unnest($2::uuid[], $3::uuid[]) item (product_id, variant_id)
   JOIN ext_products.orders o ON o.owner_id = $1 AND o.product_id = item.product_id AND ${isForGood('o')}
     AND (item.variant_id IS NULL OR o.variant_id = item.variant_id)`,
);
const OWNERS = sql(
  'products_owners_for_good',
  `SELECT DISTINCT o.owner_id AS id FROM ext_products.orders o
   WHERE o.product_id = $1 AND o.owner_id = ANY ($3::uuid[]) AND ${isForGood('o')}
     AND ($2::uuid IS NULL OR o.variant_id = $2)`,
);
// Each buyer once who asked for notifications of new versions.
const WANTING = `FROM ext_products.orders o
  WHERE o.product_id = $1 AND ${isLive('o')} AND EXISTS (SELECT FROM account.users WHERE id = o.owner_id)
    AND NOT EXISTS (SELECT FROM apps.settings s
      WHERE s.user_id = o.owner_id AND s.app = 'products' AND s.values @> '{"notify_updates": false}')`;
const COUNT = sql('products_buyers_count', `SELECT count(DISTINCT o.owner_id)::int AS n ${WANTING}`);
const NEXT = sql(
  'products_buyers_next',
  `SELECT DISTINCT o.owner_id AS id ${WANTING} AND ($2::uuid IS NULL OR o.owner_id > $2)
   ORDER BY o.owner_id LIMIT $3`,
);

export interface Standing {
  /** Of all variants. */
  pieces: number;
  /** This variant. */
  owns: boolean;
}

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

@AppProvider()
export class BuyerRepository extends BaseRepository {
  standing(userId: string, productId: string, variantId: string | null): Promise<Standing> {
    return this.onlyOne<Standing>(STANDING, userId, productId, variantId);
  }

  latest(userId: string, productId: string): Promise<ProductOrder | undefined> {
    return this.one<ProductOrder>(LATEST, userId, productId);
  }

  /** The order that allows the buyer to review the product: one by which they have received it. */
  async reviewable(userId: string, productId: string): Promise<string | undefined> {
    return (await this.one<{ id: string }>(REVIEWABLE, userId, productId))?.id;
  }

  async owned(userId: string, items: OwnedProduct[]): Promise<Set<string>> {
    const products = items.map(({ product_id }) => product_id);
    const variants = items.map(({ variant_id }) => variant_id);
    const rows = await this.rows<{ id: string }>(OWNED, userId, products, variants);
    return new Set(rows.map(({ id }) => id));
  }

  /** Which of the users have the product for good. */
  async owners({ product_id, variant_id }: OwnedProduct, userIds: string[]): Promise<Set<string>> {
    const rows = await this.rows<{ id: string }>(OWNERS, product_id, variant_id, userIds);
    return new Set(rows.map(({ id }) => id));
  }

  async countWanting(productId: string): Promise<number> {
    return (await this.one<{ n: number }>(COUNT, productId))?.n ?? 0;
  }

  async nextWanting(productId: string, after: string | null, limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(NEXT, productId, after, limit)).map(({ id }) => id);
  }

  library(buyerId: string, { status, kind, query }: LibraryFilters, page: PageQuery) {
    const filters = [status ?? null, kind ?? null, query ?? null];
    return this.newest<PurchaseRow>(PAGE, page, LIBRARY, [buyerId, ...filters]);
  }
}
