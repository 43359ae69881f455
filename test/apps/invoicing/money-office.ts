import type { Test } from 'supertest';
import { eventually, type Account } from '../../support/service.js';
import { SellingApp, type Who } from '../selling-app.js';

/** What an invoice, its client and the entries of the credit come to, in minor units. */
export interface Books {
  total: number;
  paid: number;
  credited: number;
  credit: number;
  entries: number;
}

/** A service in which people write invoices and are paid. */
export class MoneyOffice extends SellingApp {
  protected readonly slug = 'invoicing';

  /** Somebody who may issue invoices, and be paid online. */
  async issuer(settings: object = {}): Promise<Account> {
    const owner = await this.seller();
    await this.set(owner, { business_name: 'Studio', ...settings });
    return owner;
  }

  async client(owner: Who, fields: object = {}): Promise<any> {
    return (await this.ask(owner, 'create-client', { name: 'Client', ...fields })).client;
  }

  async rate(owner: Who, percent: number): Promise<any> {
    return (await this.ask(owner, 'save-tax-rate', { name: `VAT ${percent}`, percent })).tax_rate;
  }

  /** An issued invoice of so much, or of these lines. */
  async invoice(owner: Who, { id }: { id: string }, what: number | object[], more: object = {}): Promise<any> {
    const lines = typeof what === 'number' ? [{ description: 'Work', unit_price: what }] : what;
    return (await this.ask(owner, 'create-invoice', { client_id: id, lines, issue: true, ...more })).invoice;
  }

  record(owner: Who, { id }: { id: string }, amount: number, more: object = {}): Promise<any> {
    return this.ask(owner, 'record-payment', { invoice_id: id, amount, method: 'cash', ...more });
  }

  credit(owner: Who, { id }: { id: string }, what: object = {}): Promise<any> {
    return this.ask(owner, 'create-credit-note', { invoice_id: id, reason: 'Goodwill', ...what });
  }

  reverse(owner: Who, { id }: { id: string }, more: object = {}): Promise<any> {
    return this.ask(owner, 'reverse-payment', { invoice_payment_id: id, reason: 'Bounced', ...more });
  }

  tokenOf({ hosted_url }: { hosted_url: string }): string {
    return hosted_url.split('/').at(-1) as string;
  }

  /** Pays online: the answer of the action. */
  page(who: Who, invoice: { hosted_url: string }, more: object = {}): Test {
    return this.call(who, 'pay-invoice', { token: this.tokenOf(invoice), ...more });
  }

  /** A page that is opened and paid; the id of the payment. */
  async paidOnline(who: Who, invoice: { hosted_url: string }, more: object = {}): Promise<string> {
    const { payment_id } = (await this.page(who, invoice, more).expect(200)).body;
    await this.paid(payment_id);
    return payment_id;
  }

  get(owner: Who, { id }: { id: string }): Promise<any> {
    return this.ask(owner, 'get-invoice', { invoice_id: id });
  }

  async kinds(owner: Who, invoice: { id: string }): Promise<string[]> {
    return (await this.get(owner, invoice)).events.map(({ kind }: { kind: string }) => kind);
  }

  /** What somebody is told of, once all of it has arrived. */
  expectTold(who: { id: string }, types: string[]): Promise<void> {
    return eventually(async () => expect(await this.told(who)).toEqual(types));
  }

  async books({ id }: { id: string }): Promise<Books> {
    const [row] = await this.rows(
      `SELECT d.total_minor::int AS total, d.paid_minor::int AS paid, d.credited_minor::int AS credited,
         c.credit_minor::int AS credit,
         (SELECT coalesce(sum(e.amount_minor), 0)::int FROM ext_invoicing.credit_entries e WHERE e.client_id = c.id) AS entries
       FROM ext_invoicing.documents d JOIN ext_invoicing.clients c ON c.id = d.client_id WHERE d.id = $1`,
      id,
    );
    return row;
  }

  /** Whatever happened: no invoice has more than its total, and the credit of each client is the sum of its entries. */
  async expectSound(): Promise<void> {
    const sums = await this.rows(
      `SELECT id FROM ext_invoicing.documents
       WHERE paid_minor + credited_minor > total_minor OR least(paid_minor, credited_minor) < 0
         OR (kind = 'invoice' AND status = 'issued' AND (paid_minor + credited_minor = total_minor) <> (paid_at IS NOT NULL))`,
    );
    const credit = await this.rows(
      `SELECT c.id FROM ext_invoicing.clients c WHERE c.credit_minor < 0 OR c.credit_minor <>
         (SELECT coalesce(sum(e.amount_minor), 0) FROM ext_invoicing.credit_entries e WHERE e.client_id = c.id)`,
    );
    const given = await this.rows(
      `SELECT id FROM ext_invoicing.invoice_payments
       WHERE reversed_minor > amount_minor OR (status = 'reversed') <> (reversed_minor = amount_minor)`,
    );
    expect({ sums, credit, given }).toEqual({ sums: [], credit: [], given: [] });
  }
}
