import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { PaymentRepository, type PaymentRow } from '../payments/payment.repository.js';
import {
  type ProcessorEvent,
  type ProcessorObject,
  WebhookHandler,
  type WebhookOutcome,
} from '../processor/processor-event.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import { PaymentConfirmationService } from './payment-confirmation.service.js';

const COMPLETED = 'checkout.session.completed';
const SUCCEEDED = 'checkout.session.async_payment_succeeded';
const FAILED = 'checkout.session.async_payment_failed';
const EXPIRED = 'checkout.session.expired';

@Injectable()
export class CheckoutWebhook extends WebhookHandler {
  readonly types = [COMPLETED, SUCCEEDED, FAILED, EXPIRED];

  constructor(
    private readonly payments: PaymentRepository,
    private readonly confirmation: PaymentConfirmationService,
    private readonly subscriptions: SubscriptionsService,
  ) {
    super();
  }

  async handle(event: ProcessorEvent): Promise<WebhookOutcome> {
    const { type, object: session } = event;
    const payment = await this.lockPayment(session);
    if (!payment) return 'unknown';
    if (type === FAILED || type === EXPIRED) return (await this.payments.fail(payment.id)) ? 'applied' : 'stale';
    // With delayed payment methods a later event says whether the money has arrived.
    if (type === COMPLETED && session.text('payment_status') === 'unpaid') return 'waiting';
    if (payment.status === 'completed' || payment.status === 'refunded') return 'stale';
    const flag = findDifference(payment, session);
    if (flag) {
      await this.payments.flag(payment.id, flag);
      return 'flagged';
    }
    await this.confirmation.confirm(payment, session.text('id') as string, session.text('payment_intent'));
    await this.subscriptions.beginPaid(event, payment);
    return 'applied';
  }

  /** Finds the payment by its session; or by its id, if the process died before it stored the session. */
  private async lockPayment(session: ProcessorObject): Promise<PaymentRow | undefined> {
    const id = session.text('id');
    if (!id) return undefined;
    const known = await this.payments.lockBySession(id);
    if (known) return known;
    const name = session.text('client_reference_id');
    const named = name && isUuid(name) ? await this.payments.lock(name) : undefined;
    // Another transaction may have stored a session while this one waited for the lock.
    return named && [null, id].includes(named.session_id) ? named : undefined;
  }
}

/** Amount, currency and buyer must be those of the stored payment; returns the flag of the first difference. */
function findDifference(payment: PaymentRow, session: ProcessorObject): string | undefined {
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
