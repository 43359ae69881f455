import type { Account } from '../../support/service.js';
import { day, Office } from './office.js';

let office: Office;
let ann: Account;
let usd: any;
let yen: any;
beforeAll(async () => {
  office = await Office.start();
});
beforeEach(async () => {
  ann = await office.owner();
  [usd, yen] = [await office.client(ann), await office.client(ann, { currency: 'jpy' })];
});
afterAll(() => office.stop());

const RANGE = { from: day(-100), to: day(0) };
const stats = async (days: object = RANGE) => (await office.ask(ann, 'stats', days)).stats;
const issue = (client: any, amount: number, ago: number, more: object = {}) =>
  office.priced(ann, client, amount, { issue: true, issue_date: day(-ago), due_date: day(5), ...more });

/** As the actions of payments leave it. */
const pay = (
  invoice: any,
  minor: number,
  ago: number,
  more: { status?: string; method?: string; reversed?: number } = {},
) =>
  office.rows(
    `INSERT INTO ext_invoicing.invoice_payments
       (owner_id, document_id, client_id, amount_minor, currency, method, paid_on, status, reversed_minor)
     SELECT owner_id, id, client_id, $2, currency, $3, $4, $5, $6 FROM ext_invoicing.documents WHERE id = $1`,
    invoice.id,
    minor,
    more.method ?? 'cash',
    day(-ago),
    more.status ?? 'completed',
    more.reversed ?? 0,
  );

const creditNote = (invoice: any, minor: number, tax_lines: object[] = []) =>
  office.creditNote(invoice, minor, { issue_date: day(-1), tax_lines });

it('an owner without invoices has figures of nothing', async () => {
  expect(await stats()).toEqual({
    invoiced: {},
    credited: {},
    collected: {},
    tax: [],
    outstanding: {},
    overdue: {},
    aging: {},
    client_credit: {},
    invoices_issued: 0,
    average_days_to_pay: null,
  });
});

it('what is issued counts on its day, without drafts and void ones', async () => {
  await issue(usd, 100, 10);
  await issue(usd, 50.5, 101);
  await issue(yen, 3000, 100);
  await office.void(ann, await issue(usd, 70, 10));
  await office.priced(ann, usd, 80, { issue_date: day(-10) });
  await creditNote(await issue(usd, 10, 0), 250);
  expect(await stats()).toMatchObject({
    invoiced: { usd: 110, jpy: 3000 },
    credited: { usd: 2.5 },
    invoices_issued: 3,
  });
  expect(await stats({ from: day(-100), to: day(-100) })).toMatchObject({
    invoiced: { jpy: 3000 },
    invoices_issued: 1,
  });
});

it('tax is that of invoices less that of credit notes, by rate', async () => {
  const [full, reduced] = [await office.rate(ann, 19, 'VAT'), await office.rate(ann, 7, 'Reduced')];
  const line = (unit_price: number, tax_rate_id: string | null) => ({ description: 'x', unit_price, tax_rate_id });
  const first = await office.invoice(ann, usd, { lines: [line(100, full.id), line(50, reduced.id), line(9, null)] });
  await office.invoice(ann, usd, { lines: [line(200, full.id)], prices_include_tax: true });
  await creditNote(first, 1190, [{ name: 'VAT', rate_ppm: 190_000, net: 1000, tax: 190 }]);
  const { tax } = await stats();
  expect(tax).toEqual([
    { currency: 'usd', name: 'Reduced', percent: 7, net: 50, tax: 3.5 },
    { currency: 'usd', name: 'VAT', percent: 19, net: 258.07, tax: 49.03 },
  ]);
});

it('what is collected counts on the day of the payment, without credit and what was reversed', async () => {
  const invoice = await issue(usd, 1000, 60);
  await pay(invoice, 10_000, 3);
  await pay(invoice, 5_000, 3, { reversed: 2_000 });
  await pay(invoice, 7_000, 3, { status: 'pending' });
  await pay(invoice, 7_000, 3, { status: 'reversed', reversed: 7_000 });
  await pay(invoice, 7_000, 3, { method: 'credit' });
  await pay(await issue(yen, 5000, 3), 5_000, 2);
  await pay(invoice, 900, 101);
  expect((await stats()).collected).toEqual({ usd: 130, jpy: 5000 });
});

it('what is due now is told by its age', async () => {
  const due = (amount: number, ago: number) => issue(usd, amount, 200, { due_date: day(-ago) });
  await due(1, 0);
  await due(2, 1);
  await due(4, 30);
  await due(8, 31);
  await due(16, 60);
  await due(32, 61);
  await due(64, 90);
  await due(128, 91);
  await office.settle(await due(256, 150), { paid: 10_000, credited: 5_600 });
  await office.settle(await due(512, 5), { paid: 51_200 });
  await office.priced(ann, usd, 1024);
  await office.void(ann, await due(2048, 5));
  await issue(yen, 700, 0);
  expect(await stats({ from: day(0), to: day(0) })).toMatchObject({
    outstanding: { usd: 355, jpy: 700 },
    overdue: { usd: 354 },
    aging: {
      usd: { not_due: 1, '1_30': 6, '31_60': 24, '61_90': 96, over_90: 228 },
      jpy: { not_due: 700, '1_30': 0, '31_60': 0, '61_90': 0, over_90: 0 },
    },
  });
});

it('credit of clients is told by its currency', async () => {
  await office.rows('UPDATE ext_invoicing.clients SET credit_minor = 150 WHERE owner_id = $1', ann.id);
  await office.rows(
    `INSERT INTO ext_invoicing.clients (owner_id, name, currency, credit_minor) VALUES ($1, 'x', 'usd', 50)`,
    ann.id,
  );
  expect((await stats()).client_credit).toEqual({ usd: 2, jpy: 150 });
});

it('the days until an invoice is paid are those between issue and payment', async () => {
  for (const [ago, paidAgo] of [
    [20, 10],
    [20, 15],
    [9, 9],
  ] as const) {
    const invoice = await issue(usd, 10, ago);
    await office.settle(invoice, { paid: 1_000 });
    await office.rows(
      `UPDATE ext_invoicing.documents SET paid_at = $2::date + interval '12 hours' WHERE id = $1`,
      invoice.id,
      day(-paidAgo),
    );
  }
  await issue(usd, 10, 5);
  await issue(usd, 0, 5);
  expect((await stats()).average_days_to_pay).toBe(5);
});

it('an invoice is paid on the day that the zone of the owner has then', async () => {
  const zoned = (timezone: string) => office.set(ann, { timezone });
  const paidAt = async (moment: string) => {
    const invoice = await issue(usd, 10, 20);
    await office.settle(invoice, { paid: 1_000 });
    await office.rows('UPDATE ext_invoicing.documents SET paid_at = $2 WHERE id = $1', invoice.id, moment);
  };
  await zoned('Asia/Tokyo');
  await paidAt(`${day(-16)}T23:00:00Z`);
  await zoned('America/New_York');
  expect((await stats()).average_days_to_pay).toBe(5);
  await paidAt(`${day(-10)}T03:00:00Z`);
  expect((await stats()).average_days_to_pay).toBe(7);
});

it('figures are those of the caller', async () => {
  const ben = await office.owner();
  await office.invoice(ben, await office.client(ben));
  expect(await stats()).toMatchObject({ invoiced: {}, outstanding: {}, invoices_issued: 0 });
});
