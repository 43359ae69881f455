import { isLockTimeout } from '../../../src/platform/database/database-error.js';
import { atOnce } from '../../account/at-once.js';
import { deadlocks } from '../../support/deadlocks.js';
import { type Account, eventually } from '../../support/service.js';
import { BillingOffice, daysOn } from './billing-office.js';
import { expectSummed } from './sums.js';

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
afterEach(() => expectSummed(office));
afterAll(() => office.stop());

const issued = (more: object = {}) => office.invoice(ann, bob, { issue: true, ...more });
const change = ({ id }: { id: string }, columns: string) =>
  office.rows(`UPDATE ext_invoicing.documents SET ${columns} WHERE id = $1`, id);
/** Whether each part of the sums over all documents of the owner is folded. */
const parts = async () =>
  (await office.rows('SELECT folded FROM ext_invoicing.document_sums WHERE of_id = $1', ann.id)).map((r) => r.folded);
const totals = async (more: object = {}) => (await office.ask(ann, 'list-invoices', more)).totals;

it('follow what happens to documents, folded or not', async () => {
  const draft = await office.invoice(ann, bob);
  const paid = await issued({ due_date: daysOn(30) });
  const [partly, voided] = [await issued({ due_date: daysOn(30) }), await issued()];
  await expectSummed(office);
  await office.run('fold');
  await expectSummed(office);
  await change(paid, 'paid_minor = total_minor');
  await change(partly, 'credited_minor = 4000');
  await office.ask(ann, 'void-invoice', { invoice_id: voided.id, reason: 'Wrong' });
  await office.ask(ann, 'update-invoice', { invoice_id: partly.id, due_date: daysOn(3) });
  await expectSummed(office);
  await office.run('fold');
  await expectSummed(office);
  expect(await totals()).toEqual([{ currency: 'usd', total: 400, due: 60 }]);
  expect(await totals({ state: 'partially_paid' })).toEqual([{ currency: 'usd', total: 100, due: 60 }]);
  await office.ask(ann, 'delete-invoice', { invoice_id: draft.id });
  await change(paid, 'paid_minor = 0');
  await expectSummed(office);
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
    `INSERT INTO ext_invoicing.document_sums (owner_id, of_id, day, kind, source, currency, phase, due_date, documents,
       total_minor, due_minor, paid_minor, settled, settling_days)
     SELECT $1, $1, 'infinity', 'invoice', 'manual', 'usd', 'draft', 'infinity', 0, n - 6001, 0, 0, 0, 0
     FROM generate_series(1, 12001) n`,
    ann.id,
  );
  await office.run('fold', 3);
  await office.run('fold');
  expect(await parts()).toEqual([]);
});

it('follow taxes and payments by their days', async () => {
  const { tax_rate } = await office.ask(ann, 'save-tax-rate', { name: 'VAT', percent: 19 });
  const taxed = (more: object = {}) => {
    const line = { description: 'Design', unit_price: 100, tax_rate_id: tax_rate.id };
    return issued({ lines: [line, { description: 'Hosting', unit_price: 10 }], ...more });
  };
  const [first, second, third] = [await taxed({ issue_date: daysOn(-9) }), await taxed(), await taxed()];
  const pay = (invoice: { id: string }, amount: number, paid_on: string) =>
    office.ask(ann, 'record-payment', { invoice_id: invoice.id, amount, method: 'cash', paid_on });
  const { payment } = await pay(first, 129, daysOn(-5));
  await pay(second, 100, daysOn(-5));
  await pay(second, 29, daysOn(-1));
  await expectSummed(office);
  await office.run('fold');
  await office.ask(ann, 'reverse-payment', { invoice_payment_id: payment.id, amount: 50, reason: 'Bounced' });
  await office.ask(ann, 'create-credit-note', { invoice_id: third.id, reason: 'Goodwill' });
  await expectSummed(office);
  const of = async (from: string, to: string) => (await office.ask(ann, 'stats', { from, to })).stats;
  const all = {
    invoiced: { usd: 387 },
    credited: { usd: 129 },
    collected: { usd: 208 },
    tax: [{ name: 'VAT', percent: 19, net: 200, tax: 38, currency: 'usd' }],
    invoices_issued: 3,
    average_days_to_pay: 0,
  };
  expect(await of(daysOn(-9), daysOn(0))).toMatchObject(all);
  await office.run('fold');
  expect(await of(daysOn(-9), daysOn(0))).toMatchObject(all);
  expect(await of(daysOn(-9), daysOn(-5))).toMatchObject({ invoiced: { usd: 129 }, collected: { usd: 179 } });
  expect(await totals({ from: daysOn(-9), to: daysOn(-1) })).toEqual([{ currency: 'usd', total: 129, due: 50 }]);
  expect((await office.ask(ann, 'list-payments', { from: daysOn(-5), to: daysOn(-5) })).totals).toEqual([
    { currency: 'usd', total: 229, reversed: 50 },
  ]);
  await expectSummed(office);
  const { balance } = await office.ask(ann, 'get-client', { client_id: bob.id });
  expect(balance).toEqual({ outstanding: 50, overdue: 0, credit: 0, invoiced_total: 387, paid_total: 208 });
});

it('stay right when all are made anew while twenty change documents and pay', async () => {
  const invoices = await atOnce(10, () => issued());
  // On a slow machine the tables are locked for longer than the service waits: it refuses then, and nothing has happened.
  const ask = async (action: string, input: object) => {
    const answered = await eventually(async () => {
      const { status, body } = await office.call(ann, action, input);
      if (status === 503) throw new Error('the tables are locked');
      return { status, body };
    });
    expect(answered).toMatchObject({ status: 200 });
    return answered.body;
  };
  const folded = () =>
    office.run('fold').then(
      () => true,
      (error: unknown) => {
        if (isLockTimeout(error)) return false;
        throw error;
      },
    );
  const lines = [{ description: 'Design', unit_price: 100 }];
  await Promise.all([
    atOnce(20, async (n) => {
      const { id } =
        n < 10 ? invoices[n] : (await ask('create-invoice', { client_id: bob.id, lines, issue: true })).invoice;
      await ask('record-payment', { invoice_id: id, amount: 60, method: 'cash' });
      await ask('create-credit-note', { invoice_id: id, amount: 10, reason: 'Late' });
    }),
    ...['sum_anew', 'sum_payments_anew'].map(async (anew) => {
      for (let times = 0; times < 5; times++) {
        await office.rows(`SELECT ext_invoicing.${anew}()`);
        while (!(await folded()));
      }
    }),
  ]);
  await expectSummed(office);
  expect(await totals()).toEqual([{ currency: 'usd', total: 2000, due: 600 }]);
});

it('twenty changes at once, with folding, do not wait for each other in a circle', async () => {
  const before = await deadlocks(office.service);
  const invoices = await atOnce(10, () => issued({ due_date: daysOn(30) }));
  const answers = await atOnce(20, async (n) => {
    if (n % 5 === 0) await office.run('fold');
    const invoice_id = invoices[n % 10].id;
    if (n < 10) return office.call(ann, 'update-invoice', { invoice_id, due_date: daysOn(n + 1) });
    return office.call(ann, 'create-invoice', { client_id: bob.id, copy_of: invoice_id, issue: true });
  });
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await expectSummed(office);
  await office.run('fold', 5);
  expect(await deadlocks(office.service)).toBe(before);
  const [{ total }] = await totals();
  expect(total).toBe(2000);
});

it('one statement over documents of several owners', async () => {
  const eve = await office.owner();
  const client = await office.client(eve);
  await office.invoice(eve, client, { issue: true });
  await issued();
  await office.rows(
    `UPDATE ext_invoicing.documents SET paid_minor = 100 WHERE status = 'issued' AND paid_minor + credited_minor = 0`,
  );
  await expectSummed(office);
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
