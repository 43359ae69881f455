import type { Account } from '../../support/service.js';
import { Shop } from '../../payments/shop.js';
import { SellingApp, type Who } from '../selling-app.js';

export const SELLER = {
  business_name: 'Harbour Studio',
  business_address: 'Harbour 1\n20457 Hamburg',
  business_email: 'studio@harbour.example',
  tax_number: 'DE123456789',
};
export const DESIGN = { description: 'Design', quantity: 12.5, unit: 'h', unit_price: 80 };

type Thing = { id: string };

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day so many days ahead, in UTC. */
export const day = (ahead: number): string => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);

/** A service in which people write invoices. */
export class Office extends SellingApp {
  protected readonly slug = 'invoicing';

  /** Each call may come from an address of its own: `office.from('203.0.113.7')`. */
  static async behindProxy(): Promise<Office> {
    return new Office(await Shop.start({ TRUST_PROXY: 'loopback' }));
  }

  /** Somebody who may issue. */
  async owner(settings: object = {}): Promise<Account> {
    const owner = await this.person();
    await this.set(owner, { ...SELLER, ...settings });
    return owner;
  }

  /** Somebody who may issue and be paid online. */
  async paidOwner(settings: object = {}): Promise<Account> {
    const owner = await this.seller();
    await this.set(owner, { ...SELLER, ...settings });
    return owner;
  }

  /** Who calls from another address. */
  from(address: string, { client }: Who = this.nobody()): Who {
    return { client: client.with({ 'x-forwarded-for': address }) };
  }

  /** The input is refused for this field, and for no other. */
  async expectFault(who: Who, action: string, input: object, field: string): Promise<void> {
    const { body } = await this.call(who, action, input).expect(400);
    expect(body.error).toBe('Validation error');
    expect([...new Set(body.details.map((fault: { field: string }) => fault.field))]).toEqual([field]);
  }

  async client(owner: Who, fields: object = {}): Promise<any> {
    return (await this.ask(owner, 'create-client', { name: 'Acme', ...fields })).client;
  }

  async rate(owner: Who, percent = 19, name = `VAT ${percent}`): Promise<any> {
    return (await this.ask(owner, 'save-tax-rate', { name, percent })).tax_rate;
  }

  async item(owner: Who, fields: object = {}): Promise<any> {
    return (await this.ask(owner, 'save-item', { name: 'Poster', unit_price: 25, ...fields })).item;
  }

  /** A draft of 1,000 without a tax, unless it says otherwise. */
  async draft(owner: Who, { id }: Thing, fields: object = {}): Promise<any> {
    const input = 'copy_of' in fields ? fields : { lines: [DESIGN], ...fields };
    return (await this.ask(owner, 'create-invoice', { client_id: id, ...input })).invoice;
  }

  /** Of one line with this price. */
  priced(owner: Who, client: Thing, unit_price: number, fields: object = {}): Promise<any> {
    return this.draft(owner, client, { lines: [{ description: 'Work', unit_price }], ...fields });
  }

  invoice(owner: Who, client: Thing, fields: object = {}): Promise<any> {
    return this.draft(owner, client, { issue: true, ...fields });
  }

  async issue(owner: Who, { id }: Thing, more: object = {}): Promise<any> {
    return (await this.ask(owner, 'issue-invoice', { invoice_id: id, ...more })).invoice;
  }

  async update(owner: Who, { id }: Thing, changes: object): Promise<any> {
    return (await this.ask(owner, 'update-invoice', { invoice_id: id, ...changes })).invoice;
  }

  send(owner: Who, { id }: Thing, more: object = {}): Promise<any> {
    return this.ask(owner, 'send-invoice', { invoice_id: id, ...more });
  }

  async void(owner: Who, { id }: Thing, reason = 'Written for the wrong client'): Promise<any> {
    return (await this.ask(owner, 'void-invoice', { invoice_id: id, reason })).invoice;
  }

  /** With its lines, payments, credit notes and events. */
  get(owner: Who, { id }: Thing): Promise<any> {
    return this.ask(owner, 'get-invoice', { invoice_id: id });
  }

  async row({ id }: Thing): Promise<any> {
    return (await this.rows('SELECT * FROM ext_invoicing.documents WHERE id = $1', id))[0];
  }

  /** What the address of its hosted page ends with. */
  async token(invoice: Thing): Promise<string> {
    return (await this.row(invoice)).public_token;
  }

  /** As if so much had been paid or credited, in minor units. */
  async settle({ id }: Thing, { paid = 0, credited = 0 }: { paid?: number; credited?: number }): Promise<void> {
    await this.rows(
      `UPDATE ext_invoicing.documents SET paid_minor = $2::bigint, credited_minor = $3::bigint,
         paid_at = CASE WHEN $2::bigint + $3::bigint = total_minor THEN now() END WHERE id = $1`,
      id,
      paid,
      credited,
    );
  }

  /** As if so much had been credited, in minor units: its id. */
  async creditNote(
    { id }: Thing,
    minor: number,
    { issue_date = day(0), tax_lines = [] as object[] } = {},
  ): Promise<string> {
    const [row] = await this.rows(
      `INSERT INTO ext_invoicing.documents (owner_id, client_id, kind, status, number, issue_date, currency, total_minor,
         public_token, invoice_id, tax_lines, reason)
       SELECT owner_id, client_id, 'credit_note', 'issued', 'CN-' || $2::int, $3, currency, $2::int, md5(id || 'note'), id, $4,
         'Goodwill'
       FROM ext_invoicing.documents WHERE id = $1 RETURNING id`,
      id,
      minor,
      issue_date,
      JSON.stringify(tax_lines),
    );
    return row.id;
  }

  /** The numbers that an owner has given, in the order of the counter. */
  async numbers({ id }: Thing): Promise<string[]> {
    const rows = await this.rows(
      `SELECT number FROM ext_invoicing.documents WHERE owner_id = $1 AND number IS NOT NULL
       ORDER BY kind, series_period, sequence`,
      id,
    );
    return rows.map(({ number }) => number);
  }

  /** What a draft of these lines comes to. */
  async sums(owner: Who, client: Thing, lines: object[], more: object = {}): Promise<any> {
    const { subtotal, discount, tax, total, tax_lines } = await this.draft(owner, client, { lines, ...more });
    return { subtotal, discount, tax, total, tax_lines };
  }
}
