import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { day, Office, SELLER } from './office.js';

let office: Office;
let ann: Account;
let client: any;
let addresses = 0;
beforeAll(async () => {
  office = await Office.behindProxy();
});
beforeEach(async () => {
  ann = await office.owner();
  client = await office.client(ann, { contact_name: 'Ada', email: 'ada@acme.example', notes: 'Pays late.' });
});
afterAll(() => office.stop());

const somewhere = () => `198.51.${++addresses >> 8}.${addresses & 255}`;
const view = (token: string, who = office.nobody()) =>
  office.ask(office.from(somewhere(), who), 'view-invoice', { token });

it('shows what is printed, and nothing else of the owner', async () => {
  const rate = await office.rate(ann);
  const lines = [
    { description: 'Design', quantity: 2, unit: 'h', unit_price: 50, tax_rate_id: rate.id },
    { description: 'Travel', unit_price: 10, discount_percent: 10, tax_rate_id: null },
  ];
  const invoice = await office.invoice(ann, client, { lines, notes: 'Thanks', footer: 'Foot', po_number: 'PO-7' });
  const shown = await view(await office.token(invoice));
  expect(shown).toEqual({
    invoice: {
      id: invoice.id,
      kind: 'invoice',
      number: invoice.number,
      state: 'open',
      issue_date: day(0),
      due_date: day(14),
      currency: 'usd',
      prices_include_tax: false,
      discount_percent: null,
      discount: 0,
      subtotal: 109,
      tax: 19,
      total: 128,
      paid: 0,
      credited: 0,
      due: 128,
      tax_lines: [
        { name: 'VAT 19', percent: 19, net: 100, tax: 19 },
        { name: null, percent: 0, net: 9, tax: 0 },
      ],
      po_number: 'PO-7',
      notes: 'Thanks',
      footer: 'Foot',
      reason: null,
      paid_at: null,
      voided_at: null,
      invoice_number: null,
    },
    lines: [
      expect.objectContaining({
        description: 'Design',
        quantity: 2,
        unit: 'h',
        unit_price: 50,
        percent: 19,
        amount: 100,
      }),
      expect.objectContaining({ description: 'Travel', discount_percent: 10, tax_name: null, percent: 0, amount: 9 }),
    ],
    seller: expect.objectContaining({ name: SELLER.business_name, tax_number: SELLER.tax_number }),
    client: expect.objectContaining({ name: 'Acme', contact_name: 'Ada' }),
    payments: [],
    credit_notes: [],
    can_pay: true,
    pdf_url: invoice.pdf_url,
  });
  expect(JSON.stringify(shown)).not.toContain('Pays late.');
});

it('of twenty that open it at once the owner hears once', async () => {
  const invoice = await office.invoice(ann, client);
  const token = await office.token(invoice);
  await atOnce(20, () => view(token));
  expect(await office.told(ann)).toEqual(['viewed']);
  expect((await office.notices(ann, 'viewed'))[0].data).toMatchObject({
    invoice_id: invoice.id,
    number: invoice.number,
  });
  const { invoice: after, events } = await office.get(ann, invoice);
  expect(after.viewed_at).toEqual(expect.any(String));
  expect(events.filter(({ kind }: any) => kind === 'viewed')).toMatchObject([{ actor_id: null }]);
  await view(token);
  expect(await office.told(ann)).toEqual(['viewed']);
});

it('the owner’s own view is none, that of another account is', async () => {
  const invoice = await office.invoice(ann, client);
  const token = await office.token(invoice);
  await view(token, ann);
  expect((await office.get(ann, invoice)).invoice.viewed_at).toBeNull();
  expect(await office.told(ann)).toEqual([]);
  await view(token, await office.service.account());
  expect(await office.told(ann)).toEqual(['viewed']);
});

it('30 views a minute come from one address', async () => {
  const token = await office.token(await office.invoice(ann, client));
  const here = office.from(somewhere());
  const answers = await atOnce(40, () => office.call(here, 'view-invoice', { token }));
  expect(tally(answers)).toEqual({ 200: 30, 429: 10 });
  const refused = await office.call(here, 'view-invoice', { token: 'unknown' }).expect(429);
  expect(refused.body).toEqual({ error: 'Too many requests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await view(token);
});

it('unknown tokens, drafts and what is deleted are not found', async () => {
  const draft = await office.draft(ann, client);
  const token = await office.token(draft);
  for (const one of [token, 'f'.repeat(32), 'x', 'ü'.repeat(64), `${token} `])
    await office.expectRefused(office.from(somewhere()), 'view-invoice', { token: one }, 404, 'Invoice not found');
  await office.expectRefused(ann, 'view-invoice', { token }, 404, 'Invoice not found');
  await office.ask(ann, 'delete-invoice', { invoice_id: draft.id });
  await office.expectRefused(office.from(somewhere()), 'view-invoice', { token }, 404, 'Invoice not found');
  for (const wrong of [{}, { token: '' }, { token: 7 }, { token: 'x'.repeat(65) }])
    await office.call(office.from(somewhere()), 'view-invoice', wrong).expect(400);
});

it('a void one is shown without its reason, and cannot be paid', async () => {
  const invoice = await office.invoice(ann, client);
  await office.void(ann, invoice, 'For my books only');
  const shown = await view(await office.token(invoice));
  expect(shown).toMatchObject({ can_pay: false, invoice: { state: 'void', due: 0, reason: null } });
});

it('can be paid while something is due and the owner takes payments online', async () => {
  const [open, paid] = [await office.invoice(ann, client), await office.invoice(ann, client)];
  await office.settle(paid, { paid: 100_000 });
  await office.settle(open, { paid: 40_000 });
  const [ofOpen, ofPaid] = [await office.token(open), await office.token(paid)];
  expect(await view(ofOpen)).toMatchObject({
    can_pay: true,
    invoice: { state: 'partially_paid', paid: 400, due: 600 },
  });
  expect(await view(ofPaid)).toMatchObject({ can_pay: false, invoice: { state: 'paid', due: 0 } });
  await office.set(ann, { online_payment: false });
  expect(await view(ofOpen)).toMatchObject({ can_pay: false });
});

it('shows payments and credit notes, without what is pending', async () => {
  const invoice = await office.invoice(ann, client);
  for (const [status, amount] of [
    ['completed', 30_000],
    ['pending', 20_000],
    ['reversed', 10_000],
  ])
    await office.rows(
      `INSERT INTO ext_invoicing.invoice_payments (owner_id, document_id, client_id, amount_minor, currency, method, paid_on,
         status, note, reference) VALUES ($1, $2, $3, $4, 'usd', 'cash', $5, $6, 'Own note', 'R-1')`,
      ann.id,
      invoice.id,
      client.id,
      amount,
      day(0),
      status,
    );
  await office.creditNote(invoice, 500);
  const shown = await view(await office.token(invoice));
  expect(shown.payments).toEqual([
    { amount: 300, currency: 'usd', method: 'cash', paid_on: day(0), status: 'completed', reversed: 0 },
    { amount: 100, currency: 'usd', method: 'cash', paid_on: day(0), status: 'reversed', reversed: 0 },
  ]);
  expect(shown.credit_notes).toEqual([{ number: 'CN-500', total: 5, issue_date: day(0), reason: 'Goodwill' }]);
});

it('shows which invoice a credit note is for', async () => {
  const invoice = await office.invoice(ann, client);
  const input = { invoice_id: invoice.id, amount: 5, reason: 'Goodwill' };
  const { credit_note } = await office.ask(ann, 'create-credit-note', input);
  const shown = await view(await office.token(credit_note));
  expect(shown.invoice).toMatchObject({ kind: 'credit_note', invoice_number: invoice.number, reason: 'Goodwill' });
});
