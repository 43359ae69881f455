import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { minorOf, money } from '../../kernel/selling/prices.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { INVOICE, type InvoiceDocument } from '../entities/document.entity.js';
import { CreditRepository } from '../payments/credit.repository.js';
import { dueOfOpen, EXCEEDS_DUE, NOT_OPEN } from '../payments/open-invoice.policy.js';
import { NOT_ABOVE_0, PaidAmount } from '../payments/payment.fields.js';
import { InvoicePaymentRepository } from '../payments/payment.repository.js';
import { CreditPaymentResult, presentPayment } from '../payments/payment.views.js';
import { SettlementService } from '../payments/settlement.service.js';

const NO_CREDIT = 'Client has no credit';
const EXCEEDS_CREDIT = "Amount exceeds the client's credit";

class Input {
  @Uuid() invoice_id!: string;
  /** The smaller of the credit and what is due, unless it is given. */
  @Optional() @PaidAmount() amount?: number;
}

@Action('apply-credit', {
  access: 'owner',
  target: INVOICE,
  changes: true,
  description: 'Pays an invoice, or a part of it, by the credit of its client.',
  input: Input,
  result: CreditPaymentResult,
  refuses: { 400: [NOT_ABOVE_0], 409: [NO_CREDIT, EXCEEDS_CREDIT, EXCEEDS_DUE, NOT_OPEN] },
})
export class ApplyCredit {
  constructor(
    private readonly payments: InvoicePaymentRepository,
    private readonly credits: CreditRepository,
    private readonly settlement: SettlementService,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input: { amount }, target, caller }: Call<Input, InvoiceDocument>): Promise<CreditPaymentResult> {
    const due = dueOfOpen(target);
    const { document, client } = await this.settlement.withClient(target);
    const { id: document_id, owner_id, currency } = document;
    const credit = client.credit_minor;
    if (credit === 0) throw new Refusal(409, NO_CREDIT);
    const amount_minor = amount === undefined ? Math.min(credit, due) : minorOf('amount', amount, currency);
    if (amount_minor > credit) throw new Refusal(409, EXCEEDS_CREDIT);
    if (amount_minor > due) throw new Refusal(409, EXCEEDS_DUE);
    const payment = await this.payments.insert({
      owner_id,
      document_id,
      client_id: client.id,
      amount_minor,
      currency,
      method: 'credit',
      paid_on: await this.presenter.todayOf(owner_id),
      status: 'completed',
    });
    const spent = { amount_minor: -amount_minor, reason: 'applied' as const };
    const left = await this.credits.change(client, [{ ...spent, document_id, invoice_payment_id: payment.id }]);
    const after = await this.settlement.take({ document, client: left }, payment, caller.id);
    return {
      payment: presentPayment(payment),
      ...(await this.presenter.answer(after.document)),
      client_credit: money(left.credit_minor, currency),
    };
  }
}
