/** What has settled an invoice, in minor units. `paid + credited` is never above `total`. */
export interface Settlement {
  total: number;
  paid: number;
  credited: number;
}

/** A payment as it was taken, and what has been given back of it. */
export interface SettledPayment {
  amount: number;
  /** The part that went to the credit of the client. */
  excess: number;
  reversed: number;
}

/** What a reversal may take from the credit of the client, as the entries of the credit say. */
export interface ReversibleCredit {
  /** All credit that the client has. */
  available: number;
  /** What earlier reversals of this payment took from the credit: from its excess, and from credit notes. */
  refundedExcess: number;
  refundedNotes: number;
  /** What the credit notes of the invoice brought to the credit, less what reversals of all its payments took from that. */
  notes: number;
}

export interface Reversal {
  fromExcess: number;
  fromNotes: number;
  offPaid: number;
  /** Given back although the client has spent the credit that it came from: a loss of the seller, who is told. */
  uncovered: number;
}

export const dueOf = ({ total, paid, credited }: Settlement): number => total - paid - credited;

/** An amount lowers what is due first. What is beyond it becomes credit of the client. */
export function splitAtDue(amount: number, due: number): { toInvoice: number; toCredit: number } {
  const toInvoice = Math.min(amount, due);
  return { toInvoice, toCredit: amount - toInvoice };
}

/**
 * Where an amount comes from that is given back. Unspent credit that this payment and the credit notes of its invoice
 * brought goes first, so an invoice that was credited and then refunded does not become due again.
 */
export function reversalOf(amount: number, payment: SettledPayment, credit: ReversibleCredit): Reversal {
  const { available, refundedExcess, refundedNotes, notes } = credit;
  const fromExcess = Math.min(amount, available, payment.excess - refundedExcess);
  const fromNotes = Math.min(amount - fromExcess, available - fromExcess, notes);
  const onInvoice = payment.amount - payment.excess;
  // A reversal is uncovered only when nothing of the payment is left on the invoice, so the rest was taken off it.
  const takenOff = Math.min(payment.reversed - refundedExcess - refundedNotes, onInvoice);
  const offPaid = Math.min(amount - fromExcess - fromNotes, onInvoice - takenOff);
  return { fromExcess, fromNotes, offPaid, uncovered: amount - fromExcess - fromNotes - offPaid };
}
