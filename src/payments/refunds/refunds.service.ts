import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { forbidden, notFound, refusal } from '../../platform/http/refusal.js';
import { PaymentRefundedByStaff } from '../payments.events.js';
import { presentPayment } from '../payments/payment.presenter.js';
import { PaymentRepository, type PaymentRow } from '../payments/payment.repository.js';
import type { PaymentView } from '../payments/payments.dto.js';
import { ProcessorClient, ProcessorFailure } from '../processor/processor.client.js';
import { DepositReversalsService } from '../wallet/deposit-reversals.service.js';
import { RefundSettlementService } from './refund-settlement.service.js';

export const notCompleted = refusal(409, 'Payment is not completed');
export const alreadyRefunded = refusal(409, 'Payment already refunded');
export const planIsCancelled = refusal(409, 'A plan is cancelled, not refunded');
export const membershipIsCancelled = refusal(409, 'A membership is cancelled, not refunded');

@Injectable()
export class RefundsService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly processor: ProcessorClient,
    private readonly settlement: RefundSettlementService,
    private readonly reversals: DepositReversalsService,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** Refunds in full. Concurrent requests refund once, because they share the processor's idempotency key. */
  async refund(id: string, caller: Caller): Promise<PaymentView> {
    this.processor.requireConfigured();
    const payment = await this.database.transaction(() => this.prepare(id, caller));
    try {
      await this.processor.refundPayment({
        id,
        sessionId: payment.session_id as string,
        intentId: payment.payment_intent_id ?? undefined,
        ofSeller: payment.kind === 'checkout',
        hasFee: BigInt(payment.fee) > 0n,
      });
    } catch (error) {
      // After an unclear failure the money stays reserved until an event or a repeated request settles the refund.
      if (error instanceof ProcessorFailure && error.refused) await this.cancelReversal(id);
      throw error;
    }
    const refunded = await this.database.transaction(async () => {
      const now = (await this.payments.lock(id)) as PaymentRow;
      await this.settlement.settle(now, BigInt(now.amount));
      if (now.seller_id !== caller.id) this.events.announce(PaymentRefundedByStaff, now, caller.id);
      return (await this.payments.findById(id)) as PaymentRow;
    });
    return presentPayment(refunded);
  }

  private async prepare(id: string, caller: Caller): Promise<PaymentRow> {
    const payment = await this.payments.lock(id);
    if (!payment || !(mayRefund(payment, caller) || payment.buyer_id === caller.id)) throw notFound('Payment');
    if (!mayRefund(payment, caller)) throw forbidden();
    if (payment.status === 'refunded') throw alreadyRefunded();
    if (payment.status !== 'completed') throw notCompleted();
    if (payment.kind === 'plan') throw planIsCancelled();
    if (payment.kind === 'membership') throw membershipIsCancelled();
    if (payment.kind === 'deposit') await this.reserveDeposit(payment);
    return payment;
  }

  /** A deposit can be refunded only as long as the money is still in the wallet. */
  private async reserveDeposit({ id, buyer_id, amount, refunded_amount }: PaymentRow): Promise<void> {
    if (!buyer_id || (await this.reversals.isPending(id))) return;
    await this.reversals.reserve(id, buyer_id, BigInt(amount) - BigInt(refunded_amount));
  }

  private cancelReversal(id: string): Promise<void> {
    return this.database.transaction(async () => {
      await this.payments.lock(id);
      await this.reversals.cancel(id);
    });
  }
}

const mayRefund = ({ seller_id }: PaymentRow, caller: Caller) => seller_id === caller.id || isAdmin(caller);
