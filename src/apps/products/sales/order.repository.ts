import { IsNull, Not } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import type { FirstValues } from '../../kernel/selling/order-holds.js';
import { Orders, orderStatements } from '../../kernel/selling/order.repository.js';
import { ProductOrder } from '../entities/product-order.entity.js';
import { columnsOf, sql } from '../../../platform/database/sql.js';
import type { ProductGrant } from '../../contracts/products.js';

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

// xmax of a row is 0 where it was not there before. One of two variants of the same product is enough.
const GIVE = sql(
  'products_grant',
  `INSERT INTO ext_products.orders AS o (owner_id, seller_id, product_id, variant_id, title, variant_name, quantity,
     unit_minor, discount_minor, shipping_minor, total_minor, currency, status, source, source_id, paid_at)
   SELECT DISTINCT ON (g.source, g.source_id, g.product_id) g.user_id, p.owner_id, p.id, v.id, p.title, v.name, 1,
     0, 0, 0, 0, p.currency, 'paid', g.source, g.source_id, now()
   FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[])
     WITH ORDINALITY g (user_id, product_id, variant_id, source, source_id, place)
   JOIN ext_products.products p ON p.id = g.product_id
   LEFT JOIN ext_products.variants v ON v.id = g.variant_id
   ORDER BY g.source, g.source_id, g.product_id, g.place
   ON CONFLICT (source, source_id, product_id) WHERE source <> 'purchase'
     DO UPDATE SET revoked_at = NULL,
       updated_at = CASE WHEN o.revoked_at IS NULL THEN o.updated_at ELSE now() END
   RETURNING o.*, xmax = 0 AS is_new`,
);
const REVOKE = sql(
  'products_grant_revoke',
  `UPDATE ext_products.orders o SET revoked_at = now(), updated_at = now()
   FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[]) given (user_id, product_id, source, source_id)
   WHERE o.source = given.source AND o.source_id = given.source_id AND o.product_id = given.product_id
     AND o.owner_id = given.user_id AND o.source <> 'purchase' AND o.revoked_at IS NULL RETURNING o.id`,
);

@AppProvider()
export class OrderRepository extends Orders<ProductOrder> {
  protected readonly entity = ProductOrder;
  protected readonly orderStatements = STATEMENTS;

  /** What is still to be sent needs its address. */
  async forgetAddresses(buyerId: string): Promise<void> {
    await this.update({ owner_id: buyerId, ship_to: Not(IsNull()), status: Not('paid') }, { ship_to: null });
  }

  /** Of products that are locked. */
  grant(grants: ProductGrant[]): Promise<(ProductOrder & { is_new: boolean })[]> {
    const given = columnsOf(grants, 'user_id', 'product_id', 'variant_id', 'source', 'source_id');
    return this.rows<ProductOrder & { is_new: boolean }>(GIVE, ...given);
  }

  /** Their orders, without those that were taken before. */
  async revoke(grants: ProductGrant[]): Promise<string[]> {
    const taken = columnsOf(grants, 'user_id', 'product_id', 'source', 'source_id');
    return (await this.rows<{ id: string }>(REVOKE, ...taken)).map(({ id }) => id);
  }
}
