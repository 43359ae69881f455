/** What an app has besides where its items are paid: orders, the checkout, what a payment brings, and an end to waiting. */
export function orderFiles(app) {
  const folder = `src/apps/${app.slug}`;
  return {
    [`${folder}/entities/${app.slug}-order.entity.ts`]: entity(app),
    [`${folder}/order.repository.ts`]: repository(app),
    [`${folder}/actions/buy-item.action.ts`]: buyItem(app),
    [`${folder}/${app.slug}.fulfilment.ts`]: fulfilment(app),
    [`${folder}/jobs/expire-orders.job.ts`]: expireOrders(app),
  };
}

const entity = ({ slug, Class, schema }) => `
import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAt, Id, UpdatedAt } from '../../../platform/database/columns.js';
import { ${Class}Item } from './${slug}-item.entity.js';

/** For the books: it outlives both of its sides, and what was bought. */
@Entity({ schema: '${schema}', name: 'orders' })
@Check('orders_status_check', \`status IN ('pending', 'paid', 'expired', 'refunded', 'needs_attention')\`)
@Index('orders_payment', ['payment_id'], { unique: true })
@Index('orders_of_buyer', ['owner_id'])
@Index('orders_of_item', ['item_id'])
@Index('orders_pending', ['created_at'], { where: \`status = 'pending'\` })
export class ${Class}Order {
  @Id() id!: string;
  @Column({ type: 'uuid' }) owner_id!: string;
  @Column({ type: 'uuid' }) seller_id!: string;
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey(() => ${Class}Item, { onDelete: 'SET NULL' })
  item_id!: string | null;
  @Column({ type: 'uuid' }) payment_id!: string;
  @Column({ type: 'int' }) total_minor!: number;
  @Column({ type: 'int', default: 0 }) refunded_minor!: number;
  @Column({ type: 'text', default: 'pending' })
  status!: 'pending' | 'paid' | 'expired' | 'refunded' | 'needs_attention';
  @CreatedAt() created_at!: Date;
  @UpdatedAt() updated_at!: Date;
}
`;

const repository = ({ slug, Class, prefix, schema }) => `
import { BaseRepository } from '../../platform/database/base.repository.js';
import { sql } from '../../platform/database/sql.js';
import { AppProvider } from '../kernel/app-provider.js';
import type { ${Class}Item } from './entities/${slug}-item.entity.js';
import type { ${Class}Order } from './entities/${slug}-order.entity.js';

// The same call again goes on with the order that it has made.
const BEGIN = sql(
  '${prefix}_order_begin',
  \`INSERT INTO ${schema}.orders (payment_id, owner_id, seller_id, item_id, total_minor) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (payment_id) DO UPDATE SET status = 'pending', updated_at = now() RETURNING *\`,
);
const LOCK = sql('${prefix}_order_lock', 'SELECT * FROM ${schema}.orders WHERE payment_id = $1 FOR UPDATE');
const SETTLE = sql(
  '${prefix}_order_settle',
  'UPDATE ${schema}.orders SET status = $2, updated_at = now() WHERE id = $1',
);
const REFUND = sql(
  '${prefix}_order_refund',
  \`UPDATE ${schema}.orders SET refunded_minor = $2, updated_at = now(),
     status = CASE WHEN $2 >= total_minor THEN 'refunded' ELSE status END
   WHERE id = $1 AND refunded_minor < $2\`,
);
const EXPIRE = sql(
  '${prefix}_orders_expire',
  \`UPDATE ${schema}.orders SET status = 'expired', updated_at = now()
   WHERE status = 'pending' AND created_at < now() - interval '1 hour'\`,
);

type Item = Pick<${Class}Item, 'id' | 'owner_id' | 'price_minor'>;

@AppProvider()
export class OrderRepository extends BaseRepository {
  async begin(paymentId: string, buyerId: string, { id, owner_id, price_minor }: Item): Promise<${Class}Order> {
    const order = await this.one<${Class}Order>(BEGIN, paymentId, buyerId, owner_id, id, price_minor);
    return order as ${Class}Order;
  }

  lock(paymentId: string): Promise<${Class}Order | undefined> {
    return this.one<${Class}Order>(LOCK, paymentId);
  }

  async settle(id: string, status: ${Class}Order['status']): Promise<void> {
    await this.count(SETTLE, id, status);
  }

  async refund(id: string, refundedMinor: number): Promise<void> {
    await this.count(REFUND, id, refundedMinor);
  }

  async expire(): Promise<void> {
    await this.count(EXPIRE);
  }
}
`;

const buyItem = ({ slug, Class }) => `
import { IsString } from 'class-validator';
import { Uuid, WebAddress } from '../../../platform/http/input/fields.js';
import { USD } from '../../../platform/money/money.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppPayments } from '../../kernel/selling/app-payments.js';
import { Outside } from '../../kernel/calls/outside.js';
import { ${Class}Item } from '../entities/${slug}-item.entity.js';
import { OrderRepository } from '../order.repository.js';

class Input {
  @Uuid() item_id!: string;
  @WebAddress() success_url!: string;
  @WebAddress() cancel_url!: string;
}

class Result {
  @IsString() checkout_url!: string;
  @Uuid() payment_id!: string;
  @Uuid() order_id!: string;
}

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
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class BuyItem {
  constructor(
    private readonly orders: OrderRepository,
    private readonly payments: AppPayments,
  ) {}

  async run({ input, target: item, caller, operationId }: Call<Input, ${Class}Item>) {
    const order = await this.orders.begin(operationId, caller.id, item);
    const sale = await this.payments.begin({
      id: operationId,
      seller_id: item.owner_id,
      buyer: { id: caller.id, email: caller.email },
      amount: BigInt(item.price_minor),
      currency: USD,
      description: item.title,
      app_slug: '${slug}',
      reference_type: 'order',
      reference_id: order.id,
      success_url: input.success_url,
      cancel_url: input.cancel_url,
    });
    return Outside.first({
      ask: () => this.payments.open(sale),
      done: async (checkout_url) => ({ checkout_url, payment_id: operationId, order_id: order.id }),
      undo: () => this.orders.settle(order.id, 'expired'),
    });
  }
}
`;

const fulfilment = ({ slug, Class }) => `
import { type AppPayment, Fulfilment } from '../../payments/extension-points.js';
import { USD } from '../../platform/money/money.js';
import { AppProvider } from '../kernel/app-provider.js';
import type { ${Class}Order } from './entities/${slug}-order.entity.js';
import { OrderRepository } from './order.repository.js';

/** What happens when an item was paid for, and when that was given back. It refuses no money that has arrived. */
@AppProvider()
export class ${Class}Fulfilment extends Fulfilment {
  readonly app = '${slug}';

  constructor(private readonly orders: OrderRepository) {
    super();
  }

  async paid(payment: AppPayment): Promise<boolean> {
    const order = await this.orders.lock(payment.id);
    if (order?.status === 'pending' || order?.status === 'expired') {
      await this.orders.settle(order.id, isFor(payment, order) ? 'paid' : 'needs_attention');
    }
    return order !== undefined;
  }

  async refunded(payment: AppPayment): Promise<void> {
    const order = await this.orders.lock(payment.id);
    if (order) await this.orders.refund(order.id, Number(payment.refunded_amount));
  }
}

/** What somebody else has paid, or too little, unlocks nothing. */
const isFor = ({ buyer_id, seller_id, amount, currency }: AppPayment, order: ${Class}Order) =>
  buyer_id === order.owner_id &&
  seller_id === order.seller_id &&
  amount === BigInt(order.total_minor) &&
  currency === USD;
`;

const expireOrders = ({ slug }) => `
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { OrderRepository } from '../order.repository.js';

/** Orders that nobody has paid. What is paid after that is fulfilled all the same. */
@AppProvider()
export class ExpireOrders extends Job {
  readonly name = '${slug}.expire-orders';
  override readonly every = '*/10 * * * *';

  constructor(
    private readonly orders: OrderRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(() => this.orders.expire());
  }
}
`;
