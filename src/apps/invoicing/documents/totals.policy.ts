import { Refusal } from '../../../platform/http/refusal.js';
import { type DocumentDiscount, totalsOf } from '../../kernel/invoices/arithmetic.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { BELOW_ZERO, TOO_LARGE } from './draft.inputs.js';
import type { NewLine } from './line.repository.js';

/** The largest sum of a document, in minor units: far below what a number holds exactly. */
const MOST_MINOR = 10_000_000_000_000;

type Priced = Pick<InvoiceDocument, 'discount_percent' | 'discount_minor' | 'prices_include_tax'>;
type Taxed = Pick<NewLine, 'amount_minor' | 'tax_name' | 'rate_ppm'>;

/** The columns with the sums of a document. A discount without a percentage is an amount. */
export function sumsOf(lines: readonly Taxed[], document: Priced) {
  const { discount_percent, discount_minor, prices_include_tax } = document;
  const discount: DocumentDiscount =
    discount_percent === null ? { minor: discount_minor } : { percent: discount_percent };
  const taxed = lines.map(({ amount_minor, ...tax }) => ({ ...tax, amount: amount_minor }));
  const totals = totalsOf(taxed, discount, prices_include_tax);
  if (!totals) throw new Refusal(400, BELOW_ZERO);
  expectStorable(totals.total);
  return {
    subtotal_minor: totals.subtotal,
    discount_minor: totals.discount,
    tax_minor: totals.tax,
    total_minor: totals.total,
    tax_lines: totals.tax_lines,
  };
}

export function expectStorable(amount: number): void {
  if (Math.abs(amount) > MOST_MINOR) throw new Refusal(400, TOO_LARGE);
}
