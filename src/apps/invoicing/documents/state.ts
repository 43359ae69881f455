import type { Settlement } from '../../kernel/invoices/settling.js';
import type { InvoiceDocument } from '../entities/document.entity.js';

export const STATES = ['draft', 'open', 'partially_paid', 'paid', 'overdue', 'void'] as const;
export type State = (typeof STATES)[number];

type Sums = Pick<InvoiceDocument, 'status' | 'total_minor' | 'paid_minor' | 'credited_minor' | 'due_date'>;

/** It follows from the sums and the day and is never stored, so that no job can leave it wrong. */
export function stateOf(document: Sums, today: string): State {
  const { status, total_minor, paid_minor, credited_minor, due_date } = document;
  if (status !== 'issued') return status;
  if (total_minor - paid_minor - credited_minor === 0) return 'paid';
  if (due_date !== null && due_date < today) return 'overdue';
  return paid_minor + credited_minor > 0 ? 'partially_paid' : 'open';
}

export const settlementOf = ({
  total_minor,
  paid_minor,
  credited_minor,
}: Pick<InvoiceDocument, 'total_minor' | 'paid_minor' | 'credited_minor'>): Settlement => ({
  total: total_minor,
  paid: paid_minor,
  credited: credited_minor,
});
