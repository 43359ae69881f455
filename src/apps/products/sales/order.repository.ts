import { IsNull, Not } from 'typeorm';
import { AppProvider } from '../../kernel/app-provider.js';
import type { FirstValues } from '../../kernel/selling/order-holds.js';
import { Orders, orderStatements } from '../../kernel/selling/order.repository.js';
import { ProductOrder } from '../entities/product-order.entity.js';

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

@AppProvider()
export class OrderRepository extends Orders<ProductOrder> {
  protected readonly entity = ProductOrder;
  protected readonly orderStatements = STATEMENTS;

  /** What is still to be sent needs its address. */
  async forgetAddresses(buyerId: string): Promise<void> {
    await this.update({ owner_id: buyerId, ship_to: Not(IsNull()), status: Not('paid') }, { ship_to: null });
  }
}
