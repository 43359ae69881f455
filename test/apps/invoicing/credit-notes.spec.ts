import { leftLines } from '../../../src/apps/invoicing/payments/credited-lines.policy.js';
import { atOnce, refusals, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { MoneyOffice } from './money-office.js';

let office: MoneyOffice;
let owner: Account;
let stranger: Account;
let person: Account;
let full: any;
let reduced: any;

const year = new Date().getUTCFullYear();
const number = (sequence: number) => `CN-${year}-${String(sequence).padStart(4, '0')}`;

beforeAll(async () => {
  office = await MoneyOffice.start();
  [owner, stranger, person] = [await office.issuer(), await office.person(), await office.person()];
  [full, reduced] = [await office.rate(owner, 19), await office.rate(owner, 7)];
});
afterEach(() => office.expectSound());
afterAll(() => office.stop());

const taxes = ({ tax_lines }: any) => tax_lines.map(({ percent, net, tax }: any) => [percent, net, tax]);
const line = (unit_price: number, rate: any = null) => ({
  description: 'Work',
  unit_price,
  tax_rate_id: rate && rate.id,
});

describe('a credit note', () => {
  it('has a number of its own series, parties and a line, and lowers what is due', async () => {
    const client = await office.client(owner, { user_id: person.id });
    const invoice = await office.invoice(owner, client, [line(1000, full)]);
    const { credit_note, invoice: after, client_credit } = await office.credit(owner, invoice, { amount: 119 });
    const note = { kind: 'credit_note', status: 'issued', state: 'paid', due: 0, reason: 'Goodwill' };
    expect(credit_note).toMatchObject({
      ...note,
      number: number(1),
      total: 119,
      tax: 19,
      subtotal: 100,
      credited: 119,
    });
    expect(credit_note).toMatchObject({
      invoice_id: invoice.id,
      seller: { name: 'Studio' },
      client: { name: 'Client' },
    });
    expect(taxes(credit_note)).toEqual([[19, 100, 19]]);
    expect(after).toMatchObject({ state: 'partially_paid', credited: 119, due: 1071 });
    expect(client_credit).toBe(0);
    const read = await office.get(owner, credit_note);
    expect(read.lines).toMatchObject([{ description: 'Goodwill', unit_price: 100, amount: 100, percent: 19 }]);
    const { events, credit_notes } = await office.get(owner, invoice);
    expect(credit_notes.map(({ id }: any) => id)).toEqual([credit_note.id]);
    expect(events.at(-1)).toMatchObject({ kind: 'credited', data: { amount: 119, number: number(1) } });
    await office.expectTold(person, ['credited']);
    const listed = await office.ask(owner, 'list-invoices', { kind: 'credit_note' });
    expect(listed).toMatchObject({
      invoices: [{ id: credit_note.id }],
      totals: [{ currency: 'usd', total: 119, due: 0 }],
    });
  });

  it('brings what is beyond the amount due to the credit of the client', async () => {
    const invoice = await office.invoice(owner, await office.client(owner), 100);
    await office.record(owner, invoice, 80);
    const answer = await office.credit(owner, invoice, { amount: 50 });
    expect(answer).toMatchObject({ client_credit: 30, invoice: { state: 'paid', paid: 80, credited: 20, due: 0 } });
    expect(answer.invoice.paid_at).toEqual(expect.any(String));
    expect(await office.books(invoice)).toMatchObject({ credit: 30_00, entries: 30_00 });
  });

  it('spreads an amount over the rates of the invoice', async () => {
    const invoice = await office.invoice(owner, await office.client(owner), [
      line(100, full),
      line(100, reduced),
      line(74),
    ]);
    const { credit_note } = await office.credit(owner, invoice, { amount: 100 });
    expect(taxes(credit_note)).toEqual([
      [19, 33.34, 6.33],
      [7, 33.34, 2.33],
      [0, 24.66, 0],
    ]);
    expect(credit_note.total).toBe(100);
  });

  it('credits all that is left, so that all notes together have the taxes of the invoice', async () => {
    const invoice = await office.invoice(owner, await office.client(owner), [line(99.99, full), line(33.33, reduced)]);
    const first = await office.credit(owner, invoice, { lines: [line(99.99, full)] });
    expect(first.credit_note).toMatchObject({ total: 118.99, tax: 19 });
    const second = await office.credit(owner, invoice, { amount: 10 });
    expect(second.credit_note.total).toBe(10);
    const last = await office.credit(owner, invoice);
    expect(last.invoice).toMatchObject({ due: 0, state: 'paid', credited: invoice.total });
    const whole = await office.credit(
      owner,
      await office.invoice(owner, { id: invoice.client_id }, [line(9.99, full)]),
    );
    expect(taxes(whole.credit_note)).toEqual([[19, 9.99, 1.9]]);
  });

  it('has prices with tax where the invoice has them', async () => {
    const more = { prices_include_tax: true };
    const invoice = await office.invoice(owner, await office.client(owner), [line(119, full)], more);
    expect((await office.credit(owner, invoice, { lines: [line(11.9, full)] })).credit_note).toMatchObject({
      subtotal: 11.9,
      tax: 1.9,
      total: 11.9,
    });
    const { credit_note } = await office.credit(owner, invoice, { amount: 23.8 });
    expect(credit_note).toMatchObject({ subtotal: 23.8, tax: 3.8, total: 23.8 });
    expect((await office.get(owner, credit_note)).lines).toMatchObject([{ unit_price: 23.8, amount: 23.8 }]);
  });

  it('is in the currency of the invoice', async () => {
    const yen = await office.invoice(owner, await office.client(owner, { currency: 'jpy' }), [line(100, full)]);
    const input = { invoice_id: yen.id, reason: 'Goodwill', amount: 1.5 };
    await office.expectRefused(owner, 'create-credit-note', input, 400, 'Validation error');
    const credited = await office.credit(owner, yen, { amount: 60 });
    expect(credited).toMatchObject({ credit_note: { total: 60, tax: 10 }, invoice: { due: 59 } });
    const dinars = await office.invoice(owner, await office.client(owner, { currency: 'kwd' }), 1.005);
    expect((await office.credit(owner, dinars, { amount: 0.005 })).invoice.due).toBe(1);
  });

  it('is refused', async () => {
    const client = await office.client(owner);
    const input = { reason: 'Goodwill' };
    const refused = (given: object, status: number, error: string) =>
      office.expectRefused(owner, 'create-credit-note', { ...input, ...given }, status, error);
    const { invoice: draft } = await office.ask(owner, 'create-invoice', { client_id: client.id, lines: [line(1)] });
    const invoice_id = (await office.invoice(owner, client, 100)).id;
    await refused({ invoice_id: draft.id }, 409, 'Invoice is not issued');
    await refused({ invoice_id, lines: [line(1)], amount: 1 }, 400, 'Give lines or amount');
    await refused({ invoice_id, amount: 0 }, 400, 'Amount must be greater than 0');
    await refused({ invoice_id, lines: [line(0)] }, 400, 'Amount must be greater than 0');
    await refused({ invoice_id, lines: [line(-1)] }, 400, 'Invoice total cannot be negative');
    await refused({ invoice_id, lines: [{ item_id: invoice_id }] }, 404, 'Item not found');
    await refused({ invoice_id, lines: [line(1, { id: invoice_id })] }, 404, 'Tax rate not found');
    await refused({ invoice_id, lines: [] }, 400, 'Validation error');
    await refused({ invoice_id, amount: 1, reason: '' }, 400, 'Validation error');
    await refused({ invoice_id, amount: 100.01 }, 409, 'Credit exceeds the invoice total');
    await refused({ invoice_id, lines: [line(100.01)] }, 409, 'Credit exceeds the invoice total');
    const stolen = { ...input, invoice_id };
    await office.expectRefused(stranger, 'create-credit-note', stolen, 403, 'Forbidden');
    const { item } = await office.ask(owner, 'save-item', { name: 'Hour', unit_price: 1, currency: 'eur' });
    await refused({ invoice_id, lines: [{ item_id: item.id }] }, 400, "Item currency differs from the client's");
    const { credit_note } = await office.credit(owner, { id: invoice_id }, { amount: 60 });
    await refused({ invoice_id, amount: 41 }, 409, 'Credit exceeds the invoice total');
    await refused({ invoice_id: credit_note.id, amount: 1 }, 404, 'Invoice not found');
    await office.credit(owner, { id: invoice_id });
    await refused({ invoice_id }, 409, 'Credit exceeds the invoice total');
    await office.ask(owner, 'issue-invoice', { invoice_id: draft.id });
    await office.ask(owner, 'void-invoice', { invoice_id: draft.id, reason: 'Twice' });
    await refused({ invoice_id: draft.id }, 409, 'Invoice is not issued');
  });

  it('needs the name of the business and a number of its own', async () => {
    const other = await office.issuer({ credit_note_number_format: '{YYYY}-{SEQ:1}' });
    const invoice = await office.invoice(other, await office.client(other), 100);
    const input = { invoice_id: invoice.id, reason: 'Goodwill', amount: 1 };
    expect((await office.credit(other, invoice, { amount: 1 })).credit_note.number).toBe(`${year}-1`);
    // The counter of all time gives the number of the year again.
    await office.set(other, { credit_note_number_format: `${year}-{SEQ:1}` });
    const taken = 'Number is taken: change credit_note_number_format';
    await office.expectRefused(other, 'create-credit-note', input, 409, taken);
    await office.set(other, { business_name: '' });
    await office.expectRefused(other, 'create-credit-note', input, 400, 'Set the business name first');
    expect(await office.books(invoice)).toMatchObject({ credited: 100 });
  });

  it('leaves no gap and no more than the total with twenty at once', async () => {
    const other = await office.issuer();
    const invoice = await office.invoice(other, await office.client(other), 100);
    const input = { invoice_id: invoice.id, reason: 'Goodwill', amount: 15 };
    const answers = await atOnce(20, () => office.call(other, 'create-credit-note', input));
    expect(tally(answers)).toEqual({ 200: 6, 409: 14 });
    expect(refusals(answers)).toEqual([{ error: 'Credit exceeds the invoice total' }]);
    const numbers = answers.flatMap(({ body }) => body.credit_note?.number ?? []);
    expect(numbers.toSorted()).toEqual([1, 2, 3, 4, 5, 6].map(number));
    expect(await office.books(invoice)).toMatchObject({ credited: 90_00 });
  });
});

describe('credit of a client', () => {
  /** A client with so much credit. */
  async function credited(amount: number): Promise<any> {
    const client = await office.client(owner);
    const invoice = await office.invoice(owner, client, 1000);
    await office.record(owner, invoice, 1000);
    await office.credit(owner, invoice, { amount });
    return client;
  }

  it('pays what is due of another invoice, as far as it goes', async () => {
    const client = await credited(150);
    const [one, two] = [await office.invoice(owner, client, 100), await office.invoice(owner, client, 100)];
    const first = await office.ask(owner, 'apply-credit', { invoice_id: one.id });
    expect(first).toMatchObject({ payment: { method: 'credit', amount: 100, status: 'completed' }, client_credit: 50 });
    expect(first.invoice).toMatchObject({ state: 'paid', due: 0 });
    const second = await office.ask(owner, 'apply-credit', { invoice_id: two.id, amount: 20 });
    expect(second).toMatchObject({ client_credit: 30, invoice: { due: 80 } });
    expect(await office.ask(owner, 'apply-credit', { invoice_id: two.id })).toMatchObject({ client_credit: 0 });
    expect(await office.books(two)).toMatchObject({ paid: 50_00, credit: 0, entries: 0 });
  });

  it('is refused', async () => {
    const client = await credited(150);
    const invoice = await office.invoice(owner, client, 100);
    const input = { invoice_id: invoice.id };
    const refused = (given: object, status: number, error: string) =>
      office.expectRefused(owner, 'apply-credit', { ...input, ...given }, status, error);
    await refused({ amount: 0 }, 400, 'Amount must be greater than 0');
    await refused({ amount: 0.001 }, 400, 'Validation error');
    await refused({ amount: 151 }, 409, "Amount exceeds the client's credit");
    await refused({ amount: 101 }, 409, 'Amount exceeds the amount due');
    await office.expectRefused(stranger, 'apply-credit', input, 403, 'Forbidden');
    await office.ask(owner, 'apply-credit', input);
    await refused({}, 409, 'Invoice is not open');
    const poor = await office.invoice(owner, await office.client(owner), 10);
    await refused({ invoice_id: poor.id }, 409, 'Client has no credit');
  });

  it('is spent once with twenty invoices at once', async () => {
    const client = await credited(55);
    const invoices = await atOnce(20, () => office.invoice(owner, client, 10));
    const answers = await atOnce(20, (index) => office.call(owner, 'apply-credit', { invoice_id: invoices[index].id }));
    expect(tally(answers)).toEqual({ 200: 6, 409: 14 });
    expect(refusals(answers)).toEqual([{ error: 'Client has no credit' }]);
    expect(await office.books(invoices[0])).toMatchObject({ credit: 0, entries: 0 });
  });
});

describe('what is left to credit', () => {
  const of = (rate_ppm: number, net: number, tax: number) => ({ name: 'VAT', rate_ppm, net, tax });

  it('is that of each rate', () => {
    const lines = [of(190_000, 100, 19), of(70_000, 50, 4)];
    expect(leftLines(lines, [])).toEqual(lines);
    expect(leftLines(lines, [[of(190_000, 100, 19)], [of(70_000, 10, 1)]])).toEqual([of(70_000, 40, 3)]);
  });

  it('is a sum over all rates where more of one was credited than there is', () => {
    const left = leftLines([of(190_000, 100, 19), of(0, 100, 0)], [[of(190_000, 150, 29)]]);
    expect(left.reduce((sum, { net, tax }) => sum + net + tax, 0)).toBe(40);
    expect(left.every(({ net }) => net > 0)).toBe(true);
    expect(leftLines([of(0, 100, 0)], [[of(0, 100, 0)]])).toEqual([]);
  });
});
