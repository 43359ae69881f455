/** What an app has besides where its items are paid: orders on the kernel's order kit, the checkout, and the job. */
export function orderFiles(app) {
  const folder = `src/apps/${app.slug}`;
  return {
    [`${folder}/entities/${app.slug}-order.entity.ts`]: entity(app),
    [`${folder}/order.repository.ts`]: repository(app),
    [`${folder}/order-holds.ts`]: holds(app),
    [`${folder}/actions/buy-item.action.ts`]: buyItem(app),
    [`${folder}/${app.slug}.fulfilment.ts`]: fulfilment(app),
    [`${folder}/jobs/expire-orders.job.ts`]: expireOrders(app),
  };
}

const entity = ({ slug, Class, schema }) => `
import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Choice } from '../../kernel/rows/columns.js';
import { Order, ORDER_STATUSES } from '../../kernel/selling/order.entity.js';
import { ${Class}Item } from './${slug}-item.entity.js';

/** For the books: it outlives both of its sides, and what was bought. */
@Entity({ schema: '${schema}', name: 'orders' })
@Check('orders_status_check', \`status IN ('pending', 'paid', 'expired', 'refunded', 'needs_attention')\`)
@Index('orders_pending_once', ['item_id', 'owner_id'], { unique: true, where: \`status = 'pending'\` })
@Index('orders_of_item', ['item_id', 'owner_id'])
@Index('orders_of_buyer', ['owner_id'])
@Index('orders_of_seller', ['seller_id', 'created_at'])
export class ${Class}Order extends Order {
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => ${Class}Item, { onDelete: 'SET NULL' })
  item_id!: string | null;
  @Choice(ORDER_STATUSES) status!: (typeof ORDER_STATUSES)[number];
}
`;

const repository = ({ slug, Class }) => `
import { AppProvider } from '../kernel/app-provider.js';
import { Orders, orderStatements } from '../kernel/selling/order.repository.js';
import { ${Class}Order } from './entities/${slug}-order.entity.js';

const STATEMENTS = orderStatements('${slug}', { thing: 'item_id' });

@AppProvider()
export class OrderRepository extends Orders<${Class}Order> {
  protected readonly entity = ${Class}Order;
  protected readonly orderStatements = STATEMENTS;
}
`;

const holds = ({ slug, Class }) => `
import { DatabaseService } from '../../platform/database/database.service.js';
import { AppProvider } from '../kernel/app-provider.js';
import { type FirstValues, OrderHolds } from '../kernel/selling/order-holds.js';
import type { ${Class}Item } from './entities/${slug}-item.entity.js';
import type { ${Class}Order } from './entities/${slug}-order.entity.js';
import { ItemRepository } from './item.repository.js';
import { OrderRepository } from './order.repository.js';

export type NewOrder = FirstValues & { item_id: string };

/** An order sets nothing aside: there is no stock of items. */
@AppProvider()
export class ${Class}Holds extends OrderHolds<${Class}Order, ${Class}Item, NewOrder> {
  readonly slug = '${slug}';
  protected readonly coupons = undefined;

  constructor(
    readonly orders: OrderRepository,
    protected readonly database: DatabaseService,
    private readonly items: ItemRepository,
  ) {
    super();
  }

  protected findThing(id: string): Promise<${Class}Item | undefined> {
    return this.items.findOne({ id });
  }

  lockThing(id: string): Promise<${Class}Item | undefined> {
    return this.items.findOne({ id }, { lock: 'no key update' });
  }

  protected async setAside(): Promise<object> {
    return {};
  }

  async giveBack(): Promise<void> {}
}
`;

const buyItem = ({ slug, Class }) => `
import { Uuid, WebAddress } from '../../../platform/http/fields.js';
import { USD } from '../../../platform/money/money.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppCheckoutsService } from '../../kernel/selling/app-checkouts.service.js';
import { TOO_MANY_UNPAID } from '../../kernel/selling/unpaid-holds.sql.js';
import { CheckoutFields } from '../../kernel/selling/views.js';
import type { ${Class}Order } from '../entities/${slug}-order.entity.js';
import { ${Class}Item } from '../entities/${slug}-item.entity.js';
import { ${Class}Holds } from '../order-holds.js';

class Input {
  @Uuid() item_id!: string;
  @WebAddress() success_url!: string;
  @WebAddress() cancel_url!: string;
}

class Result extends CheckoutFields {}

@Action('buy-item', {
  access: 'authenticated',
  target: { entity: ${Class}Item, by: 'item_id', thing: 'Item' },
  changes: true,
  outside: true,
  description: 'Opens a checkout for an item.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Cannot buy from yourself', 'Seller does not have a connected processor account'],
    409: [TOO_MANY_UNPAID],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class BuyItem {
  constructor(
    private readonly holds: ${Class}Holds,
    private readonly checkouts: AppCheckoutsService,
  ) {}

  async run({ input, target: item, caller, operationId }: Call<Input, ${Class}Item>) {
    const open = await this.holds.pending(item.id, caller.id);
    const order = open ?? (await this.begin(item, caller.id, operationId));
    const { success_url, cancel_url } = input;
    return this.checkouts.open(this.holds, order, { buyer: caller, description: item.title, success_url, cancel_url });
  }

  private async begin(item: ${Class}Item, buyerId: string, payment_id: string): Promise<${Class}Order> {
    await this.holds.refuseTooManyUnpaid(buyerId, item.id);
    return this.holds.begin({
      owner_id: buyerId,
      seller_id: item.owner_id,
      item_id: item.id,
      total_minor: item.price_minor,
      currency: USD,
      coupon_id: null,
      affiliate_id: null,
      payment_id,
    });
  }
}
`;

const fulfilment = ({ slug, Class }) => `
import { AppProvider } from '../kernel/app-provider.js';
import { AffiliateSalesService } from '../kernel/selling/affiliate-sales.service.js';
import { OrderFulfilment } from '../kernel/selling/order-fulfilment.js';
import type { ${Class}Item } from './entities/${slug}-item.entity.js';
import type { ${Class}Order } from './entities/${slug}-order.entity.js';
import { ${Class}Holds, type NewOrder } from './order-holds.js';

@AppProvider()
export class ${Class}Fulfilment extends OrderFulfilment<${Class}Order, ${Class}Item, NewOrder> {
  readonly app = '${slug}';

  constructor(
    protected readonly holds: ${Class}Holds,
    protected readonly affiliates: AffiliateSalesService,
  ) {
    super();
  }

  /** Here the buyer gets what they paid for. */
  protected async deliver(order: ${Class}Order): Promise<undefined> {
    await this.holds.settle(order, 'paid');
  }

  /** Here both sides are notified that the payment has to be refunded. */
  protected notifyRefundNeeded(): void {}

  /** Here the buyer loses what was refunded. */
  protected async takeBack(): Promise<void> {}
}
`;

const expireOrders = ({ slug, Class }) => `
import { AppProvider } from '../../kernel/app-provider.js';
import { ExpireOrdersJob } from '../../kernel/selling/expire-orders.job.js';
import { ${Class}Holds } from '../order-holds.js';

@AppProvider()
export class ExpireOrders extends ExpireOrdersJob {
  readonly name = '${slug}.expire-orders';

  constructor(protected readonly holds: ${Class}Holds) {
    super();
  }
}
`;
