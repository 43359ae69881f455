import { randomUUID } from 'node:crypto';
import { AppPayments } from '../../src/apps/kernel/selling/app-payments.js';
import { RefundJob } from '../../src/payments/refunds/refund.job.js';
import { DatabaseService } from '../../src/platform/database/database.service.js';
import { atOnce, refusals, tally } from '../account/at-once.js';
import { type Account, eventually } from '../support/service.js';
import { Shop } from './shop.js';

let shop: Shop;
let buyer: Account;
let seller: Account;
let stranger: Account;
let admin: Account;
beforeAll(async () => {
  shop = await Shop.start();
  [buyer, seller, stranger] = [await shop.account(), await shop.seller(), await shop.account()];
  admin = await shop.service.admin();
});
afterAll(() => shop.stop());
afterEach(async () => {
  await shop.processor.outage({ calls: 0 });
  await shop.processor.release();
  expect(await shop.ledgerProblems()).toEqual([]);
});

const NOT_FOUND = { error: 'Payment not found' };
const REFUNDED = { error: 'Payment already refunded' };
const UNAVAILABLE = { error: 'Payment processor unavailable' };
const INSUFFICIENT = { error: 'Insufficient balance' };

const refund = ({ client }: Account, id: string) => client.post(`/v1/payments/${id}/refund`);
const takenBack = (id: string) => shop.app.takenBack.filter((payment) => payment.id === id);

/** The refunds at the processor. */
async function refundsMade(id: string): Promise<any[]> {
  const { rows } = await shop.service.database.query(
    `SELECT body FROM sandbox.objects WHERE body->>'object' = 'refund' AND body->'metadata'->>'payment_id' = $1`,
    [id],
  );
  return rows.map(({ body }) => body);
}

/** Waits until the processor's event of the refund has arrived as well. */
async function told(id: string): Promise<void> {
  const [made] = await refundsMade(id);
  await eventually(async () => {
    const { rows } = await shop.service.database.query(
      `SELECT outcome FROM payments.webhook_events WHERE type = 'charge.refunded' AND about = $1`,
      [made.charge],
    );
    expect(rows).toHaveLength(1);
  });
}

describe('the refund of a purchase', () => {
  it('gives all of it back, from the seller and with the fee, and tells the app once', async () => {
    const id = await shop.buy(buyer, seller, { amount: 12.5 });
    const { body } = await refund(seller, id).expect(200);
    expect(body.payment).toMatchObject({ id, status: 'refunded', amount: 12.5, refunded_amount: 12.5 });
    expect(await shop.payment(buyer, id)).toEqual(body.payment);
    const calls = await shop.calls('POST /v1/refunds', id);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      idempotency_key: expect.stringMatching(/^refund:[0-9a-f-]{36}$/),
      body: { payment_intent: expect.any(String), reverse_transfer: 'true', refund_application_fee: 'true' },
    });
    expect(await refundsMade(id)).toMatchObject([{ amount: 1250 }]);
    await told(id);
    expect(takenBack(id)).toHaveLength(1);
    expect(takenBack(id)[0]).toMatchObject({ reference_id: 'order-1', amount: 1250n, buyer_id: buyer.id });
    await refund(seller, id).expect(409, REFUNDED);
    await refund(admin, id).expect(409, REFUNDED);
    expect(await shop.balance(buyer)).toBe(0);
  });

  it('may be made by an admin', async () => {
    const id = await shop.buy(buyer, seller);
    await refund(admin, id).expect(200);
    expect(await shop.payment(buyer, id)).toMatchObject({ status: 'refunded' });
  });

  it('is not for its buyer, and not there for others', async () => {
    const id = await shop.buy(buyer, seller);
    await refund(buyer, id).expect(403, { error: 'Forbidden' });
    await refund(stranger, id).expect(404, NOT_FOUND);
    for (const other of [randomUUID(), 'x', "1'--"]) await refund(admin, other).expect(404, NOT_FOUND);
    expect(await shop.payment(seller, id)).toMatchObject({ status: 'completed', refunded_amount: 0 });
    expect(await refundsMade(id)).toEqual([]);
  });

  it('is not of what is not paid', async () => {
    const { id } = await shop.paymentOf(await shop.askToBuy(buyer, seller));
    await refund(seller, id).expect(409, { error: 'Payment is not completed' });
    await shop.service.database.query(`UPDATE payments.payments SET status = 'failed' WHERE id = $1`, [id]);
    await refund(seller, id).expect(409, { error: 'Payment is not completed' });
    expect(await shop.calls('POST /v1/refunds', id)).toEqual([]);
  });

  it('is not of a plan, which is cancelled', async () => {
    await shop.subscribe(buyer, 'starter');
    const { payments } = (await buyer.client.get('/v1/payments').expect(200)).body;
    const plan = payments.find(({ kind }: { kind: string }) => kind === 'plan');
    await eventually(async () => expect(await shop.payment(buyer, plan.id)).toMatchObject({ status: 'completed' }));
    await refund(admin, plan.id).expect(409, { error: 'A plan is cancelled, not refunded' });
  });

  it('asked for twenty times at once is one refund', async () => {
    const id = await shop.buy(buyer, seller, { amount: 3 });
    const answers = await atOnce(20, (index) => refund(index % 2 ? seller : admin, id));
    expect(Object.keys(tally(answers)).every((status) => ['200', '409'].includes(status))).toBe(true);
    expect(tally(answers)[200]).toBeGreaterThan(0);
    for (const refusal of refusals(answers)) expect(refusal).toEqual(REFUNDED);
    expect(await refundsMade(id)).toMatchObject([{ amount: 300 }]);
    await told(id);
    expect(takenBack(id)).toHaveLength(1);
    expect(await shop.payment(buyer, id)).toMatchObject({ status: 'refunded', refunded_amount: 3 });
  });

  it('in an outage is 502, and a later try finishes it', async () => {
    const id = await shop.buy(buyer, seller, { amount: 4 });
    await shop.processor.outage({ calls: 100, status: 500, path: '/v1/refunds' });
    const { body } = await refund(seller, id).expect(502);
    expect(body).toEqual(UNAVAILABLE);
    expect(await shop.payment(buyer, id)).toMatchObject({ status: 'completed', refunded_amount: 0 });
    expect(takenBack(id)).toEqual([]);
    await shop.processor.outage({ calls: 0 });
    await refund(seller, id).expect(200);
    await told(id);
    expect(takenBack(id)).toHaveLength(1);
    expect(await refundsMade(id)).toHaveLength(1);
  });

  it('whose answer is lost is told by the processor', async () => {
    const id = await shop.buy(buyer, seller, { amount: 4 });
    await shop.processor.outage({ calls: 100, status: 500, lost: true, path: '/v1/refunds' });
    await refund(seller, id).expect(502, UNAVAILABLE);
    await eventually(async () =>
      expect(await shop.payment(buyer, id)).toMatchObject({ status: 'refunded', refunded_amount: 4 }),
    );
    expect(await refundsMade(id)).toHaveLength(1);
    expect(takenBack(id)).toHaveLength(1);
  });
});

describe('the refund of a deposit', () => {
  it('takes the money out of the wallet, once', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 10);
    await shop.deposit(account, 5);
    const { body } = await refund(admin, id).expect(200);
    expect(body.payment).toMatchObject({ kind: 'deposit', status: 'refunded', refunded_amount: 10 });
    await told(id);
    expect(await shop.balance(account)).toBe(5);
    const { transactions } = (await account.client.get('/v1/wallet/transactions').expect(200)).body;
    expect(transactions.map(({ type, amount, status }: any) => [type, amount, status])).toEqual([
      ['withdrawal', -10, 'completed'],
      ['deposit', 5, 'completed'],
      ['deposit', 10, 'completed'],
    ]);
    const [call] = await shop.calls('POST /v1/refunds', id);
    expect(call?.body).not.toHaveProperty('reverse_transfer');
    await refund(admin, id).expect(409, REFUNDED);
    expect(await shop.balance(account)).toBe(5);
  });

  it('is no withdrawal that staff could decide', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 10);
    await refund(admin, id).expect(200);
    const [{ id: back }] = (await account.client.get('/v1/wallet/transactions')).body.transactions;
    const { withdrawals } = (await admin.client.get('/v1/admin/withdrawals').expect(200)).body;
    expect(withdrawals.map((withdrawal: { id: string }) => withdrawal.id)).not.toContain(back);
    await admin.client.patch(`/v1/admin/withdrawals/${back}`, { status: 'failed' }).expect(404);
  });

  it('is not for its own user', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 1);
    await refund(account, id).expect(403, { error: 'Forbidden' });
    await refund(stranger, id).expect(404, NOT_FOUND);
    expect(await shop.balance(account)).toBe(1);
  });

  it('is refused when the money was spent, and leaves the rest alone', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 10);
    await shop.withdraw(account, 0.01);
    const before = await shop.traces();
    await refund(admin, id).expect(400, INSUFFICIENT);
    expect(await shop.traces()).toEqual(before);
    await shop.withdraw(account, 9.99);
    expect(await shop.payment(account, id)).toMatchObject({ status: 'completed' });
  });

  it('asked for twenty times at once takes it once', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 10);
    await shop.deposit(account, 90);
    const answers = await atOnce(20, () => refund(admin, id));
    expect(tally(answers)[200]).toBeGreaterThan(0);
    for (const refusal of refusals(answers)) expect(refusal).toEqual(REFUNDED);
    await told(id);
    expect(await shop.balance(account)).toBe(90);
    expect(await refundsMade(id)).toHaveLength(1);
    await shop.withdraw(account, 90);
  });

  it('and withdrawals of the same money at once: never more than there is', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 10);
    const [refunded, ...withdrawn] = await Promise.all([
      refund(admin, id),
      ...Array.from({ length: 5 }, () => account.client.post('/v1/wallet/withdraw', { amount: 10 })),
    ]);
    const done = [refunded, ...withdrawn].filter(({ status }) => status < 300);
    expect(done).toHaveLength(1);
    expect(await refundsMade(id)).toHaveLength(refunded.status === 200 ? 1 : 0);
  });

  it('in an outage keeps the money set aside, and a later try finishes it', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 10);
    await shop.processor.outage({ calls: 100, status: 500, path: '/v1/refunds' });
    await refund(admin, id).expect(502, UNAVAILABLE);
    expect(await shop.balance(account)).toBe(10);
    await account.client.post('/v1/wallet/withdraw', { amount: 0.01 }).expect(400, INSUFFICIENT);
    await shop.processor.outage({ calls: 0 });
    await refund(admin, id).expect(200);
    expect(await shop.balance(account)).toBe(0);
    expect(await refundsMade(id)).toHaveLength(1);
  });

  it('that was made with its answer lost stays reserved, whatever a later try is answered', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 10);
    await shop.processor.hold();
    await shop.processor.outage({ calls: 100, status: 500, lost: true, path: '/v1/refunds' });
    await refund(admin, id).expect(502, UNAVAILABLE);
    await shop.lockOut('/v1/refunds');
    await refund(admin, id).expect(502, UNAVAILABLE);
    await account.client.post('/v1/wallet/withdraw', { amount: 10 }).expect(400, INSUFFICIENT);
    await shop.processor.release();
    await eventually(async () => expect(await shop.balance(account)).toBe(0));
  });

  it('that the processor refuses gives the money back to the wallet', async () => {
    const account = await shop.account();
    const id = await shop.deposit(account, 10);
    await shop.processor.outage({ calls: 1, status: 402, path: '/v1/refunds' });
    await refund(admin, id).expect(502, UNAVAILABLE);
    expect(await shop.payment(account, id)).toMatchObject({ status: 'completed' });
    await shop.withdraw(account, 10);
  });
});

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
      expect(takenBack(id).map((payment) => payment.refunded_amount)).toEqual([250n, 351n, 1000n]),
    );
    expect((await refundsMade(id)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([101, 250, 649]);
    for (const { amount } of await refundsMade(id)) expect(amount).toBeGreaterThan(0);
  });

  it('refuses amounts that are none', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    for (const amount of [0, -1, '5', null, 1.001, 1e-7, [], {}]) await refundPart(seller, id, amount).expect(400);
    await refundPart(seller, id, 10.01).expect(409, EXCEEDS);
    await refundPart(buyer, id, 1).expect(403);
    await refundPart(stranger, id, 1).expect(404, NOT_FOUND);
    expect(await refundsMade(id)).toEqual([]);
  });

  it('of twenty at once gives back as many as the payment has', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    const answers = await atOnce(20, () => refundPart(seller, id, 1));
    expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
    expect(await shop.payment(buyer, id)).toMatchObject({ status: 'refunded', refunded_amount: 10 });
    expect(await refundsMade(id)).toHaveLength(10);
  });

  it('under one key is one part', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    const key = randomUUID();
    await shop.processor.outage({ calls: 100, status: 500, lost: true, path: '/v1/refunds' });
    await refundPart(seller, id, 4, key).expect(502, UNAVAILABLE);
    await shop.processor.outage({ calls: 0 });
    await refundPart(seller, id, 4, key).expect(200);
    await refundPart(seller, id, 4, key).expect(200);
    expect(await refundsMade(id)).toHaveLength(1);
    expect(await shop.payment(buyer, id)).toMatchObject({ refunded_amount: 4 });
    await refundPart(seller, id, 6).expect(200);
  });

  it('whose request ended in an outage is made by a job', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    await shop.processor.outage({ calls: 100, status: 500, path: '/v1/refunds' });
    await refundPart(seller, id, 4).expect(502, UNAVAILABLE);
    await shop.processor.outage({ calls: 0 });
    await shop.service.database.query(
      `UPDATE payments.refunds SET created_at = now() - interval '3 minutes' WHERE payment_id = $1`,
      [id],
    );
    await shop.service.app.get(RefundJob).run({});
    expect(await shop.payment(buyer, id)).toMatchObject({ status: 'completed', refunded_amount: 4 });
    expect(await refundsMade(id)).toHaveLength(1);
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
    expect(await refundsMade(id)).toHaveLength(1);
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
    const payments = shop.service.app.get(AppPayments);
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
    expect(await refundsMade(id)).toHaveLength(2);
  });

  it('that an app asks for and cannot be made is flagged for staff', async () => {
    const id = await shop.buy(buyer, seller, { amount: 10 });
    const payments = shop.service.app.get(AppPayments);
    await shop.service.app.get(DatabaseService).transaction(() => payments.refund(id, 1001n));
    await eventually(async () => {
      const { rows } = await shop.service.database.query(`SELECT flag FROM payments.payments WHERE id = $1`, [id]);
      expect(rows).toEqual([{ flag: 'refund_refused' }]);
    });
    expect(await refundsMade(id)).toEqual([]);
  });
});
