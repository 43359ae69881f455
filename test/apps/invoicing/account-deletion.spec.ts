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
  bob = await office.client(ann, { notes: 'Pays late' });
});
afterAll(() => office.stop());

const SUMS = ['document_sums', 'tax_sums', 'payment_sums'];
const issued = (more: object = {}) => office.invoice(ann, bob, { issue: true, ...more });
const tokenOf = ({ hosted_url }: { hosted_url: string }) => hosted_url.split('/').at(-1) as string;
const view = (invoice: any) =>
  office.service.client().post('/v1/apps/invoicing/view-invoice', { token: tokenOf(invoice) });
const rowsOf = (table: string, where: string, value: string) =>
  office.rows(`SELECT * FROM ext_invoicing.${table} WHERE ${where} = $1`, value);

describe('The account of an owner', () => {
  it('leaves what was issued, which its clients still see and cannot pay', async () => {
    const { tax_rate } = await office.ask(ann, 'save-tax-rate', { name: 'VAT', percent: 19 });
    const lines = [{ description: 'Design', unit_price: 100, tax_rate_id: tax_rate.id }];
    const [invoice, voided] = [await issued({ lines, send: true }), await issued()];
    await office.ask(ann, 'void-invoice', { invoice_id: voided.id, reason: 'Wrong' });
    const before = (await view(invoice).expect(200)).body;
    expect(before.can_pay).toBe(true);
    await office.leave(ann);
    const { body } = await view(invoice).expect(200);
    expect(body).toMatchObject({ ...before, can_pay: false });
    expect(body.lines[0]).toMatchObject({ description: 'Design', tax_name: 'VAT', percent: 19 });
    expect((await view(voided).expect(200)).body.invoice.state).toBe('void');
    const [kept] = await rowsOf('documents', 'id', invoice.id);
    expect(kept).toMatchObject({ owner_id: null, number: invoice.number, total_minor: '11900' });
    expect(await rowsOf('clients', 'id', bob.id)).toMatchObject([{ owner_id: null, name: 'Bob Ltd', notes: null }]);
    expect(await rowsOf('document_events', 'document_id', invoice.id)).not.toEqual([]);
  });

  it('leaves payments and credit of what was issued', async () => {
    const invoice = await issued();
    const [{ id: paid }] = await office.rows(
      `INSERT INTO ext_invoicing.invoice_payments (owner_id, document_id, client_id, amount_minor, currency, method, paid_on,
         checkout_url, note) VALUES ($1, $2, $3, 100, 'usd', 'online', current_date, 'https://pay.example', 'x') RETURNING id`,
      ann.id,
      invoice.id,
      bob.id,
    );
    await office.rows(
      `INSERT INTO ext_invoicing.credit_entries (owner_id, client_id, amount_minor, reason, document_id)
       VALUES ($1, $2, 50, 'overpayment', $3)`,
      ann.id,
      bob.id,
      invoice.id,
    );
    await office.leave(ann);
    expect(await rowsOf('invoice_payments', 'id', paid)).toMatchObject([
      { owner_id: null, amount_minor: '100', checkout_url: null, note: null },
    ]);
    expect(await rowsOf('credit_entries', 'client_id', bob.id)).toMatchObject([{ owner_id: null, amount_minor: '50' }]);
  });

  it('takes drafts, recurring invoices, the catalogue and clients without an invoice', async () => {
    const invoice = await issued();
    const draft = await office.invoice(ann, bob);
    await office.recurring(ann, bob);
    await office.ask(ann, 'save-item', { name: 'Tea', unit_price: 1 });
    await office.ask(ann, 'save-tax-rate', { name: 'VAT', percent: 19 });
    const other = await office.client(ann, { name: 'Never billed' });
    await office.leave(ann);
    for (const table of ['recurring_invoices', 'items', 'tax_rates', 'number_counters', ...SUMS, 'documents'])
      expect([table, await rowsOf(table, 'owner_id', ann.id)]).toEqual([table, []]);
    expect(await rowsOf('clients', 'id', other.id)).toEqual([]);
    expect(await rowsOf('documents', 'id', draft.id)).toEqual([]);
    expect(await rowsOf('documents', 'id', invoice.id)).toHaveLength(1);
  });

  it('leaves an invoice that a recurring one has made, and a stored PDF', async () => {
    const one = await office.recurring(ann, bob, { mode: 'issue' });
    await office.run('make');
    const [{ id }] = await office.made(one);
    const [{ key }] = await office.rows(
      `INSERT INTO files.files (id, owner_id, key, path, type, kind, size, name, attached_at)
       VALUES (gen_random_uuid(), $1, 'k', 'p', 'application/pdf', 'file', 10, 'invoice.pdf', now()) RETURNING id AS key`,
      ann.id,
    );
    await office.rows('UPDATE ext_invoicing.documents SET pdf_file_key = $2 WHERE id = $1', id, key);
    await office.leave(ann);
    expect(await rowsOf('documents', 'id', id)).toMatchObject([
      { owner_id: null, recurring_id: null, source: 'recurring' },
    ]);
    expect(await office.rows('SELECT owner_id FROM files.files WHERE id = $1', key)).toEqual([{ owner_id: null }]);
  });

  it('is reminded of nothing any more', async () => {
    const cat = await office.service.account();
    const client = await office.client(ann, { user_id: cat.id });
    await office.invoice(ann, client, { issue: true, issue_date: daysOn(-30), due_date: daysOn(3) });
    await office.leave(ann);
    await office.run('remind');
    expect(await office.notices(cat, 'reminder')).toEqual([]);
  });

  it('goes while its jobs and its clients are at work', async () => {
    const invoice = await issued({ due_date: daysOn(3), issue_date: daysOn(-3) });
    for (let n = 0; n < 3; n++) await office.begun(await office.recurring(ann, bob, { mode: 'issue' }), daysOn(-70));
    await atOnce(6, async (n) => {
      if (n === 0) await office.leave(ann);
      else if (n < 3) await view(invoice).expect(200);
      else await office.run((['make', 'remind', 'fold'] as const)[n - 3] as 'make');
    });
    expect(await rowsOf('documents', 'owner_id', ann.id)).toEqual([]);
    expect((await view(invoice).expect(200)).body.can_pay).toBe(false);
    const drafts = await office.rows(
      `SELECT id FROM ext_invoicing.documents WHERE owner_id IS NULL AND status = 'draft'`,
    );
    expect(drafts).toEqual([]);
  });
});

describe('The account of a client', () => {
  it('leaves the client, who then gets mails', async () => {
    const cat = await office.service.account();
    const client = await office.client(ann, { user_id: cat.id, email: 'cat@clients.example' });
    const invoice = await office.invoice(ann, client, { issue: true });
    await office.leave(cat);
    expect((await office.ask(ann, 'get-client', { client_id: client.id })).client.user_id).toBeNull();
    expect(await office.ask(ann, 'send-invoice', { invoice_id: invoice.id })).toMatchObject({ delivered: false });
    expect(await office.service.mailsTo('cat@clients.example')).toHaveLength(1);
  });
});

describe('The export', () => {
  it('has all that the owner has, with the lines and events of their documents', async () => {
    await issued();
    await office.recurring(ann, bob);
    const eve = await office.owner();
    await office.invoice(eve, await office.client(eve));
    const { export: json } = await office.ask(ann, 'export');
    const counts = Object.fromEntries(Object.entries(json).map(([table, rows]) => [table, (rows as unknown[]).length]));
    expect(counts).toMatchObject({
      clients: 1,
      documents: 1,
      document_lines: 1,
      document_events: 2,
      recurring_invoices: 1,
    });
    for (const table of SUMS) expect(json[table]).toBeUndefined();
    expect(json.documents[0]).not.toHaveProperty('pdf_file_key');
    expect(json.document_lines[0].description).toBe('Design');
  });
});
