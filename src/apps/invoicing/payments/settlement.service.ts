import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { dueOf, reversalOf, splitAtDue } from '../../kernel/invoices/settling.js';
import { money } from '../../kernel/selling/prices.js';
import { ClientRepository } from '../clients/client.repository.js';
import { amountText } from '../documents/amount-text.js';
import { DocumentEventRepository } from '../documents/document-event.repository.js';
import { DocumentRepository } from '../documents/document.repository.js';
import { settlementOf } from '../documents/state.js';
import type { Client } from '../entities/client.entity.js';
import type { InvoiceDocument } from '../entities/document.entity.js';
import type { InvoicePayment } from '../entities/invoice-payment.entity.js';
import { NoticesService } from '../notices.service.js';
import { CreditRepository } from './credit.repository.js';
import { InvoicePaymentRepository } from './payment.repository.js';

/** An invoice and its client, both locked, in this order. */
export interface Account {
  document: InvoiceDocument;
  client: Client;
}

interface Given {
  amount: number;
  /** Null: the processor. */
  actor_id: string | null;
  reason?: string;
}

/** What is due of an invoice; nothing of one that is withdrawn. */
export const dueNow = (document: InvoiceDocument): number =>
  document.status === 'issued' ? dueOf(settlementOf(document)) : 0;

/** Moves money between invoices, payments and the credit of clients. The document is locked before its client, everywhere. */
@AppProvider()
export class SettlementService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly clients: ClientRepository,
    private readonly payments: InvoicePaymentRepository,
    private readonly credits: CreditRepository,
    private readonly events: DocumentEventRepository,
    private readonly notices: NoticesService,
  ) {}

  async lock(documentId: string): Promise<Account> {
    return this.withClient(await this.documents.lock(documentId));
  }

  /** The caller has locked the document. */
  async withClient(document: InvoiceDocument): Promise<Account> {
    const client = await this.clients.the({ id: document.client_id }, 'Client', { lock: 'no key update' });
    return { document, client };
  }

  /**
   * Counts a payment that is stored. What is beyond the amount due becomes credit of the client. `actorId` null: the
   * processor says that it was paid, and the owner learns it from here.
   */
  async take(account: Account, payment: InvoicePayment, actorId: string | null): Promise<Account & { excess: number }> {
    const { id, amount_minor, method, currency } = payment;
    const { toInvoice, toCredit } = splitAtDue(amount_minor, dueNow(account.document));
    const document = await this.settle(account.document, { paid: toInvoice });
    const refers = { document_id: document.id, invoice_payment_id: id };
    const client = await this.credits.change(account.client, [
      { amount_minor: toCredit, reason: 'overpayment', ...refers },
    ]);
    const amount = money(amount_minor, currency);
    const data = { invoice_payment_id: id, method, amount, to_credit: money(toCredit, currency) };
    await this.events.record(document.id, 'payment', actorId, data);
    if (toInvoice > 0 && dueNow(document) === 0) {
      await this.notices.tellClient(document, 'paid');
      if (actorId === null) this.notices.tellOwner(document, 'paid', { amount, currency });
    }
    if (toCredit > 0) {
      const message = `${amountText(toCredit, currency)} became credit of the client.`;
      this.notices.tellOwner(document, 'overpaid', { amount: money(toCredit, currency), currency }, message);
    }
    return { document, client, excess: toCredit };
  }

  /** Takes credit notes or payments into the sums of an invoice. */
  async settle(
    document: InvoiceDocument,
    { paid = 0, credited = 0 }: { paid?: number; credited?: number },
  ): Promise<InvoiceDocument> {
    if (paid === 0 && credited === 0) return document;
    const { id, total_minor } = document;
    const paid_minor = document.paid_minor + paid;
    const credited_minor = document.credited_minor + credited;
    const paid_at = paid_minor + credited_minor === total_minor ? NOW : null;
    const changes = { paid_minor, credited_minor, paid_at, updated_at: NOW };
    return (await this.documents.updateOne({ id }, changes)) as InvoiceDocument;
  }

  /** A part of a payment, or all of it, was given back. The payment is locked, and as much of it is left. */
  async reverse(account: Account, payment: InvoicePayment, { amount, actor_id, reason }: Given) {
    const { id, document_id, amount_minor, excess_minor, reversed_minor, method, currency } = payment;
    const credit = await this.credits.reversible(payment, account.client);
    const taken = { amount: amount_minor, excess: excess_minor, reversed: reversed_minor };
    const { fromExcess, fromNotes, offPaid, uncovered } = reversalOf(amount, taken, credit);
    const document = await this.settle(account.document, { paid: -offPaid });
    const returned = method === 'credit' ? amount : 0;
    const client = await this.credits.change(account.client, [
      { amount_minor: -fromExcess, reason: 'refunded', document_id: null, invoice_payment_id: id },
      { amount_minor: -fromNotes, reason: 'refunded', document_id, invoice_payment_id: id },
      { amount_minor: returned, reason: 'released', document_id, invoice_payment_id: id },
    ]);
    const reversed = reversed_minor + amount;
    const after = await this.payments.updateOne(
      { id },
      {
        reversed_minor: reversed,
        status: reversed === amount_minor ? 'reversed' : payment.status,
        reversed_at: NOW,
        updated_at: NOW,
      },
    );
    const shown = { amount: money(amount, currency), uncovered: money(uncovered, currency) };
    await this.events.record(document_id, 'reversed', actor_id, { invoice_payment_id: id, method, ...shown, reason });
    const message = [
      `${amountText(amount, currency)} was given back.`,
      uncovered > 0 && `The client has spent ${amountText(uncovered, currency)} of it already.`,
    ];
    this.notices.tellOwner(document, 'refunded', { ...shown, currency }, message.filter(Boolean).join(' '));
    return { document, client, payment: after as InvoicePayment };
  }
}
