import { IsUrl } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type ProductOrder, ORDER_OF_SHOP } from '../entities/product-order.entity.js';
import type { Product } from '../entities/product.entity.js';
import { ProductNews } from '../product-news.js';
import { presentOrder, OrderView } from '../sales/order.views.js';
import { OrderRepository } from '../sales/order.repository.js';
import { Selling } from '../sales/selling.js';

class Input {
  @Uuid() order_id!: string;
  @Optional() @Written(1, 60) carrier?: string;
  @Optional() @Chars(1, 100) tracking_number?: string;
  @Optional() @Chars(1, 2000) @IsUrl({ protocols: ['https'], require_protocol: true }) tracking_url?: string;
}

class Result extends answerWith('order', () => OrderView) {}

@Action('fulfill-order', {
  access: 'owner',
  target: ORDER_OF_SHOP,
  changes: true,
  description: 'Says that an order is on its way; of one that is already, mends the tracking.',
  input: Input,
  result: Result,
  refuses: { 409: ['Order is {status}', 'Digital orders need no shipping'] },
})
export class FulfillOrder {
  constructor(
    private readonly orders: OrderRepository,
    private readonly selling: Selling,
    private readonly news: ProductNews,
  ) {}

  async run({ input, target: order, parent: product }: Call<Input, ProductOrder, Product>) {
    const { status, attention } = order;
    const isLate = status === 'needs_attention' && attention === 'out_of_stock';
    if (status !== 'paid' && status !== 'shipped' && !isLate) throw new Refusal(409, `Order is ${status}`);
    if (product.kind === 'digital') throw new Refusal(409, 'Digital orders need no shipping');
    const shipped = await this.ship(order, input);
    if (isLate) await this.selling.count(product, shipped);
    const isNews = status !== 'shipped' || TRACKING.some((name) => shipped[name] !== order[name]);
    if (isNews) this.news.shipped(shipped);
    return { order: presentOrder(shipped) };
  }

  /** The tracking that is not given stays as it is. */
  private async ship({ id, shipped_at }: ProductOrder, { carrier, tracking_number, tracking_url }: Input) {
    const tracking = { carrier, tracking_number, tracking_url };
    const changes = { status: 'shipped', attention: null, shipped_at: shipped_at ?? NOW, updated_at: NOW } as const;
    return (await this.orders.updateOne({ id }, { ...changes, ...tracking })) as ProductOrder;
  }
}

const TRACKING = ['carrier', 'tracking_number', 'tracking_url'] as const;
