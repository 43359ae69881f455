import { In } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { ProductFile } from '../entities/product.entity.js';
import { dropUnusedSql, HAS_NO_BYTES } from '../../kernel/files/drop-uploads.job.js';
import type { FileRow } from '../catalogue/product.views.js';

// A file counts once its bytes are there.
const ARRIVED = 'JOIN files.files s ON s.id = f.file_id';
const SHOWN = `f.file_id AS id, f.variant_id, f.purpose, f.name, s.size::float8 AS size_bytes, f.content_type`;

const OF_PRODUCT = sql(
  'products_files',
  `SELECT ${SHOWN} FROM ext_products.product_files f ${ARRIVED}
   WHERE f.product_id = $1 AND f.detached_at IS NULL ORDER BY f.position, f.id`,
);
const OPEN = sql(
  'products_file_open',
  `SELECT ${SHOWN} FROM ext_products.product_files f ${ARRIVED}
   WHERE f.file_id = $2 AND f.product_id = $1 AND f.detached_at IS NULL AND f.purpose = 'download'
     AND (f.variant_id IS NULL OR f.variant_id = $3)`,
);
const HAS_DOWNLOAD = sql(
  'products_has_download',
  `SELECT FROM ext_products.product_files f ${ARRIVED}
   WHERE f.product_id = $1 AND f.detached_at IS NULL AND f.purpose = 'download' LIMIT 1`,
);
const ATTACHED = sql(
  'products_files_attached',
  `SELECT count(*)::int AS n, coalesce(max(position), -1) + 1 AS next FROM ext_products.product_files
   WHERE product_id = $1 AND detached_at IS NULL`,
);
const PLACE = sql(
  'products_files_place',
  `UPDATE ext_products.product_files f SET position = given.at - 1, updated_at = now()
   FROM unnest($2::uuid[]) WITH ORDINALITY given (id, at) WHERE f.file_id = given.id AND f.product_id = $1`,
);
const DETACH = sql(
  'products_files_detach',
  `UPDATE ext_products.product_files SET detached_at = now(), updated_at = now()
   WHERE product_id = $1 AND file_id = ANY ($2::uuid[]) AND detached_at IS NULL`,
);
const DOWNLOADED = sql('products_downloaded', 'INSERT INTO ext_products.downloads (order_id, file_id) VALUES ($1, $2)');
const DROP_UNUSED = sql(
  'products_files_drop',
  dropUnusedSql('ext_products.product_files', `f.detached_at IS NULL AND ${HAS_NO_BYTES}`),
);

@AppProvider()
export class ProductFileRepository extends EntityRepository<ProductFile> {
  protected readonly entity = ProductFile;

  /** In their order. */
  ofProduct(productId: string): Promise<FileRow[]> {
    return this.rows<FileRow>(OF_PRODUCT, productId);
  }

  /** As a buyer of this variant may have it. */
  open(productId: string, fileId: string, variantId: string | null): Promise<FileRow | undefined> {
    return this.one<FileRow>(OPEN, productId, fileId, variantId);
  }

  async hasDownload(productId: string): Promise<boolean> {
    return (await this.rows(HAS_DOWNLOAD, productId)).length > 0;
  }

  /** How many there are, those too that have not come yet; and the place of another. */
  async attached(productId: string): Promise<{ n: number; next: number }> {
    return this.onlyOne(ATTACHED, productId);
  }

  async attachedIds(productIds: string[]): Promise<string[]> {
    const attached = await this.find({ product_id: In(productIds), detached_at: null }, { select: ['file_id'] });
    return attached.map(({ file_id }) => file_id);
  }

  async place(productId: string, fileIds: string[]): Promise<void> {
    await this.count(PLACE, productId, fileIds);
  }

  async detach(productId: string, fileIds: string[]): Promise<void> {
    await this.count(DETACH, productId, fileIds);
  }

  async downloaded(orderId: string, fileId: string): Promise<void> {
    await this.count(DOWNLOADED, orderId, fileId);
  }

  async dropUnused(limit: number): Promise<string[]> {
    return (await this.rows<{ id: string }>(DROP_UNUSED, limit)).map(({ id }) => id);
  }
}
