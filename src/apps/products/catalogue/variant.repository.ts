import { AppProvider } from '../../kernel/app-provider.js';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
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

@AppProvider()
export class VariantRepository extends EntityRepository<ProductVariant> {
  protected readonly entity = ProductVariant;

  bySku(productId: string, sku: string): Promise<ProductVariant | undefined> {
    return this.one<ProductVariant>(BY_SKU, productId, sku);
  }

  /** At most a hundred. */
  ofProduct(productId: string): Promise<ProductVariant[]> {
    return this.rows<ProductVariant>(OF_PRODUCT, productId);
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
