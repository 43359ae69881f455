import { atOnce, tally } from '../account/at-once.js';
import { type Account, PASSWORD } from '../support/service.js';
import { Audit } from './audit.js';
import { meanwhile } from './meanwhile.js';
import { Shop } from './shop.js';
import { charge, completed, event, refunded, session, Webhook } from './webhook.js';

let shop: Shop;
let webhook: Webhook;
let audit: Audit;
let ann: Account;
beforeAll(async () => {
  shop = await Shop.start();
  webhook = new Webhook(shop.service);
  audit = new Audit(shop.service);
});
afterAll(() => shop.stop());
beforeEach(async () => (ann = await shop.account()));
afterEach(() => audit.expectSound());

const waiting = async () => shop.paymentOf(await shop.askToDeposit(ann, 10));
const paid = async () => {
  const payment = await waiting();
  expect(await webhook.deliver(completed(payment))).toBe('applied');
  return payment;
};
const now = async ({ id }: { id: string }) =>
  (await shop.service.database.query('SELECT * FROM payments.payments WHERE id = $1', [id])).rows[0];
const stateOf = async (payment: { id: string }) => {
  const { status, flag, refunded_amount } = await now(payment);
  return { status, flag, refunded: Number(refunded_amount), balance: await shop.balance(ann) };
};
/** Asserts the spendable balance: a withdrawal of it is accepted, one of a cent more is refused. */
const spendable = async () => {
  const { rows } = await shop.service.database.query(
    `SELECT balance FROM payments.ledger_accounts WHERE user_id = $1 AND kind = 'wallet'`,
    [ann.id],
  );
  return Number(rows[0]?.balance ?? 0) / 100;
};
const transactions = async () => {
  const { body } = await ann.client.get('/v1/wallet/transactions').expect(200);
  return body.transactions.map(({ type, amount, status }: any) => ({ type, amount, status }));
};
const TAKEN = { status: 'refunded', flag: null, refunded: 1000, balance: 0 };

describe('money that the processor gave back', () => {
  it('leaves the wallet, once for twenty copies and twenty events', async () => {
    const payment = await paid();
    const back = refunded(payment, 1000);
    expect(tally(await atOnce(20, () => webhook.send(back)))).toEqual({ 200: 20 });
    expect(await stateOf(payment)).toEqual(TAKEN);
    expect(tally(await atOnce(20, () => webhook.send(refunded(payment, 1000))))).toEqual({ 200: 20 });
    expect(await stateOf(payment)).toEqual(TAKEN);
    expect(await transactions()).toEqual([
      { type: 'withdrawal', amount: -10, status: 'completed' },
      { type: 'deposit', amount: 10, status: 'completed' },
    ]);
  });

  it('in parts: each total counts once, in whatever order the totals come', async () => {
    const payment = await paid();
    expect(await webhook.deliver(refunded(payment, 300))).toBe('applied');
    expect(await stateOf(payment)).toEqual({ status: 'completed', flag: null, refunded: 300, balance: 7 });
    expect(await webhook.deliver(refunded(payment, 300))).toBe('stale');
    expect(await webhook.deliver(refunded(payment, 800))).toBe('applied');
    expect(await webhook.deliver(refunded(payment, 500))).toBe('stale');
    expect(await stateOf(payment)).toMatchObject({ refunded: 800, balance: 2 });
    expect(await webhook.deliver(refunded(payment, 1000))).toBe('applied');
    expect(await stateOf(payment)).toEqual(TAKEN);
    expect(await webhook.deliver(completed(payment))).toBe('stale');
    expect(await stateOf(payment)).toEqual(TAKEN);
  });

  it('in twenty parts at once', async () => {
    const payment = await paid();
    const answers = await atOnce(20, (index) => webhook.send(refunded(payment, 50 * (index + 1))));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(await stateOf(payment)).toEqual(TAKEN);
  });

  it('more than was paid: no more than that', async () => {
    const payment = await paid();
    expect(await webhook.deliver(refunded(payment, 5000))).toBe('applied');
    expect(await stateOf(payment)).toEqual(TAKEN);
  });

  it('was reported before the payment: nothing is credited', async () => {
    const payment = await waiting();
    expect(await webhook.deliver(refunded(payment, 1000))).toBe('applied');
    expect(await webhook.deliver(completed(payment))).toBe('stale');
    expect(await stateOf(payment)).toEqual(TAKEN);
    expect(await transactions()).toEqual([]);
  });

  it('a part of it was reported before the payment: that event has to come again', async () => {
    const payment = await waiting();
    const part = refunded(payment, 300);
    const { status, headers } = await webhook.send(part);
    expect({ status, outcome: await webhook.outcome(part) }).toEqual({ status: 503, outcome: 'not there' });
    expect(headers).toHaveProperty('retry-after');
    await webhook.deliver(completed(payment));
    expect(await webhook.deliver(part)).toBe('applied');
    expect(await stateOf(payment)).toEqual({ status: 'completed', flag: null, refunded: 300, balance: 7 });
  });

  it('a part of it, of a payment that was taken for failed and was made after all', async () => {
    const payment = await waiting();
    await webhook.deliver(event('checkout.session.expired', session(payment)));
    const part = refunded(payment, 300);
    await webhook.send(part);
    await webhook.deliver(completed(payment));
    await webhook.send(part);
    expect(await stateOf(payment)).toEqual({ status: 'completed', flag: null, refunded: 300, balance: 7 });
  });

  it('and paid at once: in the end nothing is left', async () => {
    const payment = await waiting();
    const events = [completed(payment), refunded(payment, 1000)];
    await atOnce(20, (index) => webhook.send(events[index % 2] as (typeof events)[0]));
    await Promise.all(events.map((each) => webhook.send(each)));
    expect(await stateOf(payment)).toEqual(TAKEN);
  });

  it('is reported in the moment in which the payment is completed', async () => {
    const payment = await waiting();
    const pays = 'UPDATE payments.payments SET payment_intent_id = $2 WHERE id = $1';
    const outcome = await meanwhile(shop.service, refunded(payment, 1000), (client) =>
      client.query(pays, [payment.id, `pi_${payment.id}`]),
    );
    expect(outcome).toBe('applied');
    expect(await webhook.deliver(completed(payment))).toBe('stale');
    expect(await stateOf(payment)).toEqual(TAKEN);
  });

  it('was spent already: what is there is taken, and the rest flagged', async () => {
    const payment = await paid();
    await shop.withdraw(ann, 6);
    expect(await webhook.deliver(refunded(payment, 1000))).toBe('applied');
    expect(await stateOf(payment)).toEqual({
      status: 'refunded',
      flag: 'refund_not_covered',
      refunded: 1000,
      balance: 6,
    });
  });

  it('of a deleted account', async () => {
    const payment = await waiting();
    await ann.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    await webhook.deliver(completed(payment));
    expect(await webhook.deliver(refunded(payment, 300))).toBe('applied');
    expect(await now(payment)).toMatchObject({ status: 'completed', refunded_amount: '300' });
    // The ledger check after each test finds a wrong balance.
  });

  it('of an account that is deleted between the parts', async () => {
    const payment = await paid();
    await webhook.deliver(refunded(payment, 300));
    await ann.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await webhook.deliver(refunded(payment, 1000))).toBe('applied');
    expect(await now(payment)).toMatchObject({ status: 'refunded', flag: 'refund_not_covered' });
  });

  it('of a purchase takes nothing out of any wallet, and the grant back', async () => {
    const seller = await shop.seller();
    await shop.deposit(ann, 10);
    const payment = await now({ id: await shop.buy(ann, seller) });
    const { payment_intent_id: payment_intent } = payment;
    const back = event('charge.refunded', charge(payment, 2000, { payment_intent }));
    expect(await webhook.deliver(back)).toBe('applied');
    expect(await stateOf(payment)).toEqual({ status: 'refunded', flag: null, refunded: 2000, balance: 10 });
    const { id } = payment;
    expect(shop.app.takenBack.filter((taken) => taken.id === id)).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['of a charge of nobody', { payment_intent: 'pi_unknown', metadata: {} }],
    ['of a charge without anything', { payment_intent: null, metadata: null }],
    ['of another charge that bears the name of ours', { payment_intent: 'pi_unknown' }],
  ])('%s changes nothing', async (_, more) => {
    const payment = await paid();
    expect(await webhook.deliver(event('charge.refunded', charge(payment, 1000, more)))).toBe('unknown');
    expect(await stateOf(payment)).toEqual({ status: 'completed', flag: null, refunded: 0, balance: 10 });
  });
});

describe('a deposit of which a part was given back', () => {
  const settled = { status: 'refunded', flag: null, refunded: 1000 };

  it('is given back by staff: the rest of it, and nothing stays set aside', async () => {
    const admin = await shop.service.admin();
    const id = await shop.deposit(ann, 10);
    const payment = await now({ id });
    const { payment_intent_id: payment_intent } = payment;
    await shop.deposit(ann, 20);
    await webhook.deliver(event('charge.refunded', charge(payment, 300, { payment_intent })));
    expect(await shop.balance(ann)).toBe(27);
    await admin.client.post(`/v1/payments/${id}/refund`).expect(200);
    expect(await stateOf(payment)).toEqual({ ...settled, balance: 20 });
    expect(await spendable()).toBe(20);
  });

  it('is given back by staff when no more than the rest is there', async () => {
    const admin = await shop.service.admin();
    const id = await shop.deposit(ann, 10);
    const payment = await now({ id });
    const { payment_intent_id: payment_intent } = payment;
    await webhook.deliver(event('charge.refunded', charge(payment, 300, { payment_intent })));
    await admin.client.post(`/v1/payments/${id}/refund`).expect(200);
    expect(await stateOf(payment)).toEqual({ ...settled, balance: 0 });
  });

  it('while staff gives it back: nothing stays set aside', async () => {
    const admin = await shop.service.admin();
    const id = await shop.deposit(ann, 10);
    const payment = await now({ id });
    const { payment_intent_id: payment_intent } = payment;
    await shop.deposit(ann, 20);
    // The refund is pending: its money is reserved, and the processor's answer was lost.
    await shop.processor.hold();
    await shop.processor.outage({ calls: 3, status: 500, path: '/v1/refunds' });
    await admin.client.post(`/v1/payments/${id}/refund`).expect(502);
    await shop.processor.outage({ calls: 0 });
    await webhook.deliver(event('charge.refunded', charge(payment, 300, { payment_intent })));
    await admin.client.post(`/v1/payments/${id}/refund`).expect(200);
    await shop.processor.release();
    expect(await stateOf(payment)).toEqual({ ...settled, balance: 20 });
    expect(await spendable()).toBe(20);
  });
});
