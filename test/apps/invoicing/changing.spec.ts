import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { day, Office } from './office.js';

let office: Office;
let ann: Account;
let ben: Account;
let client: any;
beforeAll(async () => {
  office = await Office.start();
  [ann, ben] = [await office.owner(), await office.owner()];
  client = await office.client(ann);
});
afterAll(() => office.stop());

const line = (unit_price: number, more: object = {}) => ({ description: 'Work', unit_price, ...more });

it('lines replace the old ones, what is not given stays', async () => {
  const draft = await office.draft(ann, client, { lines: [line(10), line(20)], discount_percent: 10, notes: 'Hello' });
  const changed = await office.update(ann, draft, { lines: [line(50)] });
  expect(changed).toMatchObject({ id: draft.id, subtotal: 50, discount: 5, total: 45, notes: 'Hello' });
  expect((await office.get(ann, draft)).lines).toHaveLength(1);
  expect(await office.update(ann, draft, { discount: 20 })).toMatchObject({ discount_percent: null, total: 30 });
  expect(await office.update(ann, draft, { discount_percent: 20 })).toMatchObject({ discount_percent: 20, total: 40 });
  expect(await office.update(ann, draft, { discount_percent: 0 })).toMatchObject({ discount: 0, total: 50 });
  const texts = { notes: null, footer: 'Bye', po_number: '7', issue_date: day(1), due_date: day(5), reminders: false };
  expect(await office.update(ann, draft, texts)).toMatchObject({ ...texts, total: 50 });
  expect(await office.update(ann, draft, {})).toMatchObject({ ...texts, total: 50 });
  expect(await office.update(ann, draft, { due_date: null })).toMatchObject({ issue_date: day(1), due_date: null });
});

it('a discount that is more than the lines is refused, whichever of them changes', async () => {
  const draft = await office.draft(ann, client, { lines: [line(10)], discount: 8 });
  const refusal = 'Invoice total cannot be negative';
  await office.expectRefused(ann, 'update-invoice', { invoice_id: draft.id, lines: [line(7)] }, 400, refusal);
  await office.expectRefused(ann, 'update-invoice', { invoice_id: draft.id, discount: 10.01 }, 400, refusal);
  expect((await office.get(ann, draft)).lines).toMatchObject([{ unit_price: 10 }]);
  expect((await office.update(ann, draft, { discount: 10 })).total).toBe(0);
});

it('is due on or after its issue date, whichever of them changes', async () => {
  const draft = await office.draft(ann, client, { issue_date: day(5), due_date: day(10) });
  for (const dates of [{ due_date: day(4) }, { issue_date: day(11) }]) {
    const { body } = await office.call(ann, 'update-invoice', { invoice_id: draft.id, ...dates }).expect(400);
    expect(body.details).toEqual([{ field: 'due_date', message: 'due_date must not be before issue_date' }]);
  }
  await office.update(ann, draft, { issue_date: day(11), due_date: day(11) });
});

it('goes to another client of the same currency', async () => {
  const [same, other, foreign] = [
    await office.client(ann, { name: 'Same' }),
    await office.client(ann, { currency: 'eur' }),
    await office.client(ben),
  ];
  const draft = await office.draft(ann, client);
  expect((await office.update(ann, draft, { client_id: same.id })).client_id).toBe(same.id);
  const move = (client_id: string) => ({ invoice_id: draft.id, client_id });
  const refusal = "Item currency differs from the client's";
  await office.expectRefused(ann, 'update-invoice', move(other.id), 400, refusal);
  for (const id of [foreign.id, randomUUID()])
    await office.expectRefused(ann, 'update-invoice', move(id), 404, 'Client not found');
});

it('of an issued one only the due date, the order number and the reminders change', async () => {
  const invoice = await office.invoice(ann, client);
  const allowed = { due_date: day(40), po_number: 'PO-1', reminders: false };
  expect(await office.update(ann, invoice, allowed)).toMatchObject({ ...allowed, number: invoice.number });
  const refusal = 'Issued invoices cannot be changed; use a credit note';
  for (const changes of [
    { lines: [line(1)] },
    { notes: 'x' },
    { footer: null },
    { discount: 1 },
    { discount_percent: 1 },
    { issue_date: day(0) },
    { client_id: client.id },
    { prices_include_tax: true },
    { due_date: day(50), notes: 'x' },
  ])
    await office.expectRefused(ann, 'update-invoice', { invoice_id: invoice.id, ...changes }, 409, refusal);
  for (const [due_date, message] of [
    [null, 'due_date of an issued invoice must be a day'],
    [day(-1), 'due_date must not be before issue_date'],
  ]) {
    const { body } = await office.call(ann, 'update-invoice', { invoice_id: invoice.id, due_date }).expect(400);
    expect(body.details).toEqual([{ field: 'due_date', message }]);
  }
  expect((await office.get(ann, invoice)).invoice).toMatchObject(allowed);
});

it('a void one never changes', async () => {
  const invoice = await office.invoice(ann, client);
  await office.void(ann, invoice);
  const change = { invoice_id: invoice.id, po_number: 'x' };
  await office.expectRefused(ann, 'update-invoice', change, 409, 'Invoice is void');
});

it('a new due date lets the reminders begin anew', async () => {
  const invoice = await office.invoice(ann, client);
  await office.rows(
    'UPDATE ext_invoicing.documents SET reminded_mark = 7, overdue_told = true WHERE id = $1',
    invoice.id,
  );
  await office.update(ann, invoice, { po_number: 'x' });
  expect(await office.row(invoice)).toMatchObject({ reminded_mark: 7, overdue_told: true });
  await office.update(ann, invoice, { due_date: day(90) });
  expect(await office.row(invoice)).toMatchObject({ reminded_mark: null, overdue_told: false });
});

it('only drafts are deleted', async () => {
  const [draft, issued, void_] = [
    await office.draft(ann, client),
    await office.invoice(ann, client),
    await office.invoice(ann, client),
  ];
  await office.void(ann, void_);
  expect(await office.ask(ann, 'delete-invoice', { invoice_id: draft.id })).toEqual({ message: 'Invoice deleted' });
  await office.expectRefused(ann, 'get-invoice', { invoice_id: draft.id }, 404, 'Invoice not found');
  expect(await office.rows('SELECT id FROM ext_invoicing.document_lines WHERE document_id = $1', draft.id)).toEqual([]);
  for (const { id } of [issued, void_])
    await office.expectRefused(ann, 'delete-invoice', { invoice_id: id }, 409, 'Only drafts can be deleted');
});

it('of twenty that delete or issue a draft at once, one kind wins', async () => {
  const draft = await office.draft(ann, client);
  const before = (await office.numbers(ann)).length;
  const answers = await atOnce(20, (n) =>
    office.call(ann, n % 2 ? 'issue-invoice' : 'delete-invoice', { invoice_id: draft.id }),
  );
  const issued = (await office.numbers(ann)).length - before;
  expect(tally(answers)).toEqual(issued ? { 200: 10, 409: 10 } : { 200: 1, 404: 19 });
});

it('a copy has the lines, the discount and the texts, with the rates as they are now', async () => {
  const rate = await office.rate(ann, 10, 'Copied');
  const original = await office.invoice(ann, client, {
    lines: [line(100, { tax_rate_id: rate.id, quantity: 2, discount_percent: 50, unit: 'h' }), line(-10)],
    discount_percent: 10,
    notes: 'Note',
    footer: 'Foot',
    po_number: 'PO-1',
    issue_date: day(-3),
  });
  await office.ask(ann, 'save-tax-rate', { tax_rate_id: rate.id, percent: 20 });
  const copy = await office.draft(ann, client, { copy_of: original.id });
  expect(copy).toMatchObject({ status: 'draft', discount_percent: 10, notes: 'Note', footer: 'Foot', po_number: null });
  expect(copy).toMatchObject({ subtotal: 90, discount: 9, tax: 18, total: 99, issue_date: null });
  const lines = (id: string) => office.get(ann, { id }).then((shown) => shown.lines);
  const same = ['description', 'quantity', 'unit', 'unit_price', 'discount_percent', 'amount', 'position'] as const;
  const picked = (all: any[]) => all.map((one) => same.map((name) => one[name]));
  expect(picked(await lines(copy.id))).toEqual(picked(await lines(original.id)));
  const own = { notes: null, discount: 5 };
  expect(await office.draft(ann, client, { copy_of: original.id, ...own })).toMatchObject({
    ...own,
    discount_percent: null,
  });
  const both = { client_id: client.id, copy_of: original.id, lines: [line(1)] };
  await office.expectRefused(ann, 'create-invoice', both, 400, 'Give lines or copy_of');
});

it('a copy goes to another client of the same currency', async () => {
  const original = await office.draft(ann, client, { lines: [line(10)], discount: 4 });
  const [same, other] = [await office.client(ann), await office.client(ann, { currency: 'jpy' })];
  const copy = await office.draft(ann, same, { copy_of: original.id });
  expect(copy).toMatchObject({ client_id: same.id, discount: 4, total: 6 });
  const asked = { client_id: other.id, copy_of: original.id };
  await office.expectRefused(ann, 'create-invoice', asked, 400, "Item currency differs from the client's");
});

it('invoices are their owner’s alone', async () => {
  const { id: invoice_id } = await office.draft(ann, client);
  for (const [action, more] of [
    ['get-invoice', {}],
    ['update-invoice', { notes: 'x' }],
    ['delete-invoice', {}],
    ['issue-invoice', {}],
    ['send-invoice', {}],
    ['void-invoice', { reason: 'x' }],
  ] as const) {
    await office.expectRefused(ben, action, { invoice_id, ...more }, 403, 'Forbidden');
    await office.expectRefused(ann, action, { invoice_id: randomUUID(), ...more }, 404, 'Invoice not found');
  }
});

it('a credit note is read as an invoice, and is none', async () => {
  const invoice = await office.invoice(ann, client);
  const id = await office.creditNote(invoice, 500);
  expect((await office.get(ann, { id })).invoice).toMatchObject({ kind: 'credit_note', number: 'CN-500', total: 5 });
  expect((await office.get(ann, invoice)).credit_notes).toMatchObject([{ id, reason: 'Goodwill' }]);
  for (const [action, more] of [
    ['update-invoice', { po_number: 'x' }],
    ['delete-invoice', {}],
    ['issue-invoice', {}],
    ['send-invoice', {}],
    ['void-invoice', { reason: 'x' }],
  ] as const)
    await office.expectRefused(ann, action, { invoice_id: id, ...more }, 404, 'Invoice not found');
  const copy = { client_id: client.id, copy_of: id };
  await office.expectRefused(ann, 'create-invoice', copy, 404, 'Invoice not found');
});
