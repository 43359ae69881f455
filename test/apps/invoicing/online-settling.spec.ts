import { atOnce, tally } from '../../account/at-once.js';
import { completed } from '../../payments/webhook.js';
import type { Account } from '../../support/service.js';
import { MoneyOffice } from './money-office.js';

let office: MoneyOffice;
let owner: Account;
let person: Account;
let admin: Account;
let client: any;

beforeAll(async () => {
  office = await MoneyOffice.start();
  admin = await office.service.admin();
});
beforeEach(async () => {
  await office.rows('DELETE FROM platform.limits');
  [owner, person] = [await office.issuer({ partial_payments: true }), await office.person()];
  client = await office.client(owner, { user_id: person.id });
});
afterEach(() => office.expectSound());
afterAll(() => office.stop());

const open = async (invoice: any, more: object = {}): Promise<string> =>
  (await office.page(office.nobody(), invoice, more).expect(200)).body.payment_id;
const paymentOf = async (invoice: any, index = 0) => (await office.get(owner, invoice)).payments[index];
const noteOf = async (who: Account, type: string) => (await office.notices(who, type))[0]?.data;

describe('payment-succeeded', () => {
  it('pays the invoice, once', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const payment_id = await office.paidOnline(office.nobody(), invoice);
    const { invoice: paid, payments, events } = await office.get(owner, invoice);
    expect(paid).toMatchObject({ state: 'paid', paid: 100, due: 0, paid_at: expect.any(String) });
    expect(payments).toMatchObject([{ payment_id, method: 'online', status: 'completed', amount: 100, excess: 0 }]);
    expect(events.at(-1)).toMatchObject({ kind: 'payment', actor_id: null, data: { amount: 100, method: 'online' } });
    await office.expectTold(owner, ['paid']);
    await office.expectTold(person, ['paid']);
    expect(await office.ask(admin, 'payment-succeeded', { payment_id })).toEqual({ fulfilled: true });
    // As if the mark of the platform was lost.
    await office.rows('UPDATE payments.payments SET fulfilled_at = NULL WHERE id = $1', payment_id);
    expect(await office.ask(admin, 'payment-succeeded', { payment_id })).toEqual({ fulfilled: true });
    expect(await office.books(invoice)).toMatchObject({ paid: 100_00, credit: 0 });
    expect(await office.told(owner)).toEqual(['paid']);
  });

  it('pays in parts', async () => {
    const invoice = await office.invoice(owner, client, 100);
    await office.paidOnline(office.nobody(), invoice, { amount: 40 });
    expect((await office.get(owner, invoice)).invoice).toMatchObject({ state: 'partially_paid', due: 60 });
    expect(await office.told(owner)).toEqual([]);
    await office.paidOnline(person, invoice);
    expect((await office.get(owner, invoice)).invoice).toMatchObject({ state: 'paid', due: 0 });
  });

  it('brings what is above the amount due to the credit of the client', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const payment_id = await open(invoice);
    await office.record(owner, invoice, 70);
    await office.paid(payment_id);
    expect(await paymentOf(invoice, 0)).toMatchObject({ method: 'online', amount: 100, excess: 70 });
    expect(await office.books(invoice)).toMatchObject({ paid: 100_00, credit: 70_00, entries: 70_00 });
    await office.expectTold(owner, ['paid', 'overpaid']);
    expect(await noteOf(owner, 'overpaid')).toMatchObject({ amount: 70, currency: 'usd' });
  });

  it('brings all of it to the credit where the invoice was voided', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const payment_id = await open(invoice);
    await office.ask(owner, 'void-invoice', { invoice_id: invoice.id, reason: 'Twice' });
    await office.paid(payment_id);
    expect((await office.get(owner, invoice)).invoice).toMatchObject({ state: 'void', paid: 0 });
    expect(await office.books(invoice)).toMatchObject({ paid: 0, credit: 100_00, entries: 100_00 });
    await office.expectTold(owner, ['overpaid']);
    await office.refund(payment_id, 100_00);
    expect(await office.books(invoice)).toMatchObject({ paid: 0, credit: 0, entries: 0 });
  });

  it('is recorded where the account of the owner is gone', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const payment_id = await open(invoice);
    for (const table of ['documents', 'invoice_payments', 'clients'])
      await office.rows(`UPDATE ext_invoicing.${table} SET owner_id = NULL WHERE owner_id = $1`, owner.id);
    await office.rows('UPDATE payments.payments SET seller_id = NULL WHERE id = $1', payment_id);
    await office.paid(payment_id);
    expect(await office.books(invoice)).toMatchObject({ paid: 100_00 });
    const error = 'Invoice is already paid';
    await office.page(office.nobody(), invoice).expect(409, { error });
    const other = await office.rows('SELECT id FROM ext_invoicing.document_sums WHERE owner_id IS NULL');
    expect(other).toEqual([]);
  });

  it('changes nothing for a payment that is another one, which operators see', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const payment_id = await open(invoice);
    await office.rows('UPDATE ext_invoicing.invoice_payments SET amount_minor = 1 WHERE payment_id = $1', payment_id);
    await office.paid(payment_id);
    expect(await office.books(invoice)).toMatchObject({ paid: 0, credit: 0 });
    expect(await office.payment(payment_id)).toMatchObject({ flag: 'unknown_order', fulfilled_at: null });
  });

  it('changes nothing for a checkout that somebody made for the reference', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const [row] = await office.rows(
      'SELECT id FROM ext_invoicing.invoice_payments WHERE payment_id = $1',
      await open(invoice),
    );
    const more = { app_slug: 'invoicing', reference_type: 'invoice_payment', reference_id: row.id };
    const link = await office.shop.askToBuy(person, owner, { ...more, amount: 100 });
    const payment = await office.shop.paymentOf(link);
    await office.webhook.deliver(completed(payment));
    expect(await office.payment(payment.id)).toMatchObject({ flag: 'unknown_order' });
    expect(await office.books(invoice)).toMatchObject({ paid: 0 });
  });

  it('and recorded payments at once come to the total and the credit', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const pages = [await open(invoice), await open(invoice, { amount: 60 }), await open(invoice, { amount: 50 })];
    const input = { invoice_id: invoice.id, amount: 10, method: 'cash' };
    const [answers] = await Promise.all([
      atOnce(15, () => office.call(owner, 'record-payment', input)),
      ...pages.map((payment_id) => office.paid(payment_id)),
    ]);
    const { 200: recorded = 0 } = tally(answers);
    const books = await office.books(invoice);
    expect(books).toMatchObject({ paid: 100_00, credit: 110_00 + recorded * 10_00, entries: books.credit });
  });
});

describe('payment-refunded', () => {
  it('makes the invoice due again, once', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const payment_id = await office.paidOnline(office.nobody(), invoice);
    await office.refund(payment_id, 30_00);
    expect(await paymentOf(invoice)).toMatchObject({ status: 'completed', reversed: 30 });
    expect((await office.get(owner, invoice)).invoice).toMatchObject({
      state: 'partially_paid',
      due: 30,
      paid_at: null,
    });
    await office.refund(payment_id, 30_00);
    expect(await office.ask(admin, 'payment-refunded', { payment_id })).toEqual({ reversed: true });
    expect(await office.books(invoice)).toMatchObject({ paid: 70_00 });
    await office.refund(payment_id, 100_00);
    expect(await paymentOf(invoice)).toMatchObject({ status: 'reversed', reversed: 100 });
    expect(await office.books(invoice)).toMatchObject({ paid: 0 });
    await office.expectTold(owner, ['paid', 'refunded', 'refunded']);
  });

  it('leaves an invoice paid that was credited before', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const payment_id = await office.paidOnline(office.nobody(), invoice);
    await office.credit(owner, invoice, { amount: 25 });
    await office.refund(payment_id, 25_00);
    expect((await office.get(owner, invoice)).invoice).toMatchObject({ state: 'paid', paid: 100 });
    expect(await office.books(invoice)).toMatchObject({ credit: 0, entries: 0 });
  });

  it('uses the excess of the payment first', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const payment_id = await open(invoice);
    await office.record(owner, invoice, 40);
    await office.paid(payment_id);
    await office.refund(payment_id, 50_00);
    expect(await office.books(invoice)).toMatchObject({ paid: 90_00, credit: 0 });
  });

  it('tells the owner what the client has spent already', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const payment_id = await open(invoice);
    await office.record(owner, invoice, 100);
    await office.paid(payment_id);
    const other = await office.invoice(owner, client, 80);
    await office.ask(owner, 'apply-credit', { invoice_id: other.id });
    await office.refund(payment_id, 100_00);
    expect(await noteOf(owner, 'refunded')).toMatchObject({ amount: 100, uncovered: 80 });
    expect((await noteOf(owner, 'refunded')).body).toContain('The client has spent 80.00 USD of it already.');
    expect(await office.books(other)).toMatchObject({ paid: 80_00, credit: 0, entries: 0 });
  });

  it('is the only way to take back an online payment', async () => {
    const invoice = await office.invoice(owner, client, 100);
    await office.paidOnline(office.nobody(), invoice);
    const { id } = await paymentOf(invoice);
    const input = { invoice_payment_id: id, reason: 'Bounced' };
    await office.expectRefused(owner, 'reverse-payment', input, 409, 'Online payments are reversed by a refund');
  });
});

describe('a call that is repeated with its Idempotency-Key', () => {
  it('opens its page when the processor is back', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const keyed = { client: person.client.with({ 'idempotency-key': 'pay-once' }) };
    await office.shop.lockOut('/v1/checkout/sessions');
    await office.page(keyed, invoice).expect(502);
    await office.shop.restore();
    const { body } = await office.page(keyed, invoice).expect(200);
    expect((await office.page(keyed, invoice).expect(200)).body).toEqual(body);
  });

  it('goes on with what its first attempt has left', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const keyed = { client: person.client.with({ 'idempotency-key': 'pay-again' }) };
    const { payment_id } = (await office.page(keyed, invoice).expect(200)).body;
    // The process died before it stored the page and the answer.
    await office.rows(
      `UPDATE platform.idempotent_answers SET status = NULL, answer = NULL, created_at = now() - interval '1 hour'`,
    );
    const set = `checkout_url = NULL, created_at = now() - interval '1 minute'`;
    await office.rows(`UPDATE ext_invoicing.invoice_payments SET ${set} WHERE payment_id = $1`, payment_id);
    const { body } = await office.page(keyed, invoice).expect(200);
    expect(body.checkout_url).toMatch(/^http/);
    await office.paid(body.payment_id);
    expect(await office.books(invoice)).toMatchObject({ paid: 100_00 });
  });
});
