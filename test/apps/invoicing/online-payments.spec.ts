import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { PAGES } from '../selling-app.js';
import { MoneyOffice } from './money-office.js';

let office: MoneyOffice;
let owner: Account;
let person: Account;
let client: any;

beforeAll(async () => {
  office = await MoneyOffice.start();
  [owner, person] = [await office.issuer({ partial_payments: true }), await office.person()];
  client = await office.client(owner, { user_id: person.id });
});
// The calls of all tests come from one address.
beforeEach(() => office.rows('DELETE FROM platform.limits'));
afterEach(async () => {
  await office.shop.restore();
  await office.expectSound();
});
afterAll(() => office.stop());

const stored = async (payment_id: string) =>
  (await office.rows('SELECT * FROM ext_invoicing.invoice_payments WHERE payment_id = $1', payment_id))[0];
const opened = async (payment_id: string) => await office.shop.calls('POST /v1/checkout/sessions', payment_id);

describe('the page of an invoice', () => {
  it('is opened for a guest, and returns to the hosted page', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const { checkout_url, payment_id } = (await office.page(office.nobody(), invoice).expect(200)).body;
    expect(checkout_url).toMatch(/^http/);
    const payment = { buyer_id: null, seller_id: owner.id, amount: '10000', currency: 'usd', status: 'pending' };
    expect(await office.payment(payment_id)).toMatchObject(payment);
    const { id } = await stored(payment_id);
    expect((await office.payment(payment_id)).metadata).toMatchObject({
      app_slug: 'invoicing',
      reference_type: 'invoice_payment',
      reference_id: id,
    });
    const [call] = await opened(payment_id);
    expect(JSON.stringify(call)).toContain(invoice.hosted_url);
    expect((await office.get(owner, invoice)).payments).toEqual([]);
    const { payments } = await office.ask(owner, 'list-payments', { status: 'pending' });
    expect(payments).toMatchObject([{ payment_id, method: 'online', amount: 100, number: invoice.number }]);
  });

  it('has the caller as buyer, and the addresses that they name', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const { payment_id } = (await office.page(person, invoice, PAGES).expect(200)).body;
    expect(await office.payment(payment_id)).toMatchObject({ buyer_id: person.id });
    expect(JSON.stringify(await opened(payment_id))).toContain(PAGES.success_url);
  });

  it('is given again for the same amount while it is open', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const first = (await office.page(office.nobody(), invoice).expect(200)).body;
    expect((await office.page(person, invoice, { amount: 100, ...PAGES }).expect(200)).body).toEqual(first);
    const part = (await office.page(office.nobody(), invoice, { amount: 40 }).expect(200)).body;
    expect(part.payment_id).not.toBe(first.payment_id);
    await office.rows(
      `UPDATE ext_invoicing.invoice_payments SET expires_at = now() WHERE payment_id = $1`,
      part.payment_id,
    );
    const anew = (await office.page(office.nobody(), invoice, { amount: 40 }).expect(200)).body;
    expect([first.payment_id, part.payment_id]).not.toContain(anew.payment_id);
  });

  it('is one for twenty calls at once that name different addresses', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const answers = await atOnce(20, (index) =>
      office.page(index % 2 ? person : office.nobody(), invoice, { success_url: `https://shop.example/${index}` }),
    );
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await opened(answers[0]?.body.payment_id)).toHaveLength(1);
    const rows = await office.rows('SELECT FROM ext_invoicing.invoice_payments WHERE document_id = $1', invoice.id);
    expect(rows).toHaveLength(1);
  });

  it('waits for a page that is being opened, and opens another one if its process is gone', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const first = (await office.page(office.nobody(), invoice).expect(200)).body;
    const change = (set: string) =>
      office.rows(`UPDATE ext_invoicing.invoice_payments SET ${set} WHERE payment_id = $1`, first.payment_id);
    await change('checkout_url = NULL');
    const waiting = office.page(office.nobody(), invoice).then(({ body }) => body);
    await change(`checkout_url = 'https://late.example'`);
    expect(await waiting).toEqual({ ...first, checkout_url: 'https://late.example' });
    await change(`checkout_url = NULL, created_at = now() - interval '1 minute'`);
    const anew = (await office.page(office.nobody(), invoice).expect(200)).body;
    expect(anew.payment_id).not.toBe(first.payment_id);
  });

  it('leaves nothing that blocks when the processor is away', async () => {
    const invoice = await office.invoice(owner, client, 100);
    await office.shop.lockOut('/v1/checkout/sessions');
    const answers = await atOnce(5, () => office.page(office.nobody(), invoice));
    expect(tally(answers)).toEqual({ 502: 5 });
    await office.shop.restore();
    expect((await office.page(office.nobody(), invoice).expect(200)).body.checkout_url).toMatch(/^http/);
    const rows = await office.rows('SELECT FROM ext_invoicing.invoice_payments WHERE document_id = $1', invoice.id);
    expect(rows).toHaveLength(1);
  });

  it('is refused', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const token = office.tokenOf(invoice);
    const refused = (given: object, status: number, error: string) =>
      office.expectRefused(office.nobody(), 'pay-invoice', { token, ...given }, status, error);
    await refused({ token: 'unknown' }, 404, 'Invoice not found');
    await refused({ amount: 100.01 }, 400, 'Amount exceeds the amount due');
    await refused({ amount: 0 }, 400, 'Amount must be greater than 0');
    await refused({ amount: -5 }, 400, 'Amount must be greater than 0');
    await refused({ amount: 0.001 }, 400, 'Validation error');
    await refused({ amount: 0.49 }, 400, 'At least 0.50 USD can be paid online');
    await refused({ success_url: 'nowhere' }, 400, 'Validation error');
    await office.page(owner, invoice).expect(400, { error: 'Cannot buy from yourself' });
    await office.set(owner, { partial_payments: false });
    await refused({ amount: 40 }, 400, 'Partial payments are not accepted');
    await office.set(owner, { partial_payments: true, online_payment: false });
    await refused({}, 409, 'Online payment is off');
    await office.set(owner, { online_payment: true });
    const { credit_note } = await office.credit(owner, invoice, { amount: 1 });
    await refused({ token: office.tokenOf(credit_note) }, 404, 'Invoice not found');
    await office.record(owner, invoice, 99);
    await refused({}, 409, 'Invoice is already paid');
    const voided = await office.invoice(owner, client, 100);
    await office.ask(owner, 'void-invoice', { invoice_id: voided.id, reason: 'Twice' });
    await refused({ token: office.tokenOf(voided) }, 409, 'Invoice is void');
    const lines = [{ description: 'Work', unit_price: 1 }];
    const { invoice: draft } = await office.ask(owner, 'create-invoice', { client_id: client.id, lines });
    const [row] = await office.rows('SELECT public_token FROM ext_invoicing.documents WHERE id = $1', draft.id);
    await refused({ token: row.public_token }, 404, 'Invoice not found');
  });

  it('is refused for what the processor does not take, and for owners whom it does not pay', async () => {
    const huge = await office.invoice(owner, client, [{ description: 'Work', unit_price: 1_000_000 }]);
    const most = { error: 'At most 999999.99 USD can be paid online at once' };
    await office.page(office.nobody(), huge).expect(400, most);
    await office.page(office.nobody(), huge, { amount: 999_999.99 }).expect(200);
    const dinars = await office.invoice(owner, await office.client(owner, { currency: 'kwd' }), 0.499);
    await office.page(office.nobody(), dinars).expect(400, { error: 'At least 0.500 KWD can be paid online' });
    const poor = await office.person();
    await office.set(poor, { business_name: 'Studio' });
    const invoice = await office.invoice(poor, await office.client(poor), 100);
    const error = 'Seller does not have a connected processor account';
    await office.page(office.nobody(), invoice).expect(400, { error });
  });

  it('is asked for thirty times a minute from one address', async () => {
    const invoice = await office.invoice(owner, client, 100);
    await office.page(office.nobody(), invoice).expect(200);
    const answers = await atOnce(31, () => office.page(office.nobody(), invoice));
    expect(tally(answers)).toEqual({ 200: 29, 429: 2 });
  });
});
