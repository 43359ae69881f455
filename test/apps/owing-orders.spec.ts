import { randomUUID } from 'node:crypto';
import { Column, Entity } from 'typeorm';
import { orderStatements } from '../../src/apps/kernel/selling/order.repository.js';
import type { OwingOrder } from '../../src/apps/kernel/selling/order.entity.js';
import { OwingOrders } from '../../src/apps/kernel/selling/owing-order.repository.js';
import { byCurrency } from '../../src/apps/kernel/stats/figures.js';
import { Id, Moment } from '../../src/platform/database/columns.js';
import { BareDatabase } from '../support/bare-database.js';

/** The columns of an order that its money is about. */
@Entity({ schema: 'ext_owing', name: 'orders' })
class Seat {
  @Id() id!: string;
  @Column({ type: 'text' }) status!: string;
  @Column({ type: 'int' }) total_minor!: number;
  @Column({ type: 'int', default: 0 }) refunded_minor!: number;
  @Column({ type: 'int', default: 0 }) refund_due_minor!: number;
  @Column({ type: 'text', default: 'usd' }) currency!: string;
  @Moment({ nullable: true }) refunded_at!: Date | null;
  @Moment({ nullable: true }) updated_at!: Date | null;
}

class Seats extends OwingOrders<OwingOrder> {
  protected readonly entity = Seat as never;
  protected readonly orderStatements = orderStatements('owing', { thing: 'event_id' });
}

let bare: BareDatabase;
let seats: Seats;
beforeAll(async () => {
  bare = await BareDatabase.open(10, [], undefined, [Seat]);
  seats = new Seats(bare.database);
  await bare.pool.query('CREATE SCHEMA ext_owing');
  await bare.pool.query(
    `CREATE TABLE ext_owing.orders (id uuid PRIMARY KEY, status text NOT NULL DEFAULT 'paid', total_minor int NOT NULL,
       refunded_minor int NOT NULL DEFAULT 0, refund_due_minor int NOT NULL DEFAULT 0, currency text DEFAULT 'usd',
       refunded_at timestamptz, updated_at timestamptz)`,
  );
});
afterAll(() => bare.close());

async function order(total_minor: number): Promise<string> {
  const id = randomUUID();
  await bare.pool.query('INSERT INTO ext_owing.orders (id, total_minor) VALUES ($1, $2)', [id, total_minor]);
  return id;
}

const owe = (id: string, minor: number) =>
  bare.database.transaction(async () => seats.owe(await seats.lock(id), minor));
const refund = (id: string, sum: number) =>
  bare.database.transaction(async () => seats.refund(await seats.lock(id), sum));

describe('what a seller owes', () => {
  it('grows by each cancelled seat, up to the whole total, twenty at once', async () => {
    const id = await order(1000);
    await Promise.all(Array.from({ length: 20 }, () => owe(id, 90)));
    expect(await owe(id, 0)).toMatchObject({ refund_due_minor: 1000, refunded_minor: 0 });
  });

  it('is paid by refunds, in parts and as a whole', async () => {
    const id = await order(1000);
    await owe(id, 400);
    expect(await refund(id, 300)).toMatchObject({ refund_due_minor: 100, refunded_minor: 300, status: 'paid' });
    expect(await refund(id, 600)).toMatchObject({ refund_due_minor: 0, refunded_minor: 600 });
    expect(await owe(id, 900)).toMatchObject({ refund_due_minor: 400 });
    expect(await refund(id, 1000)).toMatchObject({ refund_due_minor: 0, status: 'refunded' });
  });

  it('is summed by currency', () => {
    const rows = [
      { currency: 'jpy', due: 500 },
      { currency: 'usd', due: 1250 },
    ];
    expect(byCurrency(rows, 'due')).toEqual({ jpy: 500, usd: 12.5 });
  });
});
