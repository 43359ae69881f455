import fc from 'fast-check';
import { dueOf, reversalOf, type Settlement, splitAtDue } from '../../src/apps/kernel/invoices/settling.js';

interface Paid {
  amount: number;
  excess: number;
  reversed: number;
  refundedExcess: number;
  refundedNotes: number;
}

/** One invoice and the credit of its client, as the statements of an app keep them. */
class Book {
  readonly invoice: Settlement;
  readonly payments: Paid[] = [];
  credit = 0;
  notes = 0;
  noted = 0;
  spent = 0;
  uncovered = 0;

  constructor(total: number) {
    this.invoice = { total, paid: 0, credited: 0 };
  }

  pay(amount: number): void {
    const { toInvoice, toCredit } = splitAtDue(amount, dueOf(this.invoice));
    this.invoice.paid += toInvoice;
    this.credit += toCredit;
    this.payments.push({ amount, excess: toCredit, reversed: 0, refundedExcess: 0, refundedNotes: 0 });
  }

  note(asked: number): void {
    const amount = Math.min(asked, this.invoice.total - this.noted);
    const { toInvoice, toCredit } = splitAtDue(amount, dueOf(this.invoice));
    this.noted += amount;
    this.invoice.credited += toInvoice;
    this.credit += toCredit;
    this.notes += toCredit;
  }

  /** On another invoice. */
  spend(asked: number): void {
    const amount = Math.min(asked, this.credit);
    this.credit -= amount;
    this.spent += amount;
  }

  reverse(index: number, asked: number): void {
    const payment = this.payments[index % (this.payments.length || 1)];
    if (!payment) return;
    const amount = Math.min(asked, payment.amount - payment.reversed);
    const { refundedExcess, refundedNotes } = payment;
    const credit = { available: this.credit, refundedExcess, refundedNotes, notes: this.notes };
    const { fromExcess, fromNotes, offPaid, uncovered } = reversalOf(amount, payment, credit);
    expect(Math.min(fromExcess, fromNotes, offPaid, uncovered)).toBeGreaterThanOrEqual(0);
    expect(fromExcess + fromNotes + offPaid + uncovered).toBe(amount);
    payment.reversed += amount;
    payment.refundedExcess += fromExcess;
    payment.refundedNotes += fromNotes;
    this.credit -= fromExcess + fromNotes;
    this.notes -= fromNotes;
    this.invoice.paid -= offPaid;
    this.uncovered += uncovered;
  }

  expectSound(): void {
    const { total, paid, credited } = this.invoice;
    expect(Math.min(paid, credited, this.credit, this.notes)).toBeGreaterThanOrEqual(0);
    expect(paid + credited).toBeLessThanOrEqual(total);
    const kept = this.payments.reduce((sum, { amount, reversed }) => sum + amount - reversed, 0);
    expect(paid + credited + this.credit + this.spent).toBe(kept + this.noted + this.uncovered);
    expect(this.uncovered).toBeLessThanOrEqual(this.spent);
  }
}

const amounts = fc.integer({ min: 1, max: 2000 });
const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom('pay' as const, 'note' as const, 'spend' as const), amount: amounts }),
    fc.record({ do: fc.constant('reverse' as const), index: fc.nat(20), amount: amounts }),
  ),
  { maxLength: 30 },
);

describe('the settlement of an invoice', () => {
  it('loses nothing, whatever is paid, credited, spent and given back', () => {
    fc.assert(
      fc.property(amounts, steps, (total, taken) => {
        const book = new Book(total);
        for (const step of taken) {
          if (step.do === 'reverse') book.reverse(step.index, step.amount);
          else book[step.do](step.amount);
          book.expectSound();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('gives what is beyond the amount due to the credit of the client', () => {
    expect(splitAtDue(120, 100)).toEqual({ toInvoice: 100, toCredit: 20 });
    expect(splitAtDue(80, 100)).toEqual({ toInvoice: 80, toCredit: 0 });
    expect(splitAtDue(80, 0)).toEqual({ toInvoice: 0, toCredit: 80 });
  });

  it('leaves an invoice paid that is credited and then refunded', () => {
    const book = new Book(1190);
    book.pay(1190);
    book.note(119);
    expect(book.credit).toBe(119);
    book.reverse(0, 119);
    expect(book).toMatchObject({ credit: 0, uncovered: 0, invoice: { paid: 1190, credited: 0 } });
  });

  it('lowers what is paid by all of a payment that is reversed whole', () => {
    const book = new Book(1000);
    book.pay(400);
    book.pay(900);
    book.reverse(1, 900);
    expect(book).toMatchObject({ credit: 0, invoice: { paid: 400 } });
  });

  it('names what is given back of credit that was spent', () => {
    const book = new Book(60);
    book.pay(100);
    book.spend(40);
    book.reverse(0, 100);
    expect(book).toMatchObject({ credit: 0, uncovered: 40, invoice: { paid: 0 } });
  });
});
