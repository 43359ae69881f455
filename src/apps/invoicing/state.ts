import type { InvoiceDocument } from './entities/document.entity.js';

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

/** The same of a row `d`; the parameter is today in the zone of the owner. */
export const stateSql = (today: string) => `CASE
  WHEN d.status <> 'issued' THEN d.status
  WHEN d.total_minor = d.paid_minor + d.credited_minor THEN 'paid'
  WHEN d.due_date < ${today}::date THEN 'overdue'
  WHEN d.paid_minor + d.credited_minor > 0 THEN 'partially_paid'
  ELSE 'open' END`;
