import { randomUUID } from 'node:crypto';
import { InvoicingService } from '../../../src/apps/invoicing/invoicing.service.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import { Refusal } from '../../../src/platform/http/refusal.js';
import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { day, Office } from './office.js';

let office: Office;
let ann: Account;
let client: any;
let invoicing: InvoicingService;
beforeAll(async () => {
  office = await Office.start();
  invoicing = office.service.app.get(InvoicingService, { strict: false });
});
beforeEach(async () => {
  ann = await office.owner();
  client = await office.client(ann, { currency: 'eur' });
});
afterAll(() => office.stop());

const inTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  office.service.app.get(DatabaseService, { strict: false }).transaction(work);
const hours = (more: object = {}) => ({
  client_id: client.id as string,
  currency: 'eur',
  lines: [{ description: 'March', quantity: 2.5, unit: 'h', unit_price: 80 }],
  source: 'timetracking' as const,
  source_ref: randomUUID() as string,
  ...more,
});
const create = (draft = hours(), owner = ann) => inTransaction(() => invoicing.createDraft(owner.id, draft));
const states = (ids: string[], owner = ann) => inTransaction(() => invoicing.getInvoiceStates(owner.id, ids));

async function expectRefusal(work: Promise<unknown>, status: number, message: string): Promise<void> {
  const error = await work.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  expect(error).toMatchObject({ status, message });
}

it('is ready for who has the app', async () => {
  const newcomer = await office.service.account();
  expect(await invoicing.isReady(ann.id)).toBe(true);
  expect(await invoicing.isReady(newcomer.id)).toBe(false);
});

it('tells the own clients', async () => {
  const ben = await office.owner();
  const foreign = await office.client(ben);
  const archived = await office.client(ann, { name: 'Old' });
  await office.ask(ann, 'update-client', { client_id: archived.id, status: 'archived' });
  const found = await invoicing.getClients(ann.id, [client.id, archived.id, foreign.id, randomUUID()]);
  expect(new Map(found.map((one) => [one.id, one]))).toEqual(
    new Map([
      [client.id, { id: client.id, name: 'Acme', currency: 'eur', status: 'active' }],
      [archived.id, { id: archived.id, name: 'Old', currency: 'usd', status: 'archived' }],
    ]),
  );
  expect(await invoicing.getClients(ann.id, [])).toEqual([]);
});

it('makes a draft that is like those of create-invoice', async () => {
  const rate = await office.rate(ann, 19);
  await office.set(ann, { default_tax_rate_id: rate.id });
  const draft = hours({ notes: 'Hours of March' });
  const { invoice_id, total } = await create(draft);
  expect(total).toBe(238);
  const { invoice, lines, events } = await office.get(ann, { id: invoice_id });
  const { source, source_ref } = draft;
  expect(invoice).toMatchObject({ status: 'draft', source, source_ref, total: 238, notes: 'Hours of March' });
  expect(lines).toMatchObject([{ description: 'March', quantity: 2.5, unit: 'h', unit_price: 80, percent: 19 }]);
  expect(events).toMatchObject([{ kind: 'created', actor_id: ann.id }]);
  const { invoices } = await office.ask(ann, 'list-invoices', { source: 'timetracking' });
  expect(invoices).toMatchObject([{ id: invoice_id }]);
});

it('gives the same invoice for the same reference, also at once and after it was issued', async () => {
  const draft = hours();
  const made = await atOnce(20, () => create(draft));
  expect(new Set(made.map(({ invoice_id }) => invoice_id)).size).toBe(1);
  await office.issue(ann, { id: made[0]?.invoice_id as string });
  expect(await create({ ...draft, lines: [{ description: 'Other', quantity: 1, unit: 'h', unit_price: 1 }] })).toEqual(
    made[0],
  );
  const ben = await office.owner();
  const other = await office.client(ben, { currency: 'eur' });
  const foreign = await create({ ...draft, client_id: other.id }, ben);
  expect(foreign.invoice_id).not.toBe(made[0]?.invoice_id);
});

it('refuses what create-invoice refuses', async () => {
  const foreign = await office.client(await office.owner());
  await expectRefusal(create(hours({ client_id: foreign.id })), 404, 'Client not found');
  await expectRefusal(create(hours({ client_id: randomUUID() })), 404, 'Client not found');
  await expectRefusal(create(hours({ currency: 'usd' })), 400, "Item currency differs from the client's");
  const line = { description: 'x', unit_price: 1 };
  const untaxed = hours({ lines: [{ ...line, tax_rate_id: randomUUID() }] });
  await expectRefusal(create(untaxed), 404, 'Tax rate not found');
  const negative = hours({ lines: [{ ...line, unit_price: -1 }] });
  await expectRefusal(create(negative), 400, 'Invoice total cannot be negative');
  await expectRefusal(create(hours({ lines: [{ ...line, unit_price: 1.005 }] })), 400, 'Validation error');
  await office.ask(ann, 'update-client', { client_id: client.id, status: 'archived' });
  await expectRefusal(create(), 409, 'Client is archived');
});

it('leaves nothing when the transaction of the caller fails', async () => {
  const draft = hours();
  const failing = inTransaction(async () => {
    await invoicing.createDraft(ann.id, draft);
    throw new Refusal(409, 'Entries are taken');
  });
  await expectRefusal(failing, 409, 'Entries are taken');
  expect((await office.ask(ann, 'list-invoices')).invoices).toEqual([]);
});

it('tells the state of each invoice, in the order asked for', async () => {
  const [draft, open, paid, late, gone] = await Promise.all([1, 2, 3, 4, 5].map(() => create()));
  const [b, c, d] = [open, paid, late].map((made) => ({ id: made?.invoice_id as string }));
  for (const one of [b, c]) await office.issue(ann, one as { id: string });
  await office.issue(ann, d as { id: string }, { issue_date: day(-60) });
  await office.settle(c as { id: string }, { paid: 20_000 });
  await office.ask(ann, 'delete-invoice', { invoice_id: gone?.invoice_id });
  const foreign = await office.owner();
  const unknown = randomUUID();
  const ids = [gone, draft, open, paid, late].map((made) => made?.invoice_id as string);
  const shown = await states([...ids, unknown]);
  expect(shown.map(({ id }) => id)).toEqual([...ids, unknown]);
  expect(shown.map(({ state }) => state)).toEqual(['deleted', 'draft', 'open', 'paid', 'overdue', 'deleted']);
  expect(shown.map(({ number }) => number !== null)).toEqual([false, false, true, true, true, false]);
  expect((await states(ids, foreign)).map(({ state }) => state)).toEqual(Array(5).fill('deleted'));
  expect(await states([])).toEqual([]);
});
