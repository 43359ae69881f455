import { notFound } from '../../../platform/http/refusal.js';
import type { InvoiceDocument } from '../entities/document.entity.js';

/** Credit notes are in the same table, and are not what actions on invoices are about. */
export function expectInvoice({ kind }: Pick<InvoiceDocument, 'kind'>): void {
  if (kind !== 'invoice') throw notFound('Invoice');
}
