import { randomUUID } from 'node:crypto';
import { atOnce, refusals, tally } from '../account/at-once.js';
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

const INSUFFICIENT = { error: 'Insufficient balance' };

const refund = ({ client }: Account, id: string) => client.post(`/v1/payments/${id}/refund`);

/** Waits until the processor's event of the refund has arrived as well. */
async function told(id: string): Promise<void> {
  const [made] = await shop.refundsMade(id);
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
    expect(await shop.refundsMade(id)).toMatchObject([{ amount: 1250 }]);
    await told(id);
    expect(shop.takenBack(id)).toHaveLength(1);
    expect(shop.takenBack(id)[0]).toMatchObject({ reference_id: 'order-1', amount: 1250n, buyer_id: buyer.id });
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
    expect(await shop.refundsMade(id)).toEqual([]);
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
    expect(await shop.refundsMade(id)).toMatchObject([{ amount: 300 }]);
    await told(id);
    expect(shop.takenBack(id)).toHaveLength(1);
    expect(await shop.payment(buyer, id)).toMatchObject({ status: 'refunded', refunded_amount: 3 });
  });

  it('in an outage is 502, and a later try finishes it', async () => {
    const id = await shop.buy(buyer, seller, { amount: 4 });
    await shop.processor.outage({ calls: 100, status: 500, path: '/v1/refunds' });
    const { body } = await refund(seller, id).expect(502);
    expect(body).toEqual(UNAVAILABLE);
    expect(await shop.payment(buyer, id)).toMatchObject({ status: 'completed', refunded_amount: 0 });
    expect(shop.takenBack(id)).toEqual([]);
    await shop.processor.outage({ calls: 0 });
    await refund(seller, id).expect(200);
    await told(id);
    expect(shop.takenBack(id)).toHaveLength(1);
    expect(await shop.refundsMade(id)).toHaveLength(1);
  });

  it('whose answer is lost is told by the processor', async () => {
    const id = await shop.buy(buyer, seller, { amount: 4 });
    await shop.processor.outage({ calls: 100, status: 500, lost: true, path: '/v1/refunds' });
    await refund(seller, id).expect(502, UNAVAILABLE);
    await eventually(async () =>
      expect(await shop.payment(buyer, id)).toMatchObject({ status: 'refunded', refunded_amount: 4 }),
    );
    expect(await shop.refundsMade(id)).toHaveLength(1);
    expect(shop.takenBack(id)).toHaveLength(1);
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
    expect(await shop.refundsMade(id)).toHaveLength(1);
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
    expect(await shop.refundsMade(id)).toHaveLength(refunded.status === 200 ? 1 : 0);
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
    expect(await shop.refundsMade(id)).toHaveLength(1);
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
