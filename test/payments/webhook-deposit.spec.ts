import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, eventually, PASSWORD } from '../support/service.js';
import { Audit } from './audit.js';
import { meanwhile } from './meanwhile.js';
import { sessionOf, Shop } from './shop.js';
import { completed, event, session, Webhook } from './webhook.js';

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

/** The stored row of a new, unpaid deposit of ten dollars. */
const waiting = async (account = ann) => shop.paymentOf(await shop.askToDeposit(account, 10));
const now = async ({ id }: { id: string }) =>
  (await shop.service.database.query('SELECT * FROM payments.payments WHERE id = $1', [id])).rows[0];
const stateOf = async (payment: { id: string }) => {
  const { status, flag } = await now(payment);
  return { status, flag, balance: await shop.balance(ann) };
};
const CREDITED = { status: 'completed', flag: null, balance: 10 };
const UNTOUCHED = { status: 'pending', flag: null, balance: 0 };
const checkoutEvent = (kind: string, payment: any, more: object = {}) =>
  event(`checkout.session.${kind}`, session(payment, more));
const failures = ['async_payment_failed', 'expired'];

describe('a deposit that was paid', () => {
  it('is in the wallet and in the list, once', async () => {
    const payment = await waiting();
    expect(await webhook.deliver(completed(payment))).toBe('applied');
    expect(await stateOf(payment)).toEqual(CREDITED);
    const { body } = await ann.client.get('/v1/wallet/transactions').expect(200);
    expect(body.transactions).toEqual([
      expect.objectContaining({ user_id: ann.id, type: 'deposit', amount: 10, status: 'completed' }),
    ]);
    expect(await now(payment)).toMatchObject({ payment_intent_id: `pi_${payment.id}`, fulfilled_at: null });
    expect((await now(payment)).completed_at).not.toBeNull();
  });

  it('is reported twenty times at once, and credited once', async () => {
    const payment = await waiting();
    const paid = completed(payment);
    expect(tally(await atOnce(20, () => webhook.send(paid)))).toEqual({ 200: 20 });
    expect(await stateOf(payment)).toEqual(CREDITED);
    await webhook.deliver(paid);
    expect(await stateOf(payment)).toEqual(CREDITED);
  });

  it('is reported by twenty events at once, and credited once', async () => {
    const payment = await waiting();
    const events = Array.from({ length: 20 }, () => completed(payment));
    expect(tally(await Promise.all(events.map((paid) => webhook.send(paid))))).toEqual({ 200: 20 });
    expect(await stateOf(payment)).toEqual(CREDITED);
    const outcomes = await Promise.all(events.map((paid) => webhook.outcome(paid)));
    expect(outcomes.sort()).toEqual(['applied', ...Array(19).fill('stale')]);
  });

  it('is reported by a processor that repeats and reorders everything', async () => {
    await shop.processor.hold();
    const links = await atOnce(5, () => shop.askToDeposit(ann, 10));
    await Promise.all(links.map((link) => shop.processor.pay(link)));
    const sent = await shop.processor.release({ order: 'shuffle', copies: 5, at_once: true });
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect(sent.length).toBeGreaterThanOrEqual(50);
    expect(await shop.balance(ann)).toBe(50);
  });

  it('is the first of twenty at once for somebody who has no wallet', async () => {
    const payments = await atOnce(20, () => waiting());
    expect((await ann.client.get('/v1/wallet').expect(200)).body).toEqual({ wallet: { balance: 0 } });
    const answers = await Promise.all(payments.map((payment) => webhook.send(completed(payment))));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(await shop.balance(ann)).toBe(200);
  });

  it('is found by its id when the process died before its session was stored', async () => {
    const payment = await waiting();
    await shop.service.database.query('UPDATE payments.payments SET session_id = NULL WHERE id = $1', [payment.id]);
    expect(await webhook.deliver(completed(payment))).toBe('applied');
    expect(await stateOf(payment)).toEqual(CREDITED);
    expect(await now(payment)).toMatchObject({ session_id: payment.session_id });
    expect(await webhook.deliver(completed(payment))).toBe('stale');
  });

  it('is reported in the moment in which its session is stored', async () => {
    const payment = await waiting();
    const set = 'UPDATE payments.payments SET session_id = $2 WHERE id = $1';
    await shop.service.database.query(set, [payment.id, null]);
    const outcome = await meanwhile(shop.service, completed(payment), (client) =>
      client.query(set, [payment.id, payment.session_id]),
    );
    expect(outcome).toBe('applied');
    expect(await stateOf(payment)).toEqual(CREDITED);
  });

  it('belongs to an account that was deleted meanwhile', async () => {
    const payment = await waiting();
    await ann.client.delete('/v1/users/me', { password: PASSWORD }).expect(200);
    expect(await webhook.deliver(completed(payment))).toBe('applied');
    expect(await now(payment)).toMatchObject({ status: 'completed', flag: 'account_gone', buyer_id: null });
    const { rows } = await shop.service.database.query('SELECT FROM payments.ledger_transfers WHERE reference = $1', [
      payment.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('what does not fit the payment is flagged, and not credited', () => {
  it.each<[string, (payment: any) => object, string]>([
    ['less', () => ({ amount_total: 999 }), 'amount_differs'],
    ['more', () => ({ amount_total: 100_000 }), 'amount_differs'],
    ['nothing', () => ({ amount_total: 0 }), 'amount_differs'],
    ['less than nothing', () => ({ amount_total: -1000 }), 'amount_differs'],
    ['another currency', () => ({ currency: 'eur' }), 'currency_differs'],
    ['another user', () => ({ metadata: { user_id: randomUUID() } }), 'user_differs'],
    ['another payment', () => ({ client_reference_id: randomUUID() }), 'user_differs'],
  ])('%s', async (_, more, flag) => {
    const payment = await waiting();
    expect(await webhook.deliver(completed(payment, more(payment)))).toBe('flagged');
    expect(await stateOf(payment)).toEqual({ ...UNTOUCHED, flag });
  });

  it('and is credited after all when the right event comes', async () => {
    const payment = await waiting();
    await webhook.deliver(completed(payment, { amount_total: 999 }));
    expect(await webhook.deliver(completed(payment))).toBe('applied');
    expect(await stateOf(payment)).toMatchObject({ status: 'completed', balance: 10 });
  });

  it('the currency in capitals fits', async () => {
    const payment = await waiting();
    expect(await webhook.deliver(completed(payment, { currency: 'USD' }))).toBe('applied');
    expect(await stateOf(payment)).toEqual(CREDITED);
  });
});

describe('an event about nothing that the service knows', () => {
  it.each<[string, (payment: any) => object]>([
    ['an unknown session', () => ({ id: 'cs_unknown', client_reference_id: null })],
    ['an unknown session of that name', () => ({ id: 'cs_unknown', client_reference_id: randomUUID() })],
    ['an unknown session under the name of another', () => ({ id: 'cs_unknown' })],
    ['an unknown session of that user', () => ({ id: 'cs_unknown', client_reference_id: ann.id })],
    ['a session without an id', () => ({ id: undefined })],
    ['a session with a number as its id', () => ({ id: 5 })],
    ['a name that is none', () => ({ id: 'cs_unknown', client_reference_id: "'; --" })],
  ])('%s is recorded, and nothing happens', async (_, more) => {
    const payment = await waiting();
    expect(await webhook.deliver(completed(payment, more(payment)))).toBe('unknown');
    expect(await stateOf(payment)).toEqual(UNTOUCHED);
  });

  it.each(['invoice.paid', 'payment_intent.succeeded', 'charge.succeeded', 'no.such.event'])(
    '%s is recorded as ignored',
    async (type) => {
      const payment = await waiting();
      expect(await webhook.deliver(event(type, session(payment)))).toBe('ignored');
      expect(await stateOf(payment)).toEqual(UNTOUCHED);
    },
  );

  it('of a plan or a purchase leaves the wallet alone', async () => {
    const seller = await shop.seller();
    const { body } = await ann.client.post('/v1/business/upgrade', { plan: 'starter' }).expect(200);
    for (const link of [body.checkout_url, await shop.askToBuy(ann, seller)]) {
      expect(await webhook.deliver(completed(await shop.paymentOf(link)))).toBe('applied');
      expect(await now(await shop.paymentOf(link))).toMatchObject({ status: 'completed' });
    }
    expect(await shop.balance(ann)).toBe(0);
  });
});

describe('a delayed payment method', () => {
  const UNPAID = { payment_status: 'unpaid', payment_intent: null };

  it('is waited for, and credited when it comes', async () => {
    const payment = await waiting();
    expect(await webhook.deliver(completed(payment, UNPAID))).toBe('waiting');
    expect(await stateOf(payment)).toEqual(UNTOUCHED);
    expect(await webhook.deliver(checkoutEvent('async_payment_succeeded', payment))).toBe('applied');
    expect(await stateOf(payment)).toEqual(CREDITED);
    expect(await webhook.deliver(completed(payment, UNPAID))).toBe('waiting');
    expect(await stateOf(payment)).toEqual(CREDITED);
  });

  it('is credited once by both events at once', async () => {
    const payment = await waiting();
    const words = [completed(payment), checkoutEvent('async_payment_succeeded', payment)];
    await atOnce(20, (index) => webhook.send(words[index % 2] as (typeof words)[0]));
    expect(await stateOf(payment)).toEqual(CREDITED);
  });

  it('through the sandbox: promised, and then there', async () => {
    const link = await shop.askToDeposit(ann, 10);
    await shop.processor.payLater(link);
    await eventually(async () =>
      expect((await shop.processor.events(sessionOf(link)))[0]).toMatchObject({ delivered: true }),
    );
    expect(await shop.balance(ann)).toBe(0);
    await shop.processor.settle(link, 'succeeded');
    await shop.completed(link);
    expect(await shop.balance(ann)).toBe(10);
  });

  it.each(failures)('does not come: %s', async (kind) => {
    const payment = await waiting();
    await webhook.deliver(completed(payment, UNPAID));
    expect(await webhook.deliver(checkoutEvent(kind, payment, UNPAID))).toBe('applied');
    expect(await stateOf(payment)).toEqual({ ...UNTOUCHED, status: 'failed' });
    expect(await webhook.deliver(checkoutEvent(kind, payment, UNPAID))).toBe('stale');
  });

  it.each(failures)('was there before it was said that it does not come: %s', async (kind) => {
    const payment = await waiting();
    await webhook.deliver(completed(payment));
    expect(await webhook.deliver(checkoutEvent(kind, payment, UNPAID))).toBe('stale');
    expect(await stateOf(payment)).toEqual(CREDITED);
  });

  it.each(failures)('comes after it was said that it does not: %s', async (kind) => {
    const payment = await waiting();
    await webhook.deliver(checkoutEvent(kind, payment, UNPAID));
    expect(await webhook.deliver(completed(payment))).toBe('applied');
    expect(await stateOf(payment)).toEqual(CREDITED);
  });

  it('success and failure reported at once: the money counts', async () => {
    const payment = await waiting();
    const kinds = ['completed', 'expired', 'async_payment_failed', 'async_payment_succeeded'];
    const events = Array.from({ length: 20 }, (_, n) => checkoutEvent(kinds[n % 4] as string, payment));
    expect(tally(await Promise.all(events.map((each) => webhook.send(each))))).toEqual({ 200: 20 });
    expect(await stateOf(payment)).toEqual(CREDITED);
  });
});

describe('an event of another shape', () => {
  it.each<[string, (payment: any) => object]>([
    ['without its time', (payment) => ({ ...completed(payment), created: undefined })],
    ['with a word as its time', (payment) => ({ ...completed(payment), created: 'now' })],
    ['with a time beyond all calendars', (payment) => ({ ...completed(payment), created: 9e15 })],
    ['with more fields', (payment) => ({ ...completed(payment, { new: { a: [1] } }), account: null, b: {} })],
    ['with metadata null', (payment) => completed(payment, { metadata: null })],
    ['with metadata of another shape', (payment) => completed(payment, { metadata: ['user_id'] })],
    ['without a word on its payment', (payment) => completed(payment, { payment_status: undefined })],
    ['without the name we gave it', (payment) => completed(payment, { client_reference_id: null })],
    ['with its payment sent whole', (payment) => completed(payment, { payment_intent: { id: 'pi_whole' } })],
    ['with text of all scripts', (payment) => completed(payment, { note: 'é 日本 👩‍👩‍👧 \u202e' })],
  ])('%s is credited', async (name, made) => {
    const payment = await waiting();
    const text = JSON.stringify(made(payment)).replace('pi_whole', `pi_whole_${payment.id}`);
    expect(await webhook.postSigned(text)).toMatchObject({ status: 200, body: { received: true } });
    expect({ name, ...(await stateOf(payment)) }).toEqual({ name, ...CREDITED });
  });

  it('with an id that another one bore already is credited to its own payment', async () => {
    const [first, second] = [await waiting(), await waiting()];
    await webhook.deliver(completed(first));
    const payment_intent = `pi_${first.id}`;
    expect(await webhook.deliver(completed(second, { payment_intent }))).toBe('applied');
    expect(await stateOf(second)).toEqual({ ...CREDITED, balance: 20 });
  });
});
