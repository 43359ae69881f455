import { AppProvider } from '../../kernel/app-provider.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import { ProductsSettings } from '../products.settings.js';

/** Stock is what is still free to sell: a hold is the decrement itself. */
const statementsOf = (table: 'products' | 'variants') => ({
  // If the stock was above the warning limit, the seller can be notified again. A row without counted stock is not locked.
  take: sql(
    `products_stock_take ${table}`,
    `WITH taken AS (
       UPDATE ext_products.${table} SET stock = stock - $2::int, low_stock_told = low_stock_told AND stock <= $3::int
       WHERE id = $1 AND stock >= $2::int RETURNING stock)
     SELECT stock FROM taken UNION ALL SELECT NULL FROM ext_products.${table} WHERE id = $1 AND stock IS NULL`,
  ),
  left: sql(`products_stock_left ${table}`, `SELECT stock AS n FROM ext_products.${table} WHERE id = $1`),
  giveBack: sql(
    `products_stock_give_back ${table}`,
    `UPDATE ext_products.${table} SET stock = stock + $2::int WHERE id = $1 AND stock IS NOT NULL`,
  ),
  low: sql(
    `products_stock_low ${table}`,
    `UPDATE ext_products.${table} SET low_stock_told = true
     WHERE id = $1 AND stock <= $2::int AND NOT low_stock_told RETURNING stock AS n`,
  ),
});

const OF_PRODUCT = statementsOf('products');
const OF_VARIANT = statementsOf('variants');

/** Where the stock of something is counted: with its variant, or with the product where it has none. */
export interface Place {
  product_id: string | null;
  variant_id: string | null;
}

const at = ({ product_id, variant_id }: Place) =>
  variant_id === null ? ([OF_PRODUCT, product_id] as const) : ([OF_VARIANT, variant_id] as const);

type Sold = Place & Pick<ProductOrder, 'seller_id'>;

/** What is free to sell, and when its seller has to know that it is little. */
@AppProvider()
export class StockRepository extends BaseRepository {
  constructor(
    database: DatabaseService,
    private readonly settings: AppSettings,
  ) {
    super(database);
  }

  /** How many were taken, which is none where nothing is counted; undefined: there are not so many. */
  async take(of: Sold, quantity: number): Promise<number | undefined> {
    const [{ take }, id] = at(of);
    const row = await this.one<{ stock: number | null }>(take, id, quantity, await this.lowAt(of));
    return row && (row.stock === null ? 0 : quantity);
  }

  async left(place: Place): Promise<number> {
    const [{ left }, id] = at(place);
    return (await this.one<{ n: number | null }>(left, id))?.n ?? 0;
  }

  /** Only where stock is still counted. */
  async giveBack(place: Place, quantity: number): Promise<void> {
    const [{ giveBack }, id] = at(place);
    if (quantity > 0) await this.count(giveBack, id, quantity);
  }

  /** How many are left, the first time that it is little. */
  async runsLow(of: Sold): Promise<number | undefined> {
    const [{ low }, id] = at(of);
    return (await this.one<{ n: number }>(low, id, await this.lowAt(of)))?.n;
  }

  private async lowAt({ seller_id }: Sold): Promise<number> {
    return seller_id === null ? 0 : (await this.settings.of(ProductsSettings, seller_id)).low_stock_at;
  }
}
