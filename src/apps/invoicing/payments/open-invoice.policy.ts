import { Refusal } from '../../../platform/http/refusal.js';
import { expectInvoice } from '../documents/invoice-target.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import { dueNow } from './settlement.service.js';

export const NOT_OPEN = 'Invoice is not open';
export const EXCEEDS_DUE = 'Amount exceeds the amount due';

/** What is due of an invoice; a draft, a void and a paid one take no payment. */
export function dueOfOpen(document: InvoiceDocument): number {
  expectInvoice(document);
  const due = dueNow(document);
  if (due === 0) throw new Refusal(409, NOT_OPEN);
  return due;
}
