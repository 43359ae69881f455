import { DatabaseService } from '../../../platform/database/database.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { OrderHolds } from '../../kernel/selling/order-holds.js';
import { ProductRepository } from '../catalogue/product.repository.js';
import type { ProductOrder } from '../entities/product-order.entity.js';
import type { Product } from '../entities/product.entity.js';
import { CouponRepository } from './coupon.repository.js';
import { type NewOrder, OrderRepository } from './order.repository.js';
import { StockRepository } from './stock.repository.js';

/** The stock and the coupons that orders hold. */
@AppProvider()
export class Holds extends OrderHolds<ProductOrder, Product, NewOrder> {
  readonly slug = 'products';

  constructor(
    readonly orders: OrderRepository,
    protected readonly coupons: CouponRepository,
    protected readonly database: DatabaseService,
    private readonly products: ProductRepository,
    private readonly stock: StockRepository,
  ) {
    super();
  }

  protected findThing(id: string): Promise<Product | undefined> {
    return this.products.findOne({ id });
  }

  lockThing(id: string): Promise<Product | undefined> {
    return this.products.lock(id);
  }

  protected async setAside(order: NewOrder): Promise<Pick<ProductOrder, 'stock_taken'>> {
    const stock_taken = await this.stock.take(order, order.quantity);
    if (stock_taken !== undefined) return { stock_taken };
    const left = await this.stock.left(order);
    throw new Refusal(409, left ? `Only ${left} left` : 'Sold out');
  }

  giveBack(order: ProductOrder): Promise<void> {
    return this.stock.giveBack(order, order.stock_taken);
  }

  /** Stock for an order that is paid after it expired; undefined: too little is left. */
  async takeAgain(order: ProductOrder, product: Product): Promise<number | undefined> {
    await this.expireDue(product.id);
    return this.stock.take(order, order.quantity);
  }
}
