import { randomUUID } from 'node:crypto';
import { AppPaymentsService } from '../../src/apps/kernel/selling/app-payments.service.js';
import { RefundJob } from '../../src/payments/refunds/refund.job.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, eventually } from '../support/service.js';
import { NOT_FOUND, REFUNDED, Shop, UNAVAILABLE } from './shop.js';

let shop: Shop;
let buyer: Account;
let seller: Account;
let stranger: Account;
let admin: Account;
beforeAll(async () => {
  shop = await Shop.start();
  ({ buyer, seller, stranger, admin } = await shop.people());
});
afterAll(() => shop.stop());
afterEach(() => shop.restore());

const refund = ({ client }: Account, id: string) => client.post(`/v1/payments/${id}/refund`);

describe('a refund in parts', () => {
  const refundPart = ({ client }: Account, id: string, amount: unknown, key?: string) => {
    const request = client.post(`/v1/payments/${id}/refund`, { amount });
    return key ? request.set('idempotency-key', key) : request;
  };
  const EXCEEDS = { error: 'Amount exceeds what can be refunded' };

  it('adds up, tells the app of each part, and ends with the rest', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    const first = await refundPart(seller, id, 2.5).expect(200);
    expect(first.body.payment).toMatchObject({ status: 'completed', amount: 10, refunded_amount: 2.5 });
    const second = await refundPart(admin, id, 1.01).expect(200);
    expect(second.body.payment).toMatchObject({ status: 'completed', refunded_amount: 3.51 });
    await refundPart(seller, id, 6.5).expect(409, EXCEEDS);
    const last = await refund(seller, id).expect(200);
    expect(last.body.payment).toMatchObject({ status: 'refunded', refunded_amount: 10 });
    await refundPart(seller, id, 0.01).expect(409, REFUNDED);
    await eventually(async () =>
      expect(shop.takenBack(id).map((payment) => payment.refunded_amount)).toEqual([250n, 351n, 1000n]),
    );
    expect((await shop.refundsMade(id)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([101, 250, 649]);
  });

  it('refuses amounts that are none', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    for (const amount of [0, -1, '5', null, 1.001, 1e-7, [], {}]) await refundPart(seller, id, amount).expect(400);
    await refundPart(seller, id, 10.01).expect(409, EXCEEDS);
    await refundPart(buyer, id, 1).expect(403);
    await refundPart(stranger, id, 1).expect(404, NOT_FOUND);
    expect(await shop.refundsMade(id)).toEqual([]);
  });

  it('of twenty at once gives back as many as the payment has', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    const answers = await atOnce(20, () => refundPart(seller, id, 1));
    expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
    expect(await shop.payment(buyer, id)).toMatchObject({ status: 'refunded', refunded_amount: 10 });
    expect(await shop.refundsMade(id)).toHaveLength(10);
  });

  it('under one key is one part', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    const key = randomUUID();
    await shop.processor.outage({ calls: 100, status: 500, lost: true, path: '/v1/refunds' });
    await refundPart(seller, id, 4, key).expect(502, UNAVAILABLE);
    await shop.processor.outage({ calls: 0 });
    await refundPart(seller, id, 4, key).expect(200);
    await refundPart(seller, id, 4, key).expect(200);
    expect(await shop.refundsMade(id)).toHaveLength(1);
    expect(await shop.payment(buyer, id)).toMatchObject({ refunded_amount: 4 });
    await refundPart(seller, id, 6).expect(200);
  });

  it('that the processor has refused may be asked for again, under the same key too', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    const key = randomUUID();
    await shop.processor.outage({ calls: 1, status: 402, path: '/v1/refunds' });
    await refundPart(seller, id, 4, key).expect(502, UNAVAILABLE);
    await refundPart(seller, id, 4, key).expect(200);
    expect(await shop.payment(buyer, id)).toMatchObject({ refunded_amount: 4 });
    await refundPart(seller, id, 6).expect(200);
    expect(await shop.refundsMade(id)).toHaveLength(2);
  });

  it('whose request ended in an outage is made by a job', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    await shop.processor.outage({ calls: 100, status: 500, path: '/v1/refunds' });
    await refundPart(seller, id, 4).expect(502, UNAVAILABLE);
    await shop.service.database.query(
      `UPDATE payments.refunds SET created_at = now() - interval '3 minutes' WHERE payment_id = $1`,
      [id],
    );
    const job = shop.service.app.get(RefundJob);
    // While the outage lasts, the refund stays pending, and nothing asks an operator to look at it.
    await job.run({});
    const { rows } = await shop.service.database.query(
      `SELECT p.flag, r.status FROM payments.payments p JOIN payments.refunds r ON r.payment_id = p.id WHERE p.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ flag: null, status: 'pending' }]);
    await shop.processor.outage({ calls: 0 });
    await job.run({});
    expect(await shop.payment(buyer, id)).toMatchObject({ status: 'completed', refunded_amount: 4 });
    expect(await shop.refundsMade(id)).toHaveLength(1);
  });

  it('of which the processor has forgotten the key is looked up first', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    await shop.processor.hold();
    await shop.processor.outage({ calls: 100, status: 500, lost: true, path: '/v1/refunds' });
    await refundPart(seller, id, 4).expect(502, UNAVAILABLE);
    await shop.processor.outage({ calls: 0 });
    await shop.service.database.query(
      `WITH old AS (UPDATE payments.refunds SET created_at = now() - interval '2 days' WHERE payment_id = $1)
       DELETE FROM sandbox.idempotency_keys`,
      [id],
    );
    await shop.service.app.get(RefundJob).run({});
    expect(await shop.refundsMade(id)).toHaveLength(1);
    expect(await shop.payment(buyer, id)).toMatchObject({ refunded_amount: 4 });
  });

  it('of a deposit takes that part out of the wallet', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 10);
    const answers = await atOnce(20, () => refundPart(admin, id, 1));
    expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
    expect(await shop.balance(account)).toBe(0);
    expect(await shop.payment(account, id)).toMatchObject({ status: 'refunded', refunded_amount: 10 });
  });

  it('that an app asks for is made after its transaction, and not without it', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    const payments = shop.service.app.get(AppPaymentsService);
    const database = shop.service.app.get(DatabaseService);
    await database.transaction(() => payments.refund(id, 300n));
    await eventually(async () => expect(await shop.payment(buyer, id)).toMatchObject({ refunded_amount: 3 }));
    const failing = database.transaction(async () => {
      await payments.refund(id);
      throw new Error('the action fails');
    });
    await expect(failing).rejects.toThrow('the action fails');
    await database.transaction(() => payments.refund(id));
    await eventually(async () => expect(await shop.payment(buyer, id)).toMatchObject({ status: 'refunded' }));
    expect(await shop.refundsMade(id)).toHaveLength(2);
  });

  it('that an app asks for of a payment without a page is refused and flagged', async () => {
    const { id } = await shop.paymentOf(await shop.askToBuy(buyer, seller));
    const { database, app } = shop.service;
    await database.query('UPDATE payments.payments SET session_id = NULL WHERE id = $1', [id]);
    await app.get(DatabaseService).transaction(() => app.get(AppPaymentsService).refund(id));
    await eventually(async () => {
      const { rows } = await database.query(
        `SELECT p.flag, r.status FROM payments.payments p JOIN payments.refunds r ON r.payment_id = p.id WHERE p.id = $1`,
        [id],
      );
      expect(rows).toEqual([{ flag: 'refund_refused', status: 'refused' }]);
    });
  });

  it('that an app asks for and cannot be made is flagged for staff', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    const payments = shop.service.app.get(AppPaymentsService);
    await shop.service.app.get(DatabaseService).transaction(() => payments.refund(id, 1001n));
    await eventually(async () => {
      const { rows } = await shop.service.database.query(`SELECT flag FROM payments.payments WHERE id = $1`, [id]);
      expect(rows).toEqual([{ flag: 'refund_refused' }]);
    });
    expect(await shop.refundsMade(id)).toEqual([]);
  });
});
