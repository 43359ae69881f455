import { AppProvider } from '../kernel/app-provider.js';
import { exportStatements, TableExport } from '../kernel/exports/table-export.js';

const SHOP = 'product_id = ANY (ARRAY(SELECT id FROM ext_products.products WHERE owner_id = $1))';
const BOUGHT = 'order_id = ANY (ARRAY(SELECT id FROM ext_products.orders WHERE owner_id = $1))';

/** A seller's shop and what was sold there; a buyer's orders with all that came with them. */
const TABLES: Record<string, string> = {
  products: 'owner_id = $1',
  variants: SHOP,
  product_files: SHOP,
  coupons: SHOP,
  orders: 'seller_id = $1 OR owner_id = $1',
  licenses: BOUGHT,
  license_activations: `license_id = ANY (ARRAY(SELECT id FROM ext_products.licenses WHERE ${BOUGHT}))`,
  downloads: BOUGHT,
  reviews: `owner_id = $1 OR ${SHOP}`,
};

/** What the app has written down for itself; and where the goods go that somebody has not bought in the end. */
const SHOWN: Record<string, string> = {
  products: `to_jsonb(t) - '{search,from_price,flagged,low_stock_told,update_told_through}'::text[]`,
  variants: `to_jsonb(t) - 'low_stock_told'`,
  orders: `to_jsonb(t) - CASE WHEN t.owner_id = $1 THEN '{stock_taken}'
    WHEN t.status IN ('paid', 'shipped') THEN '{stock_taken,checkout_url}'
    ELSE '{stock_taken,checkout_url,ship_to}' END::text[]`,
};

const STATEMENTS = exportStatements('products', TABLES, SHOWN);

@AppProvider()
export class ProductsExport extends TableExport {
  protected readonly statements = STATEMENTS;
}
