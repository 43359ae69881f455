import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { minorOf, money } from '../../kernel/selling/prices.js';
import { DocumentPresenter } from '../documents/document.presenter.js';
import { type InvoicePayment, PAYMENT } from '../entities/invoice-payment.entity.js';
import { NOT_ABOVE_0, PaidAmount } from '../payments/payment.fields.js';
import { InvoicePaymentRepository } from '../payments/payment.repository.js';
import { CreditPaymentResult, presentPayment } from '../payments/payment.views.js';
import { SettlementService } from '../payments/settlement.service.js';

const IS_ONLINE = 'Online payments are reversed by a refund';
const IS_REVERSED = 'Payment is already reversed';
const EXCEEDS_PAYMENT = 'Amount exceeds the payment';

class Input {
  @Uuid() invoice_payment_id!: string;
  @Written(1, 500) reason!: string;
  /** All that is left of it, unless it is given. */
  @Optional() @PaidAmount() amount?: number;
}

@Action('reverse-payment', {
  access: 'owner',
  // Its invoice and the client are locked before it.
  target: { ...PAYMENT, lock: false },
  changes: true,
  why: 'reason',
  description: 'Takes back a payment that bounced or was given back by hand, whole or in part.',
  input: Input,
  result: CreditPaymentResult,
  refuses: { 400: [NOT_ABOVE_0], 409: [IS_ONLINE, IS_REVERSED, EXCEEDS_PAYMENT] },
})
export class ReversePayment {
  constructor(
    private readonly payments: InvoicePaymentRepository,
    private readonly settlement: SettlementService,
    private readonly presenter: DocumentPresenter,
  ) {}

  async run({ input, target, caller }: Call<Input, InvoicePayment>): Promise<CreditPaymentResult> {
    if (target.method === 'online') throw new Refusal(409, IS_ONLINE);
    const account = await this.settlement.lock(target.document_id);
    const payment = await this.payments.lock(target.id);
    const { status, amount_minor, reversed_minor, currency } = payment;
    if (status === 'reversed') throw new Refusal(409, IS_REVERSED);
    const left = amount_minor - reversed_minor;
    const amount = input.amount === undefined ? left : minorOf('amount', input.amount, currency);
    if (amount > left) throw new Refusal(409, EXCEEDS_PAYMENT);
    const given = { amount, actor_id: caller.id, reason: input.reason };
    const after = await this.settlement.reverse(account, payment, given);
    return {
      payment: presentPayment(after.payment),
      ...(await this.presenter.answer(after.document)),
      client_credit: money(after.client.credit_minor, currency),
    };
  }
}
