import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { BeginSubscription } from '../plans/begin-subscription.js';
import type { ProcessorEvent, ProcessorObject } from '../processor/processor-event.js';
import { ConfirmPayment } from '../records/confirm-payment.js';
import { PaymentRepository, type PaymentRow } from '../records/payment.repository.js';
import { EventHandler, type Outcome } from './event-handler.js';

const COMPLETED = 'checkout.session.completed';
const SUCCEEDED = 'checkout.session.async_payment_succeeded';
const FAILED = 'checkout.session.async_payment_failed';
const EXPIRED = 'checkout.session.expired';

@Injectable()
export class CheckoutEvents extends EventHandler {
  readonly types = [COMPLETED, SUCCEEDED, FAILED, EXPIRED];

  constructor(
    private readonly payments: PaymentRepository,
    private readonly confirm: ConfirmPayment,
    private readonly begin: BeginSubscription,
  ) {
    super();
  }

  async apply(event: ProcessorEvent): Promise<Outcome> {
    const { type, object: session } = event;
    const payment = await this.paymentOf(session);
    if (!payment) return 'unknown';
    if (type === FAILED || type === EXPIRED)
      return (await this.payments.fail(payment.id)) ? 'applied' : 'stale';
    // The buyer is done, and his bank is not: whether the money comes is told later.
    if (type === COMPLETED && session.text('payment_status') === 'unpaid') return 'waiting';
    if (payment.status === 'completed' || payment.status === 'refunded') return 'stale';
    const flag = difference(payment, session);
    if (flag) {
      await this.payments.flag(payment.id, flag);
      return 'flagged';
    }
    await this.confirm.run(payment, session.text('id') as string, session.text('payment_intent'));
    await this.begin.run(event, payment);
    return 'applied';
  }

  /** By its session, which we wrote down; or, where we died before we could, by the name we gave it at the processor. */
  private async paymentOf(session: ProcessorObject): Promise<PaymentRow | undefined> {
    const id = session.text('id');
    if (!id) return undefined;
    const known = await this.payments.lockBySession(id);
    if (known) return known;
    const name = session.text('client_reference_id');
    const named = name && isUuid(name) ? await this.payments.lock(name) : undefined;
    // While this waited for its lock, its session may have been written down.
    return named && [null, id].includes(named.session_id) ? named : undefined;
  }
}

/** What was paid has to be what was asked for, by whom it was asked for. */
function difference(payment: PaymentRow, session: ProcessorObject): string | undefined {
  const amount = session.whole('amount_total');
  const currency = session.text('currency');
  const payer = session.at('metadata').text('user_id');
  const name = session.text('client_reference_id');
  if (amount !== undefined && amount !== BigInt(payment.amount)) return 'amount_differs';
  if (currency && currency.toLowerCase() !== payment.currency) return 'currency_differs';
  if (payment.buyer_id && payer && payer !== payment.buyer_id) return 'user_differs';
  if (name && name !== payment.id && name !== payment.buyer_id) return 'user_differs';
  return undefined;
}
