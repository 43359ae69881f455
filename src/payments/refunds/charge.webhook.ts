import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { unavailable } from '../../platform/http/refusal.js';
import { PaymentRepository, type PaymentRow } from '../payments/payment.repository.js';
import {
  type ProcessorEvent,
  type ProcessorObject,
  WebhookHandler,
  type WebhookOutcome,
} from '../processor/processor-event.js';
import { RefundSettlementService } from './refund-settlement.service.js';

const NOT_PAID = new Set(['pending', 'failed']);

@Injectable()
export class ChargeWebhook extends WebhookHandler {
  readonly types = ['charge.refunded'];

  constructor(
    private readonly payments: PaymentRepository,
    private readonly settlement: RefundSettlementService,
  ) {
    super();
  }

  async handle({ object: charge }: ProcessorEvent): Promise<WebhookOutcome> {
    const payment = await this.lockPayment(charge);
    if (!payment) return 'unknown';
    const total = charge.whole('amount_refunded') ?? BigInt(payment.amount);
    // A partial refund overtook the event of the payment: the processor delivers it again after that event.
    if (NOT_PAID.has(payment.status) && total < BigInt(payment.amount)) throw unavailable(5);
    const settled = await this.settlement.settle(payment, total, charge.text('payment_intent'));
    return settled ? 'applied' : 'stale';
  }

  /** Finds the payment by the id in its metadata, or by the payment intent where the charge has no metadata. */
  private async lockPayment(charge: ProcessorObject): Promise<PaymentRow | undefined> {
    const intent = charge.text('payment_intent');
    const name = charge.at('metadata').text('payment_id');
    const named = name && isUuid(name) ? await this.payments.lock(name) : undefined;
    if (named && [null, intent].includes(named.payment_intent_id)) return named;
    return intent ? this.payments.lockByIntent(intent) : undefined;
  }
}
