import { randomBytes } from 'node:crypto';
import type { Buyer, Seller } from '../../../src/apps/invoicing/documents/snapshots.js';
import { lineAmount, totalsOf } from '../../../src/apps/kernel/invoices/arithmetic.js';
import { type Account, TestService } from '../../support/service.js';

export interface Line {
  description: string;
  quantity: number;
  unit: string | null;
  /** In minor units. */
  price: number;
  discount: number | null;
  tax: string | null;
  ppm: number;
}

interface Wanted {
  lines: Partial<Line>[];
  currency: string;
  status: 'draft' | 'issued' | 'void';
  discountPercent: number;
  seller: Partial<Seller>;
  client: Partial<Buyer>;
  /** Other columns. */
  columns: Record<string, unknown>;
}

export interface Inserted {
  id: string;
  number: string | null;
  token: string;
  client_id: string;
}

export const SELLER: Seller = {
  name: 'Zoë Studio',
  address: 'Main Street 1\n10557 Berlin',
  email: 'zoe@studio.example',
  tax_number: 'DE123456789',
  logo_url: '',
  payment_instructions: 'By bank transfer to DE02 1203 0000 0000 2020 51.',
};
export const BUYER: Buyer = {
  name: 'Ελένη Ltd',
  contact_name: 'Eleni Papas',
  email: 'eleni@client.example',
  phone: '+30 210 0000000',
  tax_number: 'EL123456789',
  address: { line1: 'Harbour 2', city: 'Athens', postal_code: '105 55', country: 'GR' },
};
const LINE: Line = {
  description: 'Design, March',
  quantity: 12.5,
  unit: 'h',
  price: 8_000,
  discount: null,
  tax: 'VAT',
  ppm: 190_000,
};

/** Rows of documents, written by SQL: what is printed and shown does not depend on the actions that make them. */
export class Documents {
  private sequence = 0;

  constructor(readonly service: TestService) {}

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  async insert({ id: owner }: Pick<Account, 'id'>, wanted: Partial<Wanted> = {}): Promise<Inserted> {
    const { status = 'issued', currency = 'usd', discountPercent, columns = {} } = wanted;
    const lines = (wanted.lines ?? [{}]).map((line) => ({ ...LINE, ...line }));
    const client_id = await this.put('clients', { owner_id: owner, ...BUYER, currency });
    const token = randomBytes(16).toString('hex');
    const isDraft = status === 'draft';
    const document = {
      owner_id: owner,
      client_id,
      status,
      number: isDraft ? null : `INV-2026-${String(++this.sequence).padStart(4, '0')}`,
      issue_date: isDraft ? null : '2026-03-31',
      due_date: isDraft ? null : '2026-04-14',
      currency,
      discount_percent: discountPercent ?? null,
      public_token: token,
      seller: isDraft ? null : { ...SELLER, ...wanted.seller },
      client: isDraft ? null : { ...BUYER, ...wanted.client },
      ...sumsOf(lines, discountPercent, columns.prices_include_tax === true),
      ...columns,
    };
    const id = await this.put('documents', document);
    for (const [position, line] of lines.entries()) await this.put('document_lines', lineRow(id, position, line));
    return { id, token, client_id, number: document.number };
  }

  private async put(table: string, row: Record<string, unknown>): Promise<string> {
    const names = Object.keys(row);
    const values = Object.values(row).map((value) =>
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    );
    const places = values.map((_, index) => `$${index + 1}`);
    const statement = `INSERT INTO ext_invoicing.${table} (${names.join()}) VALUES (${places.join()}) RETURNING id`;
    return (await this.rows(statement, ...values))[0].id;
  }
}

const amountOf = ({ quantity, price, discount }: Line) => lineAmount(quantity, price, discount ?? 0);

const lineRow = (document_id: string, position: number, line: Line) => ({
  document_id,
  position,
  description: line.description,
  quantity: line.quantity,
  unit: line.unit,
  unit_price_minor: line.price,
  discount_percent: line.discount,
  tax_name: line.tax,
  rate_ppm: line.ppm,
  amount_minor: amountOf(line),
});

function sumsOf(lines: Line[], percent: number | undefined, includesTax: boolean) {
  const taxed = lines.map((line) => ({ amount: amountOf(line), tax_name: line.tax, rate_ppm: line.ppm }));
  const totals = totalsOf(taxed, percent === undefined ? undefined : { percent }, includesTax);
  if (!totals) throw new Error('The discount is above the lines');
  const { subtotal, discount, tax, total, tax_lines } = totals;
  return {
    subtotal_minor: subtotal,
    discount_minor: discount,
    tax_minor: tax,
    total_minor: total,
    tax_lines,
  };
}
