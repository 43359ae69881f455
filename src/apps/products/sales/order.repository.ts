import { IsNull, Not } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import type { FirstValues } from '../../kernel/selling/order-holds.js';
import { Orders, orderStatements } from '../../kernel/selling/order.repository.js';
import { ProductOrder } from '../entities/product-order.entity.js';
import { sql } from '../../../platform/database/sql.js';
import type { ProductGrant } from '../../contracts/products.js';
import type { ProductVariant, Product } from '../entities/product.entity.js';

const STATEMENTS = orderStatements('products', {
  thing: 'product_id',
  begins: [
    'variant_id',
    'title',
    'variant_name',
    'quantity',
    'unit_minor',
    'discount_minor',
    'shipping_minor',
    'ship_to',
    'stock_taken',
  ],
  held: { stock_taken: 0 },
  same: ['variant_id', 'quantity'],
});

export type NewOrder = FirstValues &
  Pick<
    ProductOrder,
    | 'variant_id'
    | 'title'
    | 'variant_name'
    | 'quantity'
    | 'unit_minor'
    | 'discount_minor'
    | 'shipping_minor'
    | 'ship_to'
  > & { product_id: string };

// xmax of a row is 0 where it was not there before.
const GIVE = sql(
  'products_grant',
  `INSERT INTO ext_products.orders AS o (owner_id, seller_id, product_id, variant_id, title, variant_name, quantity,
     unit_minor, discount_minor, shipping_minor, total_minor, currency, status, source, source_id, paid_at)
   VALUES ($1, $2, $3, $4, $5, $6, 1, 0, 0, 0, 0, $7, 'paid', $8, $9, now())
   ON CONFLICT (source, source_id, product_id) WHERE source <> 'purchase'
     DO UPDATE SET revoked_at = NULL,
       updated_at = CASE WHEN o.revoked_at IS NULL THEN o.updated_at ELSE now() END
   RETURNING *, xmax = 0 AS is_new`,
);
const REVOKE = sql(
  'products_grant_revoke',
  `UPDATE ext_products.orders SET revoked_at = now(), updated_at = now()
   WHERE source = $1 AND source_id = $2 AND product_id = $3 AND owner_id = $4 AND source <> 'purchase'
     AND revoked_at IS NULL RETURNING id`,
);

@AppProvider()
export class OrderRepository extends Orders<ProductOrder> {
  protected readonly entity = ProductOrder;
  protected readonly orderStatements = STATEMENTS;

  /** What is still to be sent needs its address. */
  async forgetAddresses(buyerId: string): Promise<void> {
    await this.update({ owner_id: buyerId, ship_to: Not(IsNull()), status: Not('paid') }, { ship_to: null });
  }

  async grant(product: Product, variant: ProductVariant | undefined, { user_id, source, source_id }: ProductGrant) {
    const parties = [user_id, product.owner_id, product.id];
    const sold = [variant?.id ?? null, product.title, variant?.name ?? null, product.currency];
    const row = await this.one<ProductOrder & { is_new: boolean }>(GIVE, ...parties, ...sold, source, source_id);
    const { is_new: isNew, ...order } = row as ProductOrder & { is_new: boolean };
    return { order, isNew };
  }

  /** Its order; undefined: there was none, or it was taken before. */
  async revoke({ source, source_id, product_id, user_id }: ProductGrant): Promise<string | undefined> {
    return (await this.one<{ id: string }>(REVOKE, source, source_id, product_id, user_id))?.id;
  }
}
