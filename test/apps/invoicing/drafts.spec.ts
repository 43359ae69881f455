import { randomUUID } from 'node:crypto';
import type { Account } from '../../support/service.js';
import { DESIGN, Office } from './office.js';

let office: Office;
let ann: Account;
let ben: Account;
let client: any;
beforeAll(async () => {
  office = await Office.start();
  ben = await office.owner();
});
beforeEach(async () => {
  ann = await office.owner();
  client = await office.client(ann);
});
afterAll(() => office.stop());

const line = (unit_price: number, more: object = {}) => ({ description: 'Work', unit_price, ...more });

it('a draft has no number, no dates of its own and no parties', async () => {
  const rate = await office.rate(ann);
  const draft = await office.draft(ann, client, { lines: [{ ...DESIGN, tax_rate_id: rate.id }], po_number: 'PO-7' });
  expect(draft).toMatchObject({
    owner_id: ann.id,
    client_id: client.id,
    kind: 'invoice',
    status: 'draft',
    state: 'draft',
    number: null,
    issue_date: null,
    due_date: null,
    currency: 'usd',
    subtotal: 1000,
    tax: 190,
    total: 1190,
    due: 1190,
    po_number: 'PO-7',
    source: 'manual',
    seller: null,
    client: null,
    hosted_url: null,
    pdf_url: null,
  });
  expect(draft.draft_pdf_url).toMatch(/\/public\/drafts\/[\w-]+\.pdf$/);
  const { lines, events, payments, credit_notes } = await office.get(ann, draft);
  expect(lines).toEqual([
    expect.objectContaining({ ...DESIGN, position: 1, amount: 1000, tax_name: 'VAT 19', percent: 19 }),
  ]);
  expect(events.map(({ kind, actor_id }: any) => [kind, actor_id])).toEqual([['created', ann.id]]);
  expect([payments, credit_notes]).toEqual([[], []]);
  expect(Object.keys(draft)).not.toContain('public_token');
});

it('what the settings say stands on new drafts, unless the draft says otherwise', async () => {
  const settings = { default_notes: 'Thank you', default_footer: 'IBAN', prices_include_tax: true };
  await office.set(ann, settings);
  expect(await office.draft(ann, client)).toMatchObject({
    notes: 'Thank you',
    footer: 'IBAN',
    prices_include_tax: true,
  });
  const own = { notes: null, footer: 'Other', prices_include_tax: false };
  expect(await office.draft(ann, client, own)).toMatchObject(own);
});

it('a line without a rate has that of its item, of the client or of the settings, in this order', async () => {
  const [ofSettings, ofClient, ofItem, own] = [
    await office.rate(ann, 1),
    await office.rate(ann, 2),
    await office.rate(ann, 3),
    await office.rate(ann, 4),
  ];
  const [taxed, plain] = [await office.item(ann, { tax_rate_id: ofItem.id }), await office.item(ann)];
  const lines = [
    line(1),
    line(1, { tax_rate_id: null }),
    line(1, { tax_rate_id: own.id }),
    { item_id: taxed.id },
    { item_id: plain.id },
    { item_id: taxed.id, tax_rate_id: null },
  ];
  const percents = async (whose: any) =>
    (await office.get(ann, await office.draft(ann, whose, { lines }))).lines.map(({ percent }: any) => percent);
  expect(await percents(client)).toEqual([0, 0, 4, 3, 0, 0]);
  await office.set(ann, { default_tax_rate_id: ofSettings.id });
  expect(await percents(client)).toEqual([1, 0, 4, 3, 1, 0]);
  const taxedClient = await office.client(ann, { tax_rate_id: ofClient.id });
  expect(await percents(taxedClient)).toEqual([2, 0, 4, 3, 2, 0]);
  await office.set(ann, { default_tax_rate_id: randomUUID() });
  expect(await percents(client)).toEqual([0, 0, 4, 3, 0, 0]);
});

it('a line of an item has its fields, each of which may be given anew', async () => {
  const item = await office.item(ann, { name: 'Poster', description: 'A2', unit: 'pc', unit_price: 25 });
  const lines = [
    { item_id: item.id },
    { item_id: item.id, quantity: 2, unit_price: 20, unit: null, description: 'Large poster', discount_percent: 50 },
  ];
  const { lines: made } = await office.get(ann, await office.draft(ann, client, { lines }));
  expect(made).toEqual([
    expect.objectContaining({ description: 'Poster\nA2', quantity: 1, unit: 'pc', unit_price: 25, amount: 25 }),
    expect.objectContaining({
      description: 'Large poster',
      unit: null,
      unit_price: 20,
      discount_percent: 50,
      amount: 20,
    }),
  ]);
});

it('amounts are rounded half away from zero, tax by the sum of a rate', async () => {
  const rate = await office.rate(ann, 19);
  const taxed = (unit_price: number, more: object = {}) => line(unit_price, { tax_rate_id: rate.id, ...more });
  // Each line by itself would have 0.01 of tax.
  expect(await office.sums(ann, client, [taxed(0.03), taxed(0.03), taxed(0.03)])).toMatchObject({
    tax: 0.02,
    total: 0.11,
  });
  expect(await office.sums(ann, client, [line(0.05, { quantity: 0.5 })])).toMatchObject({ total: 0.03 });
  expect(await office.sums(ann, client, [line(1), line(-0.05, { quantity: 0.5 })])).toMatchObject({ total: 0.97 });
  expect(await office.sums(ann, client, [line(0.99, { discount_percent: 50 })])).toMatchObject({ total: 0.49 });
  expect(await office.sums(ann, client, [taxed(119)], { prices_include_tax: true })).toEqual({
    subtotal: 119,
    discount: 0,
    tax: 19,
    total: 119,
    tax_lines: [{ name: 'VAT 19', percent: 19, net: 100, tax: 19 }],
  });
  expect(await office.sums(ann, client, [line(10), line(10), line(10)], { discount: 0.01 })).toMatchObject({
    subtotal: 30,
    discount: 0.01,
    total: 29.99,
  });
  expect(await office.sums(ann, client, [taxed(100)], { discount_percent: 12.5 })).toMatchObject({
    discount: 12.5,
    tax: 16.63,
    total: 104.13,
  });
});

it('amounts have the decimals of their currency', async () => {
  const yen = await office.client(ann, { currency: 'jpy' });
  const dinar = await office.client(ann, { currency: 'kwd' });
  const rate = await office.rate(ann, 10);
  const taxed = (unit_price: number) => line(unit_price, { tax_rate_id: rate.id, quantity: 3 });
  expect(await office.sums(ann, yen, [taxed(105)], { discount: 10 })).toMatchObject({
    subtotal: 315,
    tax: 31,
    total: 336,
  });
  expect(await office.sums(ann, dinar, [taxed(1.005)], { discount: 0.015 })).toMatchObject({ tax: 0.3, total: 3.3 });
  const message = (field: string) => `${field} must have no more decimals than its currency has`;
  for (const [whose, price] of [
    [yen, 1.5],
    [client, 1.234],
    [dinar, 1.2345],
  ]) {
    const input = { client_id: whose.id, lines: [line(1), line(price)] };
    const { body } = await office.call(ann, 'create-invoice', input).expect(400);
    expect(body.details).toEqual([{ field: 'lines.1.unit_price', message: message('lines.1.unit_price') }]);
    const discounted = { client_id: whose.id, lines: [line(5)], discount: price };
    const refused = await office.call(ann, 'create-invoice', discounted).expect(400);
    expect(refused.body.details).toEqual([{ field: 'discount', message: message('discount') }]);
  }
});

it('what is too large for exact sums is refused', async () => {
  const most = line(999_999_999.99);
  for (const lines of [[{ ...most, quantity: 9_999_999_999 }], Array.from({ length: 200 }, () => most)]) {
    const input = { client_id: client.id, lines };
    await office.expectRefused(ann, 'create-invoice', input, 400, 'Amount is too large');
  }
  expect((await office.draft(ann, client, { lines: [most] })).total).toBe(999_999_999.99);
});

it.each([
  [{ lines: [] }, 'lines'],
  [{ lines: Array.from({ length: 201 }, () => line(1)) }, 'lines'],
  [{ lines: 'all' }, 'lines'],
  [{ lines: [{ unit_price: 1 }] }, 'lines.0.description'],
  [{ lines: [{ description: 'x' }] }, 'lines.0.unit_price'],
  [{ lines: [line(1, { quantity: 1.00001 })] }, 'lines.0.quantity'],
  [{ lines: [line(1, { quantity: -1 })] }, 'lines.0.quantity'],
  [{ lines: [line(1, { quantity: '2' })] }, 'lines.0.quantity'],
  [{ lines: [line(1, { discount_percent: 101 })] }, 'lines.0.discount_percent'],
  [{ lines: [line(1, { description: 'x'.repeat(2001) })] }, 'lines.0.description'],
  [{ lines: [line(1, { price: 2 })] }, 'lines.0.price'],
  [{ lines: [line(1)], discount_percent: 100.5 }, 'discount_percent'],
  [{ lines: [line(1)], discount: -1 }, 'discount'],
  [{ lines: [line(1)], issue_date: '2030-02-30' }, 'issue_date'],
  [{ lines: [line(1)], issue_date: '2030-02-02', due_date: '2030-02-01' }, 'due_date'],
  [{ lines: [line(1)], issue: 'yes' }, 'issue'],
])('%j is refused', async (fields, field) => {
  await office.expectFault(ann, 'create-invoice', { client_id: client.id, ...fields }, field);
  expect(await office.rows('SELECT id FROM ext_invoicing.documents WHERE owner_id = $1', ann.id)).toEqual([]);
});

it('200 lines are enough', async () => {
  const lines = Array.from({ length: 200 }, (_, n) => line(n, { description: `Line ${n}` }));
  const draft = await office.draft(ann, client, { lines });
  expect(draft.total).toBe(19_900);
  const made = (await office.get(ann, draft)).lines.map(({ description }: any) => description);
  expect(made).toEqual(lines.map(({ description }) => description));
});

it('what a draft names must be there and an own thing', async () => {
  const foreign = {
    client: await office.client(ben),
    item: await office.item(ben),
    rate: await office.rate(ben, 5, randomUUID().slice(0, 8)),
  };
  const invoice = await office.draft(ben, foreign.client);
  const lines = [line(1)];
  const cases: [object, number, string][] = [
    [{ client_id: foreign.client.id, lines }, 404, 'Client not found'],
    [{ client_id: randomUUID(), lines }, 404, 'Client not found'],
    [{ lines: [{ item_id: foreign.item.id }] }, 404, 'Item not found'],
    [{ lines: [{ item_id: randomUUID() }] }, 404, 'Item not found'],
    [{ lines: [line(1, { tax_rate_id: foreign.rate.id })] }, 404, 'Tax rate not found'],
    [{ lines: [line(1, { tax_rate_id: randomUUID() })] }, 404, 'Tax rate not found'],
    [{ copy_of: invoice.id }, 404, 'Invoice not found'],
    [{ copy_of: randomUUID() }, 404, 'Invoice not found'],
    [{}, 400, 'Give lines or copy_of'],
    [{ lines, discount: 1, discount_percent: 1 }, 400, 'Give discount_percent or discount'],
    [{ lines, discount: 1.01 }, 400, 'Invoice total cannot be negative'],
    [{ lines: [line(1), line(-2)] }, 400, 'Invoice total cannot be negative'],
  ];
  for (const [fields, status, error] of cases)
    await office.expectRefused(ann, 'create-invoice', { client_id: client.id, ...fields }, status, error);
  const draft = await office.draft(ann, client);
  for (const [fields, status, error] of cases.filter(([given]) => 'lines' in given))
    await office.expectRefused(ann, 'update-invoice', { invoice_id: draft.id, ...fields }, status, error);
  expect((await office.get(ann, draft)).invoice.total).toBe(1000);
});

it('an item of another currency needs a price of its own', async () => {
  const item = await office.item(ann, { currency: 'eur' });
  const asked = { client_id: client.id, lines: [{ item_id: item.id }] };
  await office.expectRefused(ann, 'create-invoice', asked, 400, "Item currency differs from the client's");
  expect((await office.draft(ann, client, { lines: [{ item_id: item.id, unit_price: 3 }] })).total).toBe(3);
});
