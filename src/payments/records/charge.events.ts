import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { unavailable } from '../../platform/http/refusal.js';
import type { ProcessorEvent, ProcessorObject } from '../processor/processor-event.js';
import { EventHandler, type Outcome } from '../webhooks/event-handler.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';
import { SettleRefund } from './settle-refund.js';

const NOT_PAID = new Set(['pending', 'failed']);

@Injectable()
export class ChargeEvents extends EventHandler {
  readonly types = ['charge.refunded'];

  constructor(
    private readonly payments: PaymentRepository,
    private readonly settle: SettleRefund,
  ) {
    super();
  }

  async apply({ object: charge }: ProcessorEvent): Promise<Outcome> {
    const payment = await this.paymentOf(charge);
    if (!payment) return 'unknown';
    const total = charge.whole('amount_refunded') ?? BigInt(payment.amount);
    // A part of what we do not know as paid yet: the payment is told of first, and this again.
    if (NOT_PAID.has(payment.status) && total < BigInt(payment.amount)) throw unavailable(5);
    return (await this.settle.run(payment, total, charge.text('payment_intent'))) ? 'applied' : 'stale';
  }

  /** By the name that we gave it at the processor; or, where that is not told, by what was paid. */
  private async paymentOf(charge: ProcessorObject): Promise<PaymentRow | undefined> {
    const intent = charge.text('payment_intent');
    const name = charge.at('metadata').text('payment_id');
    const named = name && isUuid(name) ? await this.payments.lock(name) : undefined;
    if (named && [null, intent].includes(named.payment_intent_id)) return named;
    return intent ? this.payments.lockByIntent(intent) : undefined;
  }
}
