import { type Account, TestService } from '../../support/service.js';
import { fillInvoices, reading } from './many-invoices.js';
import { day } from './office.js';

const COUNT = 50_000;
const END = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
const BEGIN = ['', '00000000-0000-0000-0000-000000000000'];
/** Twenty rows with their clients are in fewer; a hundredth of the table is more. */
const A_PAGE = 400;

let service: TestService;
let owner: Account;
let client: { id: string };
let base: string[];
beforeAll(async () => {
  service = await TestService.forPlans();
  owner = await service.account();
  await owner.client.post('/v1/apps/install', { slug: 'invoicing' }).expect(200);
  await fillInvoices(service.database, owner.id, COUNT, 1_000);
  base = [owner.id, day(0), 'invoice'];
  [client] = (await call('list-clients')).clients;
});
afterAll(() => service.stop());

const call = async (action: string, input: object = {}) =>
  (await owner.client.post(`/v1/apps/invoicing/${action}`, input).expect(200)).body;

async function expectFew(name: string, values: unknown[], most = A_PAGE): Promise<void> {
  const { pages, plan } = await reading(service.database, name, values);
  expect({ name, isFew: pages <= most, plan: pages <= most ? '' : plan }).toEqual({ name, isFew: true, plan: '' });
  expect(plan).not.toContain('Seq Scan on documents');
}

it.each([
  ['draft', 'a'],
  ['void', 'b'],
  ['paid', 'c'],
  ['overdue', 'd'],
  ['open', 'e'],
  ['partially_paid', 'f'],
])('a page of those that are %s reads few rows', async (state, letter) => {
  const { invoices } = await call('list-invoices', { state });
  expect(invoices.length).toBeGreaterThan(0);
  await expectFew(`invoicing_documents newest ${letter}`, [...base, ...END, 21]);
});

it('a page reads few rows, whatever it is filtered by', async () => {
  for (const input of [
    {},
    { client_id: client.id },
    { q: '4777' },
    { from: day(-700), to: day(-690) },
    { from: day(-9) },
    { to: day(-900) },
    { state: 'void', from: day(-700) },
  ])
    expect((await call('list-invoices', input)).invoices.length).toBeGreaterThan(0);
  await expectFew('invoicing_documents newest', [...base, ...END, 21]);
  await expectFew('invoicing_documents newest g', [...base, ...END, 21, client.id]);
  for (const words of [['%4777%'], ['%nothing%'], ['%nothing%', client.id]])
    await expectFew('invoicing_documents newest h few', [...base, ...END, 21, words]);
  await call('list-invoices', { q: '7' });
  for (const words of [['%7%'], ['%INV%']])
    await expectFew('invoicing_documents newest h', [...base, ...END, 21, words]);
  await expectFew('invoicing_documents issued ij', [...base, ...END, 21, day(-700), day(-690)]);
  await expectFew('invoicing_documents issued i', [...base, ...END, 21, day(-700)]);
  await expectFew('invoicing_documents issued j', [...base, ...END, 21, day(-900)]);
  await expectFew('invoicing_documents issued bi', [...base, ...END, 21, day(-700)]);
});

it('a later page reads no more than the first', async () => {
  const values = [...base, new Date(Date.now() - 700 * 86_400_000).toISOString(), END[1], 21];
  await expectFew('invoicing_documents newest', values);
  await expectFew('invoicing_documents newest c', values);
  await expectFew('invoicing_documents newest d', values);
});

it('totals are read from sums, or from the rows that are asked for', async () => {
  const totals = (whose: string, from: string, to: string, state: string | null = null) =>
    expectFew('invoicing_totals', [owner.id, [whose], 'invoice', day(0), from, to, state, null]);
  for (const whose of [owner.id, client.id])
    for (const state of [null, 'overdue']) await totals(whose, 'infinity', 'infinity', state);
  await totals(owner.id, day(-700), day(-336));
  await totals(owner.id, '-infinity', '9999-12-31', 'overdue');
  await expectFew('invoicing_totals_of any numbers', [...base, null, ['%4777%'], null, null, null]);
  await call('list-invoices', { q: '4777', from: day(-700) });
  await expectFew('invoicing_totals_of any', [...base, null, ['%4777%'], null, null, null]);
  await expectFew('invoicing_totals_of any', [...base, client.id, null, day(-700), day(-600), null]);
});

it('clients are read with what they owe', async () => {
  await call('get-client', { client_id: client.id });
  await call('list-clients', { q: 'Client 77' });
  await expectFew('invoicing_clients name', [owner.id, 'active', ...BEGIN, 21]);
  await expectFew('invoicing_clients name a', [owner.id, 'active', ...BEGIN, 21, '%Client 77%']);
  await expectFew('invoicing_clients_named', [owner.id, '%Client 77%']);
  await expectFew('invoicing_outstanding', [owner.id, [client.id]]);
  await expectFew('invoicing_balance', [owner.id, client.id, day(0)]);
  await expectFew('invoicing_has_unpaid', [client.id]);
  await expectFew('invoicing_unpaid_of_client', [client.id]);
});

it('one invoice is read by its id or token, with all that is about it', async () => {
  const [{ id }] = (await call('list-invoices')).invoices;
  const { invoice } = await call('get-invoice', { invoice_id: id });
  expect(invoice.id).toBe(id);
  for (const [table, column] of [
    ['documents', 'public_token'],
    ['documents', 'invoice_id'],
    ['document_lines', 'document_id'],
    ['document_events', 'document_id'],
    ['invoice_payments', 'document_id'],
  ] as const) {
    const value = column === 'public_token' ? 'f'.repeat(32) : id;
    await expectFew(`SELECT * FROM ext_invoicing.${table} WHERE ${column} = $1`, [value], 20);
  }
});

it('payments are read by their day, client or invoice, and their totals from sums', async () => {
  const [{ document_id }] = (await call('list-payments')).payments;
  await call('list-payments', { client_id: client.id });
  await call('list-payments', { invoice_id: document_id });
  await call('list-payments', { from: day(-700), to: day(-690), method: 'bank_transfer' });
  const own = [owner.id, 'completed'];
  await expectFew('invoicing_payments newest', [...own, ...END, 21]);
  await expectFew('invoicing_payments newest', [...own, day(-700), END[1], 21]);
  await expectFew('invoicing_payments newest a', [...own, ...END, 21, client.id]);
  await expectFew('invoicing_payments newest b', [...own, ...END, 21, document_id]);
  await expectFew('invoicing_payments newest cde', [...own, ...END, 21, 'bank_transfer', day(-700), day(-690)]);
  await expectFew('invoicing_payment_totals', [...own, 'infinity', 'infinity', null]);
  await expectFew('invoicing_payment_totals', [...own, day(-700), day(-336), 'bank_transfer']);
  await expectFew('invoicing_payment_totals_of client_id', [...own, client.id]);
  await expectFew('invoicing_payment_totals_of invoice_id', [...own, document_id]);
});

it('statistics of a year are read from sums', async () => {
  const days = { from: day(-364), to: day(0) };
  await call('stats', days);
  for (const name of ['issued', 'taxes', 'collected'])
    await expectFew(`invoicing_stats_${name}`, [owner.id, days.from, days.to]);
  await expectFew('invoicing_stats_due', [owner.id, day(0)]);
  await expectFew('invoicing_stats_credit', [owner.id]);
});

it('drafts are found by their rate, and rows of other apps by their reference', async () => {
  const { tax_rate } = await call('save-tax-rate', { name: 'VAT', percent: 19 });
  await call('save-tax-rate', { tax_rate_id: tax_rate.id, percent: 20 });
  await expectFew('invoicing_drafts_with_rate', [tax_rate.id, owner.id]);
  const source = `SELECT * FROM ext_invoicing.documents WHERE owner_id = $1 AND source = $2 AND source_ref = $3`;
  await expectFew(source, [owner.id, 'timetracking', 'x']);
});
