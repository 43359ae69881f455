import { atOnce } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { day, Office } from './office.js';

let office: Office;
let ann: Account;
let clients: any[];
beforeAll(async () => {
  office = await Office.start();
  ann = await office.owner();
  clients = [
    await office.client(ann, { name: 'Acme', currency: 'usd' }),
    await office.client(ann, { name: 'Bolt 100%', currency: 'eur' }),
    await office.client(ann, { name: 'Cargo', currency: 'jpy' }),
  ];
  // Each client has an invoice in every state, issued on days of its own, and one that another app made.
  for (const [at, client] of clients.entries()) {
    const issue = (amount: number, ago: number, more: object = {}) =>
      office.priced(ann, client, amount, { issue: true, issue_date: day(-ago), due_date: day(30), ...more });
    await office.priced(ann, client, 11 + at);
    await issue(13 + at, 2);
    await office.settle(await issue(17 + at, 3), { paid: 5, credited: 2 });
    await office.settle(await issue(1, 4 + at), { paid: client.currency === 'jpy' ? 1 : 100 });
    await issue(23 + at, 50, { due_date: day(-1) });
    await office.settle(await issue(29 + at, 50, { due_date: day(-20) }), { paid: 7 });
    await office.void(ann, await issue(31 + at, 1));
    await issue(0, 6);
    const tracked = await issue(37 + at, 10);
    await office.rows(
      `UPDATE ext_invoicing.documents SET source = 'timetracking', source_ref = id::text WHERE id = $1`,
      tracked.id,
    );
  }
  const ben = await office.owner();
  await office.invoice(ben, await office.client(ben, { name: 'Acme' }));
});
afterAll(() => office.stop());

const list = (input: object = {}) => office.ask(ann, 'list-invoices', input);

/** All pages of a list, and the totals, which each page has. */
async function all(input: object, limit = 4): Promise<{ invoices: any[]; totals: any[] }> {
  let { invoices, totals, next_cursor: cursor } = await list({ ...input, limit });
  while (cursor) {
    const page = await list({ ...input, limit, cursor });
    expect(page.totals).toEqual(totals);
    invoices = invoices.concat(page.invoices);
    cursor = page.next_cursor;
  }
  return { invoices, totals };
}

/** What the pages sum up to: drafts and void ones owe nothing. */
function summed(invoices: any[]): any[] {
  const sums = new Map<string, { total: number; due: number }>();
  for (const { currency, total, due, status } of invoices) {
    const sum = sums.get(currency) ?? { total: 0, due: 0 };
    sums.set(currency, { total: sum.total + total, due: sum.due + (status === 'issued' ? due : 0) });
  }
  const rounded = (value: number) => Math.round(value * 100) / 100;
  return [...sums]
    .map(([currency, { total, due }]) => ({ currency, total: rounded(total), due: rounded(due) }))
    .filter(({ total }) => total)
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

const STATES = ['draft', 'open', 'partially_paid', 'paid', 'overdue', 'void'];

it('the newest come first, each with its client', async () => {
  const { invoices } = await all({});
  expect(invoices).toHaveLength(27);
  const made = invoices.map(({ created_at, id }: any) => `${created_at} ${id}`);
  expect(made).toEqual(made.toSorted().toReversed());
  expect(new Set(invoices.map(({ client_name }) => client_name))).toEqual(new Set(['Acme', 'Bolt 100%', 'Cargo']));
  expect((await list({ limit: 100 })).invoices).toEqual(invoices);
});

it('states are told apart', async () => {
  const counts: [string, number][] = [];
  for (const state of STATES) {
    const { invoices } = await all({ state });
    expect(new Set(invoices.map((one) => one.state))).toEqual(new Set([state]));
    counts.push([state, invoices.length]);
  }
  expect(counts).toEqual([
    ['draft', 3],
    ['open', 6],
    ['partially_paid', 3],
    ['paid', 6],
    ['overdue', 6],
    ['void', 3],
  ]);
});

it('filters leave out what they say', async () => {
  const names = async (input: object) => new Set((await all(input)).invoices.map((one) => one.client_name));
  expect(await names({ client_id: clients[1].id })).toEqual(new Set(['Bolt 100%']));
  expect(await names({ q: '00%' })).toEqual(new Set(['Bolt 100%']));
  expect(await names({ q: 'aCM' })).toEqual(new Set(['Acme']));
  expect(await names({ q: '%%' })).toEqual(new Set());
  const [first] = (await list({ state: 'open', limit: 1 })).invoices;
  expect((await list({ q: first.number.slice(-7) })).invoices.map(({ id }: any) => id)).toEqual([first.id]);
  const days = (await all({ from: day(-4), to: day(-2) })).invoices.map((one) => one.issue_date);
  expect(days.toSorted()).toEqual([day(-4), day(-3), day(-3), day(-3), day(-2), day(-2), day(-2)]);
  expect((await all({ source: 'timetracking' })).invoices).toHaveLength(3);
  expect((await all({ source: 'recurring' })).invoices).toEqual([]);
  expect((await all({ kind: 'credit_note' })).invoices).toEqual([]);
  expect((await all({ client_id: ann.id })).invoices).toEqual([]);
});

it('a search has the same pages as all that it finds', async () => {
  for (const q of ['cme', 'INV-', '1', (await list({ state: 'paid' })).invoices[0].number.slice(-4)]) {
    const ids = async (limit: number) => (await all({ q }, limit)).invoices.map(({ id }) => id);
    const found = await ids(100);
    expect(found.length).toBeGreaterThan(0);
    expect(await ids(2)).toEqual(found);
  }
});

it('the totals are what all pages come to, for each combination of filters', async () => {
  const given = {
    state: [undefined, ...STATES],
    client_id: [undefined, clients[0].id],
    q: [undefined, 'o', 'cme', 'INV', '00%'],
    days: [{}, { from: day(-5) }, { to: day(-3) }, { from: day(-20), to: day(-2) }],
    source: [undefined, 'timetracking'],
  };
  const combinations = given.state.flatMap((state) =>
    given.client_id.flatMap((client_id) =>
      given.q.flatMap((q) =>
        given.days.flatMap((days) => given.source.map((source) => ({ state, client_id, q, source, ...days }))),
      ),
    ),
  );
  expect(combinations).toHaveLength(560);
  for (const filter of combinations) {
    const { invoices, totals } = await all(filter, 100);
    expect({ filter, totals }).toEqual({ filter, totals: summed(invoices) });
  }
});

it('the totals stay right while twenty change invoices at once', async () => {
  const owner = await office.owner();
  const [usd, eur] = [await office.client(owner, { currency: 'usd' }), await office.client(owner, { currency: 'eur' })];
  const made = await atOnce(20, (n) => office.priced(owner, n % 2 ? usd : eur, 10 + n, { issue: n % 3 === 0 }));
  await atOnce(20, async (n) => {
    const one = made[n];
    if (n % 5 === 0) await office.call(owner, 'delete-invoice', { invoice_id: one.id });
    if (n % 5 === 1) await office.call(owner, 'void-invoice', { invoice_id: one.id, reason: 'x' });
    if (n % 5 === 2) await office.call(owner, 'issue-invoice', { invoice_id: one.id });
    if (n % 5 === 3 && one.status === 'issued') await office.settle(one, { paid: 300 });
    if (n % 5 === 4)
      await office.call(owner, 'update-invoice', { invoice_id: one.id, lines: [{ description: 'x', unit_price: 5 }] });
  });
  for (const state of [undefined, ...STATES]) {
    const { invoices, totals } = await office.ask(owner, 'list-invoices', { state, limit: 100 });
    expect({ state, totals }).toEqual({ state, totals: summed(invoices) });
  }
});

it.each([
  [{ state: 'late' }, 'state'],
  [{ kind: 'letter' }, 'kind'],
  [{ client_id: 'acme' }, 'client_id'],
  [{ q: '' }, 'q'],
  [{ from: '2030-02-30' }, 'from'],
  [{ to: 5 }, 'to'],
  [{ source: 'import' }, 'source'],
])('%j is refused', async (filter, field) => {
  await office.expectFault(ann, 'list-invoices', filter, field);
});

it('a cursor is that of its list', async () => {
  const { next_cursor } = await office.ask(ann, 'list-clients', { limit: 1 });
  for (const cursor of [next_cursor, 'x'])
    await office.expectRefused(ann, 'list-invoices', { cursor }, 400, 'Invalid cursor');
});
