import { IsIn, IsNumber, IsString } from 'class-validator';
import { ListOf, Nullable } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { percentOf } from '../catalogue/catalogue.views.js';
import { shownTaxes } from '../documents/document.presenter.js';
import { TaxLineView } from '../documents/document.views.js';
import { STATES, type State, stateOf } from '../documents/state.js';
import { DocumentLine, InvoiceDocument } from '../entities/document.entity.js';
import { InvoicePayment } from '../entities/invoice-payment.entity.js';

/** What clients see of a document. */
export class HostedInvoiceView extends viewOf(InvoiceDocument, {
  only: [
    'id',
    'kind',
    'number',
    'issue_date',
    'due_date',
    'currency',
    'prices_include_tax',
    'discount_percent',
    'discount_minor',
    'subtotal_minor',
    'tax_minor',
    'total_minor',
    'paid_minor',
    'credited_minor',
    'po_number',
    'notes',
    'footer',
    'reason',
    'paid_at',
    'voided_at',
  ],
}) {
  @IsIn(STATES) state!: State;
  @IsNumber() due!: number;
  /** Of a credit note: that of its invoice. */
  @Nullable() @IsString() invoice_number!: string | null;
  @ListOf(() => TaxLineView) tax_lines!: TaxLineView[];
}

export class HostedLineView extends viewOf(DocumentLine, {
  only: ['description', 'quantity', 'unit', 'unit_price_minor', 'discount_percent', 'tax_name', 'amount_minor'],
}) {
  @IsNumber() percent!: number;
}

export class HostedPaymentView extends viewOf(InvoicePayment, {
  only: ['amount_minor', 'currency', 'method', 'paid_on', 'status', 'reversed_minor'],
}) {}

export class HostedNoteView {
  @Nullable() @IsString() number!: string | null;
  @IsNumber() total!: number;
  @Nullable() @IsString() issue_date!: string | null;
  @Nullable() @IsString() reason!: string | null;
}

export function hostedInvoice(
  document: InvoiceDocument,
  invoice_number: string | null,
  today: string,
): HostedInvoiceView {
  const { total_minor, paid_minor, credited_minor, currency, status, reason } = document;
  const due = status === 'void' ? 0 : total_minor - paid_minor - credited_minor;
  return {
    ...present(HostedInvoiceView, document),
    // Why an invoice was withdrawn is for its owner.
    reason: status === 'void' ? null : reason,
    state: stateOf(document, today),
    due: money(due, currency),
    invoice_number,
    tax_lines: shownTaxes(document.tax_lines, currency),
  };
}

export const hostedLines = (lines: DocumentLine[], currency: string): HostedLineView[] =>
  lines.map((line) => ({ ...present(HostedLineView, { ...line, currency }), percent: percentOf(line.rate_ppm) }));

export const hostedNote = ({ number, total_minor, currency, issue_date, reason }: InvoiceDocument): HostedNoteView => ({
  number,
  total: money(total_minor, currency),
  issue_date,
  reason,
});
