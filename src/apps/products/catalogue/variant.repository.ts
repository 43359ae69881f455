import { AppProvider } from '../../kernel/app-provider.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { ProductVariant } from '../entities/product.entity.js';

const BY_SKU = sql('products_variant_by_sku', 'SELECT * FROM ext_products.variants WHERE product_id = $1 AND sku = $2');
const OF_PRODUCT = sql(
  'products_variants',
  'SELECT * FROM ext_products.variants WHERE product_id = $1 ORDER BY position, id',
);
const PRICE = sql(
  'products_variants_price',
  `UPDATE ext_products.variants v SET price_minor = given.minor, updated_at = now()
   FROM unnest($1::uuid[], $2::int[]) given (id, minor) WHERE v.id = given.id`,
);
const FIND = sql('products_variant', 'SELECT * FROM ext_products.variants WHERE id = $1');

export type VariantValues = Partial<Pick<ProductVariant, 'name' | 'price_minor' | 'stock' | 'active' | 'position'>>;

@AppProvider()
export class VariantRepository extends BaseRepository {
  bySku(productId: string, sku: string): Promise<ProductVariant | undefined> {
    return this.one<ProductVariant>(BY_SKU, productId, sku);
  }

  find(id: string): Promise<ProductVariant | undefined> {
    return this.one<ProductVariant>(FIND, id);
  }

  /** At most a hundred. */
  ofProduct(productId: string): Promise<ProductVariant[]> {
    return this.rows<ProductVariant>(OF_PRODUCT, productId);
  }

  async insert(variant: VariantValues & Pick<ProductVariant, 'product_id' | 'sku' | 'name' | 'position'>) {
    await this.table(ProductVariant).insert(variant);
  }

  async update(id: string, changes: VariantValues): Promise<void> {
    await this.table(ProductVariant).update({ id }, { ...changes, updated_at: () => 'now()' });
  }

  /** Each at its own price. */
  async price(variants: { id: string; minor: number }[]): Promise<void> {
    await this.count(
      PRICE,
      variants.map(({ id }) => id),
      variants.map(({ minor }) => minor),
    );
  }
}
