import { IsIn, IsNumber, IsObject, IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { ListOf, Nested, Nullable } from '../../../platform/http/fields.js';
import { viewOf } from '../../kernel/rows/view.js';
import { AddressView } from '../clients/client.views.js';
import { DocumentEvent, DocumentLine, InvoiceDocument } from '../entities/document.entity.js';
import type { Address } from '../entities/client.entity.js';
import type { Buyer, Seller } from './snapshots.js';
import { STATES, type State } from './state.js';

export class SellerView implements Seller {
  @IsString() name!: string;
  @IsString() address!: string;
  @IsString() email!: string;
  @IsString() tax_number!: string;
  @IsString() logo_url!: string;
  @IsString() payment_instructions!: string;
}

export class BuyerView implements Buyer {
  @IsString() name!: string;
  @Nullable() @IsString() contact_name!: string | null;
  @Nullable() @IsString() email!: string | null;
  @Nullable() @IsString() phone!: string | null;
  @Nullable() @IsString() tax_number!: string | null;
  @Nullable() @Nested(() => AddressView) address!: Address | null;
}

export class TaxLineView {
  /** Null: no tax. */
  @Nullable() @IsString() name!: string | null;
  @IsNumber() percent!: number;
  @IsNumber() net!: number;
  @IsNumber() tax!: number;
}

/** Columns of the service, which no answer shows. */
const INTERNAL = [
  'series_period',
  'sequence',
  'public_token',
  'pdf_file_key',
  'paid_on',
  'reminded_mark',
  'overdue_told',
  'seller',
  'client',
  'tax_lines',
] as const;

class SummaryView extends viewOf(InvoiceDocument, { without: INTERNAL }) {
  @IsIn(STATES) state!: State;
  @IsNumber() due!: number;
  /** What the client opens; null for a draft. */
  @Nullable() @IsString() hosted_url!: string | null;
  @Nullable() @IsString() pdf_url!: string | null;
}

export class ListedInvoiceView extends SummaryView {
  @IsString() client_name!: string;
}

export class InvoiceView extends SummaryView {
  /** As they were at issue; null for a draft. */
  @Nullable() @Nested(() => SellerView) seller!: Seller | null;
  @Nullable() @Nested(() => BuyerView) client!: Buyer | null;
  @ListOf(() => TaxLineView) tax_lines!: TaxLineView[];
  /** Of a draft, for ten minutes. */
  @Nullable() @IsString() draft_pdf_url!: string | null;
}

export class InvoiceResult extends answerWith('invoice', () => InvoiceView) {}

export class LineView extends viewOf(DocumentLine, { without: ['document_id', 'rate_ppm'] }) {
  @IsNumber() percent!: number;
}

export class EventView extends viewOf(DocumentEvent, { without: ['document_id'] }) {
  @IsObject() data!: object;
}
