import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { MoneyOffice } from './money-office.js';

let office: MoneyOffice;
let owner: Account;
let stranger: Account;
let client: any;
let person: Account;

beforeAll(async () => {
  office = await MoneyOffice.start();
  [owner, stranger, person] = [await office.issuer(), await office.person(), await office.person()];
  client = await office.client(owner, { user_id: person.id });
});
afterEach(() => office.expectSound());
afterAll(() => office.stop());

describe('a recorded payment', () => {
  it('lowers what is due, and pays the invoice with the last part', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const part = await office.record(owner, invoice, 40, { method: 'bank_transfer', reference: 'R1', note: 'Thanks' });
    const payment = { amount: 40, method: 'bank_transfer', reference: 'R1', note: 'Thanks', status: 'completed' };
    expect(part.payment).toMatchObject({ ...payment, excess: 0, reversed: 0 });
    expect(part.payment.paid_on).toBe(new Date().toISOString().slice(0, 10));
    expect(part.invoice).toMatchObject({ state: 'partially_paid', paid: 40, due: 60, paid_at: null });
    const rest = await office.record(owner, invoice, 60, { paid_on: '2020-02-29' });
    expect(rest).toMatchObject({ payment: { paid_on: '2020-02-29' }, invoice: { state: 'paid', paid: 100, due: 0 } });
    expect(rest.invoice.paid_at).toEqual(expect.any(String));
    expect(await office.kinds(owner, invoice)).toEqual(['created', 'issued', 'payment', 'payment']);
    const { payments, events } = await office.get(owner, invoice);
    expect(payments.map(({ amount }: any) => amount)).toEqual([40, 60]);
    expect(events.at(-1)).toMatchObject({ actor_id: owner.id, data: { amount: 60, method: 'cash' } });
    await office.expectTold(person, ['paid']);
    expect(await office.told(owner)).toEqual([]);
  });

  it('is in the currency of the invoice', async () => {
    const yen = await office.invoice(owner, await office.client(owner, { currency: 'jpy' }), 1000);
    await office
      .call(owner, 'record-payment', { invoice_id: yen.id, amount: 0.5, method: 'cash' })
      .expect(400)
      .expect(({ body }) => expect(body.details[0].field).toBe('amount'));
    expect((await office.record(owner, yen, 999)).invoice.due).toBe(1);
    const dinars = await office.invoice(owner, await office.client(owner, { currency: 'kwd' }), 1.005);
    expect((await office.record(owner, dinars, 1.004)).invoice.due).toBe(0.001);
    expect(await office.books(dinars)).toMatchObject({ total: 1005, paid: 1004 });
  });

  it('is refused', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const input = { invoice_id: invoice.id, amount: 10, method: 'cash' };
    const refused = (given: object, status: number, error: string) =>
      office.expectRefused(owner, 'record-payment', { ...input, ...given }, status, error);
    await refused({ amount: 0 }, 400, 'Amount must be greater than 0');
    await refused({ amount: -1 }, 400, 'Amount must be greater than 0');
    await refused({ amount: '10' }, 400, 'Validation error');
    await refused({ amount: 0.001 }, 400, 'Validation error');
    await refused({ amount: 100.01 }, 409, 'Amount exceeds the amount due');
    await refused({ method: 'online' }, 400, 'Validation error');
    await refused({ method: 'credit' }, 400, 'Validation error');
    await refused({ paid_on: '2999-01-01' }, 400, 'Validation error');
    await refused({ reference: 'x'.repeat(121) }, 400, 'Validation error');
    await office.expectRefused(stranger, 'record-payment', input, 403, 'Forbidden');
    const lines = [{ description: 'Work', unit_price: 1 }];
    const { invoice: draft } = await office.ask(owner, 'create-invoice', { client_id: client.id, lines });
    await refused({ invoice_id: draft.id }, 409, 'Invoice is not open');
    await office.ask(owner, 'issue-invoice', { invoice_id: draft.id });
    await office.ask(owner, 'void-invoice', { invoice_id: draft.id, reason: 'Twice' });
    await refused({ invoice_id: draft.id }, 409, 'Invoice is not open');
    await office.record(owner, invoice, 100);
    await refused({}, 409, 'Invoice is not open');
    const { credit_note } = await office.credit(owner, invoice, { amount: 1 });
    await refused({ invoice_id: credit_note.id }, 404, 'Invoice not found');
  });

  it('is the first one for the same request_key, also when it comes twenty times at once', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const once = () => office.record(owner, invoice, 100, { request_key: 'k1' });
    const answers = await atOnce(20, once);
    expect(new Set(answers.map(({ payment }) => payment.id)).size).toBe(1);
    expect(answers.every((answer) => answer.invoice.state === 'paid')).toBe(true);
    expect((await once()).payment.id).toBe(answers[0].payment.id);
    expect(await office.books(invoice)).toMatchObject({ paid: 100_00 });
  });

  it('is the first one for the same request_key of several invoices', async () => {
    const [one, two] = [await office.invoice(owner, client, 10), await office.invoice(owner, client, 10)];
    const answers = await atOnce(20, (index) =>
      office.record(owner, index % 2 ? one : two, 10, { request_key: 'shared' }),
    );
    expect(new Set(answers.map(({ payment }) => payment.id)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.invoice.id)).size).toBe(1);
    const paid = [(await office.books(one)).paid, (await office.books(two)).paid];
    expect(paid.toSorted()).toEqual([0, 1000]);
  });

  it('never comes to more than the total with twenty at once', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const input = { invoice_id: invoice.id, amount: 15, method: 'cash' };
    const answers = await atOnce(20, () => office.call(owner, 'record-payment', input));
    expect(tally(answers)).toEqual({ 200: 6, 409: 14 });
    expect(refusals(answers)).toEqual([{ error: 'Amount exceeds the amount due' }]);
    expect(await office.books(invoice)).toMatchObject({ paid: 90_00, credited: 0 });
  });
});

describe('a reversed payment', () => {
  it('is due again, whole or in parts', async () => {
    const invoice = await office.invoice(owner, await office.client(owner), 100);
    const { payment } = await office.record(owner, invoice, 100);
    const part = await office.reverse(owner, payment, { amount: 30 });
    expect(part.payment).toMatchObject({ status: 'completed', reversed: 30, reversed_at: expect.any(String) });
    expect(part).toMatchObject({ invoice: { state: 'partially_paid', due: 30, paid_at: null }, client_credit: 0 });
    const rest = await office.reverse(owner, payment);
    expect(rest).toMatchObject({
      payment: { status: 'reversed', reversed: 100 },
      invoice: { state: 'open', due: 100 },
    });
    expect(await office.kinds(owner, invoice)).toEqual(['created', 'issued', 'payment', 'reversed', 'reversed']);
    expect((await office.get(owner, invoice)).events.at(-1).data).toMatchObject({ amount: 70, reason: 'Bounced' });
    await office.expectTold(owner, ['refunded', 'refunded']);
  });

  it('gives credit back to the client', async () => {
    const someone = await office.client(owner);
    const first = await office.invoice(owner, someone, 100);
    await office.record(owner, first, 100);
    await office.credit(owner, first, { amount: 50 });
    const second = await office.invoice(owner, someone, 80);
    const { payment } = await office.ask(owner, 'apply-credit', { invoice_id: second.id });
    const back = await office.reverse(owner, payment, { amount: 20 });
    expect(back).toMatchObject({ client_credit: 20, invoice: { due: 50 }, payment: { reversed: 20 } });
    expect(await office.reverse(owner, payment)).toMatchObject({ client_credit: 50, invoice: { due: 80 } });
  });

  it('uses credit of the credit notes of its invoice first', async () => {
    const invoice = await office.invoice(owner, await office.client(owner), 100);
    const { payment } = await office.record(owner, invoice, 100);
    expect(await office.credit(owner, invoice, { amount: 30 })).toMatchObject({ client_credit: 30 });
    const answer = await office.reverse(owner, payment, { amount: 30 });
    expect(answer).toMatchObject({ client_credit: 0, invoice: { state: 'paid', due: 0 }, payment: { reversed: 30 } });
    expect(await office.reverse(owner, payment)).toMatchObject({ invoice: { due: 70, paid: 30 } });
  });

  it('is refused', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const { payment } = await office.record(owner, invoice, 100);
    const input = { invoice_payment_id: payment.id, reason: 'Bounced' };
    const refused = (given: object, status: number, error: string) =>
      office.expectRefused(owner, 'reverse-payment', { ...input, ...given }, status, error);
    await refused({ amount: 100.01 }, 409, 'Amount exceeds the payment');
    await refused({ amount: 0 }, 400, 'Amount must be greater than 0');
    await refused({ reason: '' }, 400, 'Validation error');
    await refused({ invoice_payment_id: invoice.id }, 404, 'Payment not found');
    await office.expectRefused(stranger, 'reverse-payment', input, 403, 'Forbidden');
    await office.reverse(owner, payment, { amount: 99 });
    await refused({ amount: 2 }, 409, 'Amount exceeds the payment');
    await office.reverse(owner, payment);
    await refused({}, 409, 'Payment is already reversed');
  });

  it('is reversed once with twenty at once', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const { payment } = await office.record(owner, invoice, 100);
    const input = { invoice_payment_id: payment.id, reason: 'Bounced' };
    const answers = await atOnce(20, () => office.call(owner, 'reverse-payment', input));
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    expect(refusals(answers)).toEqual([{ error: 'Payment is already reversed' }]);
    expect(await office.books(invoice)).toMatchObject({ paid: 0 });
  });

  it('never gives back more than the payment, whole and in parts at once', async () => {
    const invoice = await office.invoice(owner, client, 100);
    const { payment } = await office.record(owner, invoice, 100);
    const input = { invoice_payment_id: payment.id, reason: 'Bounced', amount: 30 };
    const answers = await atOnce(20, () => office.call(owner, 'reverse-payment', input));
    expect(tally(answers)).toEqual({ 200: 3, 409: 17 });
    expect(await office.books(invoice)).toMatchObject({ paid: 10_00 });
  });
});
