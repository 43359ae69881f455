import { randomUUID } from 'node:crypto';
import { atOnce, tally } from '../../account/at-once.js';
import type { Account } from '../../support/service.js';
import { day, Office } from './office.js';

let office: Office;
let ann: Account;
let ben: Account;
beforeAll(async () => {
  office = await Office.start();
  [ann, ben] = [await office.owner(), await office.owner()];
});
afterAll(() => office.stop());

const ADDRESS = { line1: 'Quay 7', postal_code: '20457', city: 'Hamburg', country: 'Germany' };

it('a client has what stands on its invoices', async () => {
  const rate = await office.rate(ann);
  const fields = {
    name: 'Acme',
    contact_name: 'Ada Berg',
    email: 'ada@acme.example',
    phone: '+49 40 1234',
    user_id: ben.id,
    tax_number: 'DE999',
    address: ADDRESS,
    currency: 'eur',
    payment_terms_days: 30,
    tax_rate_id: rate.id,
    notes: 'Pays late.',
  };
  const made = await office.client(ann, fields);
  expect(made).toMatchObject({ ...fields, owner_id: ann.id, credit: 0, status: 'active' });
  expect(await office.client(ann)).toMatchObject({ name: 'Acme', currency: 'usd', email: null, address: null });
  await office.set(ann, { default_currency: 'gbp' });
  expect((await office.client(ann)).currency).toBe('gbp');
  expect((await office.client(ann, { currency: 'JPY' })).currency).toBe('jpy');
});

it.each([
  [{ name: '' }, 'name'],
  [{ name: '   ' }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ email: 'nobody' }, 'email'],
  [{ currency: 'zzz' }, 'currency'],
  [{ payment_terms_days: 366 }, 'payment_terms_days'],
  [{ payment_terms_days: 1.5 }, 'payment_terms_days'],
  [{ address: { line1: 'Quay 7' } }, 'address.country'],
  [{ address: [ADDRESS] }, 'address'],
  [{ user_id: 'ben' }, 'user_id'],
])('%j is refused', async (fields, field) => {
  await office.expectFault(ann, 'create-client', { name: 'Acme', ...fields }, field);
});

it('an account and a rate must be there, and the rate must be an own one', async () => {
  const { id: client_id } = await office.client(ann);
  const foreign = await office.rate(ben);
  for (const [action, base] of [
    ['create-client', { name: 'Acme' }],
    ['update-client', { client_id }],
  ] as const) {
    await office.expectRefused(ann, action, { ...base, user_id: randomUUID() }, 404, 'User not found');
    await office.expectRefused(ann, action, { ...base, tax_rate_id: randomUUID() }, 404, 'Tax rate not found');
    await office.expectRefused(ann, action, { ...base, tax_rate_id: foreign.id }, 404, 'Tax rate not found');
  }
});

it('an owner has at most 10,000 clients, also when they are made at once', async () => {
  const owner = await office.owner();
  await office.rows(
    `INSERT INTO ext_invoicing.clients (owner_id, name, currency) SELECT $1, 'C' || n, 'usd' FROM generate_series(1, 9990) n`,
    owner.id,
  );
  const answers = await atOnce(20, () => office.call(owner, 'create-client', { name: 'One more' }));
  expect(tally(answers)).toEqual({ 200: 10, 409: 10 });
  await office.expectRefused(owner, 'create-client', { name: 'One more' }, 409, 'At most 10,000 clients');
});

it('fields are changed one by one, and cleared by null', async () => {
  const { id: client_id } = await office.client(ann, { email: 'ada@acme.example', address: ADDRESS, phone: '1' });
  const { client } = await office.ask(ann, 'update-client', { client_id, name: 'Acme Ltd', email: null });
  expect(client).toMatchObject({ name: 'Acme Ltd', email: null, address: ADDRESS, phone: '1' });
  const unchanged = await office.ask(ann, 'update-client', { client_id });
  expect(unchanged.client).toMatchObject({ name: 'Acme Ltd', phone: '1' });
});

it('the currency is fixed by the first invoice', async () => {
  const client = await office.client(ann, { currency: 'usd' });
  const change = { client_id: client.id, currency: 'eur' };
  expect((await office.ask(ann, 'update-client', change)).client.currency).toBe('eur');
  await office.draft(ann, client);
  await office.ask(ann, 'update-client', change);
  const refusal = 'Currency cannot change once an invoice exists';
  await office.expectRefused(ann, 'update-client', { ...change, currency: 'usd' }, 409, refusal);
});

it('a client changes its currency or gets its first invoice, of twenty at once', async () => {
  const client = await office.client(ann, { currency: 'usd' });
  await atOnce(20, (n) =>
    n % 2
      ? office.call(ann, 'update-client', { client_id: client.id, currency: 'eur' })
      : office.call(ann, 'create-invoice', { client_id: client.id, lines: [{ description: 'x', unit_price: 1 }] }),
  );
  const [mixed] = await office.rows(
    `SELECT count(DISTINCT d.currency)::int AS currencies, bool_and(d.currency = c.currency) AS same
     FROM ext_invoicing.documents d JOIN ext_invoicing.clients c ON c.id = d.client_id WHERE c.id = $1`,
    client.id,
  );
  expect(mixed).toEqual({ currencies: 1, same: true });
});

it('an archived client gets no new invoices and its recurring ones pause', async () => {
  const client = await office.client(ann);
  const draft = await office.draft(ann, client);
  const { id: recurring } = (
    await office.rows(
      `INSERT INTO ext_invoicing.recurring_invoices (owner_id, client_id, template, unit, start_date, next_date)
       VALUES ($1, $2, '{}', 'month', $3, $3) RETURNING id`,
      ann.id,
      client.id,
      day(3),
    )
  )[0];
  const invoice = await office.invoice(ann, client);
  const archive = { client_id: client.id, status: 'archived' };
  await office.expectRefused(ann, 'update-client', archive, 409, 'Client has unpaid invoices');
  await office.void(ann, invoice);
  expect((await office.ask(ann, 'update-client', archive)).client.status).toBe('archived');
  expect(await office.rows('SELECT status FROM ext_invoicing.recurring_invoices WHERE id = $1', recurring)).toEqual([
    { status: 'paused' },
  ]);
  const line = { description: 'x', unit_price: 1 };
  const asked = { client_id: client.id, lines: [line] };
  await office.expectRefused(ann, 'create-invoice', asked, 409, 'Client is archived');
  await office.expectRefused(ann, 'issue-invoice', { invoice_id: draft.id }, 409, 'Client is archived');
  await office.expectRefused(ann, 'send-invoice', { invoice_id: draft.id }, 409, 'Client is archived');
  const other = await office.draft(ann, await office.client(ann));
  const moved = { invoice_id: other.id, client_id: client.id };
  await office.expectRefused(ann, 'update-invoice', moved, 409, 'Client is archived');
  await office.ask(ann, 'update-client', { client_id: client.id, status: 'active' });
  await office.issue(ann, draft);
});

it('a client is archived or gets an invoice, of twenty at once', async () => {
  const clients = await Promise.all(Array.from({ length: 10 }, () => office.client(ann)));
  await atOnce(20, (n) => {
    const client_id = clients[n % 10].id;
    if (n < 10) return office.call(ann, 'update-client', { client_id, status: 'archived' });
    return office.call(ann, 'create-invoice', { client_id, lines: [{ description: 'x', unit_price: 1 }], issue: true });
  });
  const both = await office.rows(
    `SELECT c.id FROM ext_invoicing.clients c JOIN ext_invoicing.documents d ON d.client_id = c.id
     WHERE c.id = ANY ($1) AND c.status = 'archived' AND d.status = 'issued'`,
    clients.map(({ id }) => id),
  );
  expect(both).toEqual([]);
});

it('issued invoices keep their copy of the client, drafts have none', async () => {
  const client = await office.client(ann, { name: 'Before', address: ADDRESS });
  const invoice = await office.invoice(ann, client);
  const draft = await office.draft(ann, client);
  await office.ask(ann, 'update-client', { client_id: client.id, name: 'After', address: null });
  expect((await office.get(ann, invoice)).invoice.client).toMatchObject({ name: 'Before', address: ADDRESS });
  expect((await office.get(ann, draft)).invoice.client).toBeNull();
  expect((await office.issue(ann, draft)).client).toMatchObject({ name: 'After', address: null });
});

it('a client is shown with its balance and its open invoices, the oldest due date first', async () => {
  const owner = await office.owner();
  const client = await office.client(owner, { currency: 'eur' });
  const make = (amount: number, due_date: string) =>
    office.priced(owner, client, amount, { issue: true, issue_date: day(-40), due_date });
  const late = await make(100, day(-10));
  const later = await make(50, day(-20));
  const soon = await make(30, day(10));
  const paid = await make(20, day(10));
  await office.settle(late, { paid: 2_500 });
  await office.settle(paid, { paid: 1_500, credited: 500 });
  await office.priced(owner, client, 999);
  await office.void(owner, await office.priced(owner, client, 70, { issue: true }));
  await office.rows('UPDATE ext_invoicing.clients SET credit_minor = 1234 WHERE id = $1', client.id);
  const { balance, open_invoices } = await office.ask(owner, 'get-client', { client_id: client.id });
  expect(balance).toEqual({ outstanding: 155, overdue: 125, credit: 12.34, invoiced_total: 200, paid_total: 40 });
  expect(open_invoices.map(({ id }: { id: string }) => id)).toEqual([later.id, late.id, soon.id]);
  expect(open_invoices[1]).toMatchObject({ state: 'overdue', due: 75, client_name: 'Acme' });
});

it('at most 50 open invoices are shown with a client', async () => {
  const owner = await office.owner();
  const client = await office.client(owner);
  await office.rows(
    `INSERT INTO ext_invoicing.documents (owner_id, client_id, status, number, issue_date, due_date, currency, total_minor, public_token)
     SELECT $1::uuid, $2::uuid, 'issued', 'X' || n, $3::date, $3::date + n, 'usd', 100, md5($2::uuid || ' ' || n) FROM generate_series(1, 60) n`,
    owner.id,
    client.id,
    day(0),
  );
  const { balance, open_invoices } = await office.ask(owner, 'get-client', { client_id: client.id });
  expect(balance.outstanding).toBe(60);
  expect(open_invoices.map(({ number }: { number: string }) => number)).toEqual(
    Array.from({ length: 50 }, (_, n) => `X${n + 1}`),
  );
});

it('clients are listed by name, with what they owe', async () => {
  const owner = await office.owner();
  for (const name of ['beta', 'Alpha', 'Gamma 100%', 'delta']) await office.client(owner, { name });
  const { clients } = await office.ask(owner, 'list-clients');
  expect(clients.map(({ name }: { name: string }) => name)).toEqual(['Alpha', 'beta', 'delta', 'Gamma 100%']);
  await office.invoice(owner, clients[1]);
  await office.draft(owner, clients[2]);
  await office.ask(owner, 'update-client', { client_id: clients[0].id, status: 'archived', email: 'a@alpha.example' });
  const listed = async (input: object) =>
    (await office.ask(owner, 'list-clients', input)).clients.map((client: any) => [client.name, client.outstanding]);
  expect(await listed({})).toEqual([
    ['beta', 1000],
    ['delta', 0],
    ['Gamma 100%', 0],
  ]);
  expect(await listed({ status: 'archived', q: 'ALPHA.ex' })).toEqual([['Alpha', 0]]);
  expect(await listed({ q: '0%' })).toEqual([['Gamma 100%', 0]]);
  expect(await listed({ q: '_' })).toEqual([]);
  const first = await office.ask(owner, 'list-clients', { limit: 2 });
  expect(await listed({ limit: 2, cursor: first.next_cursor })).toEqual([['Gamma 100%', 0]]);
  await office.expectRefused(owner, 'list-clients', { cursor: 'x' }, 400, 'Invalid cursor');
});

it('clients are their owner’s alone', async () => {
  const client = await office.client(ann);
  await office.expectRefused(ben, 'get-client', { client_id: client.id }, 403, 'Forbidden');
  await office.expectRefused(ben, 'update-client', { client_id: client.id, name: 'Mine' }, 403, 'Forbidden');
  await office.expectRefused(ann, 'get-client', { client_id: randomUUID() }, 404, 'Client not found');
  expect((await office.ask(ben, 'list-clients')).clients).toEqual([]);
});
