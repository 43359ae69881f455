import { Not } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { jsonList, jsonObject, keyed, sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { settingsSql } from '../../kernel/app-settings.js';
import type { Buyer, Seller } from '../documents/snapshots.js';
import { type DocumentLine, InvoiceDocument } from '../entities/document.entity.js';

export type PrintedLine = Pick<
  DocumentLine,
  | 'description'
  | 'quantity'
  | 'unit'
  | 'unit_price_minor'
  | 'discount_percent'
  | 'tax_name'
  | 'rate_ppm'
  | 'amount_minor'
>;

/** A document with all that its PDF shows. */
export interface PrintedDocument extends Omit<InvoiceDocument, 'owner_id' | 'seller' | 'client'> {
  /** Null: the account is gone. */
  owner_id: string | null;
  /** Null while it is a draft, as `client`. */
  seller: Seller | null;
  client: Buyer | null;
  lines: PrintedLine[];
  /** Of a credit note: the number of its invoice. */
  invoice_number: string | null;
  /** The client as they are now, whom only a draft shows. */
  buyer: Buyer;
  /** What the owner has set in the app; null: nothing. */
  settings: object | null;
}

/** What the PDF of a document is found by. */
export type StoredDocument = Pick<InvoiceDocument, 'id' | 'pdf_file_key'> & Named;
export type Named = Pick<InvoiceDocument, 'kind' | 'number'>;

/** An issued document as the frame of its hosted page needs it. */
export interface HostedDocument {
  currency: string;
  logo_url: string | null;
  settings: object | null;
}

const SETTINGS = `${settingsSql('invoicing', 'd.owner_id')} AS settings`;
const LINE = jsonObject<PrintedLine>({
  description: 'l.description',
  quantity: 'l.quantity',
  unit: 'l.unit',
  unit_price_minor: 'l.unit_price_minor',
  discount_percent: 'l.discount_percent',
  tax_name: 'l.tax_name',
  rate_ppm: 'l.rate_ppm',
  amount_minor: 'l.amount_minor',
});
const BUYER = jsonObject<Buyer>({
  name: 'c.name',
  contact_name: 'c.contact_name',
  email: 'c.email',
  phone: 'c.phone',
  tax_number: 'c.tax_number',
  address: 'c.address',
});
const PRINTED = sql(
  'invoicing_printed',
  `SELECT d.*, i.number AS invoice_number, ${BUYER} AS buyer, ${SETTINGS}, (
     SELECT ${jsonList(LINE, 'l.position')} FROM ext_invoicing.document_lines l WHERE l.document_id = d.id
   ) AS lines
   FROM ext_invoicing.documents d
   LEFT JOIN ext_invoicing.clients c ON c.id = d.client_id
   LEFT JOIN ext_invoicing.documents i ON i.id = d.invoice_id
   WHERE d.id = $1`,
);
const HOSTED = keyed(
  'invoicing_hosted',
  `SELECT d.currency, d.seller ->> 'logo_url' AS logo_url, ${SETTINGS}
   FROM ext_invoicing.documents d WHERE d.public_token = $1 AND d.status <> 'draft'`,
  'text',
);
const STORED = ['id', 'kind', 'number', 'pdf_file_key'] as const;
/** The parameter of an address is any text, and PostgreSQL refuses some. */
const TOKEN = /^[\w-]{32}$/;

@AppProvider()
export class PrintingRepository extends EntityRepository<InvoiceDocument> {
  protected readonly entity = InvoiceDocument;

  async hosted(token: string): Promise<HostedDocument | undefined> {
    return TOKEN.test(token) ? this.quick<HostedDocument>(HOSTED, token) : undefined;
  }

  async issued(token: string): Promise<StoredDocument | undefined> {
    if (!TOKEN.test(token)) return undefined;
    return this.findOne({ public_token: token, status: Not('draft') }, { select: STORED });
  }

  stored(id: string): Promise<StoredDocument | undefined> {
    return this.findOne({ id }, { select: STORED });
  }

  async printed(id: string): Promise<PrintedDocument | undefined> {
    return (await this.converted<PrintedDocument>(PRINTED, id))[0];
  }
}
