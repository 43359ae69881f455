import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { BillingOffice, daysOn } from './billing-office.js';

let office: BillingOffice;
let ann: Account;
let bob: any;
beforeAll(async () => {
  office = await BillingOffice.start();
});
beforeEach(async () => {
  ann = await office.owner();
  bob = await office.client(ann);
});
afterEach(() => expectSummed());
afterAll(() => office.stop());

const KEY = 'owner_id, kind, source, currency, phase, due_date';
const NOT_NOTHING = 'HAVING sum(total_minor) <> 0 OR sum(due_minor) <> 0';
const summed = (rows: string) =>
  `SELECT owner_id, kind, source, currency, phase, due_date::text, sum(total_minor) AS total, sum(due_minor) AS due
   FROM ${rows} GROUP BY ${KEY} ${NOT_NOTHING} ORDER BY ${KEY}`;
/** From every document, as nobody reads them for a list. */
const DOCUMENTS = `(SELECT owner_id, kind, source, currency, total_minor,
  CASE status WHEN 'issued' THEN CASE
    WHEN paid_minor + credited_minor = total_minor THEN 'paid' WHEN paid_minor + credited_minor > 0 THEN 'partially_paid'
    ELSE 'open' END ELSE status END AS phase,
  CASE WHEN status = 'issued' AND paid_minor + credited_minor < total_minor THEN due_date END AS due_date,
  CASE status WHEN 'issued' THEN total_minor - paid_minor - credited_minor ELSE 0 END AS due_minor
  FROM ext_invoicing.documents WHERE owner_id IS NOT NULL) d`;

/** The sums of all owners are what their documents come to. */
async function expectSummed(): Promise<void> {
  expect(await office.rows(summed('ext_invoicing.document_sums'))).toEqual(await office.rows(summed(DOCUMENTS)));
}

const issued = (more: object = {}) => office.invoice(ann, bob, { issue: true, ...more });
const change = ({ id }: { id: string }, columns: string) =>
  office.rows(`UPDATE ext_invoicing.documents SET ${columns} WHERE id = $1`, id);
const parts = async () =>
  (await office.rows('SELECT folded FROM ext_invoicing.document_sums WHERE owner_id = $1', ann.id)).map(
    (r) => r.folded,
  );
const totals = async (more: object = {}) => (await office.ask(ann, 'list-invoices', more)).totals;

it('follow what happens to documents, folded or not', async () => {
  const draft = await office.invoice(ann, bob);
  const paid = await issued({ due_date: daysOn(30) });
  const [partly, voided] = [await issued({ due_date: daysOn(30) }), await issued()];
  await expectSummed();
  await office.run('fold');
  await expectSummed();
  await change(paid, 'paid_minor = total_minor');
  await change(partly, 'credited_minor = 4000');
  await office.ask(ann, 'void-invoice', { invoice_id: voided.id, reason: 'Wrong' });
  await office.ask(ann, 'update-invoice', { invoice_id: partly.id, due_date: daysOn(3) });
  await expectSummed();
  await office.run('fold');
  await expectSummed();
  expect(await totals()).toEqual([{ currency: 'usd', total: 400, due: 60 }]);
  expect(await totals({ state: 'partially_paid' })).toEqual([{ currency: 'usd', total: 100, due: 60 }]);
  await office.ask(ann, 'delete-invoice', { invoice_id: draft.id });
  await change(paid, 'paid_minor = 0');
  await expectSummed();
  expect(await totals({ state: 'draft' })).toEqual([]);
  expect(await totals()).toEqual([{ currency: 'usd', total: 300, due: 160 }]);
});

it('become one row for each key, and none where nothing is left', async () => {
  const drafts = await atOnce(10, () => office.invoice(ann, bob));
  expect(await parts()).toHaveLength(10);
  await office.run('fold');
  expect(await parts()).toEqual([true]);
  await office.invoice(ann, bob);
  await office.run('fold');
  expect(await parts()).toEqual([true]);
  for (const { id } of drafts) await office.ask(ann, 'delete-invoice', { invoice_id: id });
  await office.rows('DELETE FROM ext_invoicing.documents WHERE owner_id = $1', ann.id);
  await office.run('fold');
  expect(await parts()).toEqual([]);
});

it('more new rows than a batch are folded in one run', async () => {
  await office.rows(
    `INSERT INTO ext_invoicing.document_sums (owner_id, kind, source, currency, phase, total_minor, due_minor)
     SELECT $1, 'invoice', 'manual', 'usd', 'draft', n - 6001, 0 FROM generate_series(1, 12001) n`,
    ann.id,
  );
  await office.run('fold', 3);
  await office.run('fold');
  expect(await parts()).toEqual([]);
});

it('twenty changes at once, with folding, do not wait for each other in a circle', async () => {
  const before = (await office.rows('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'))[0];
  const invoices = await atOnce(10, () => issued({ due_date: daysOn(30) }));
  const answers = await atOnce(20, async (n) => {
    if (n % 5 === 0) await office.run('fold');
    const invoice_id = invoices[n % 10].id;
    if (n < 10) return office.call(ann, 'update-invoice', { invoice_id, due_date: daysOn(n + 1) });
    return office.call(ann, 'create-invoice', { client_id: bob.id, copy_of: invoice_id, issue: true });
  });
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await expectSummed();
  await office.run('fold', 5);
  expect(await office.rows('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()')).toEqual([
    before,
  ]);
  const [{ total }] = await totals();
  expect(total).toBe(2000);
});

it('one statement over documents of several owners', async () => {
  const eve = await office.owner();
  const client = await office.client(eve);
  await office.invoice(eve, client, { issue: true });
  await issued();
  await office.rows(`UPDATE ext_invoicing.documents SET paid_minor = 100 WHERE status = 'issued' AND paid_minor = 0`);
  await expectSummed();
  await office.rows('DELETE FROM ext_invoicing.clients WHERE id = ANY ($1::uuid[])', [client.id, bob.id]);
});

it('of an owner whose account is deleted nothing stays, while others change theirs', async () => {
  const eve = await office.owner();
  const client = await office.client(eve);
  for (const issue of [true, false]) await office.invoice(eve, client, { issue });
  await atOnce(8, async (n) => {
    if (n === 0) return office.leave(eve);
    if (n === 1) return office.run('fold');
    await issued();
  });
  expect(await office.rows('SELECT id FROM ext_invoicing.document_sums WHERE owner_id = $1', eve.id)).toEqual([]);
  expect(await office.rows('SELECT id FROM ext_invoicing.documents WHERE client_id = $1', client.id)).toHaveLength(1);
  await office.run('fold');
});
