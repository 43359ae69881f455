import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { type Caller, isAdmin } from '../../platform/access/caller.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import { isUuid } from '../../platform/database/uuid.js';
import { forbidden, notFound, Refusal } from '../../platform/http/refusal.js';
import { presentPayment } from '../payments/payment.presenter.js';
import { PaymentRepository, type PaymentRow } from '../payments/payment.repository.js';
import type { PaymentView } from '../payments/payments.dto.js';
import { ProcessorClient, ProcessorFailure } from '../processor/processor.client.js';
import { DepositReversalsService } from '../wallet/deposit-reversals.service.js';
import { RefundSettlementService } from './refund-settlement.service.js';

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
    if (!isUuid(id)) throw notFound('Payment');
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
      if (now.seller_id !== caller.id) this.recordStaffRefund(now, caller.id);
      return (await this.payments.find(id)) as PaymentRow;
    });
    return presentPayment(refunded);
  }

  private async prepare(id: string, caller: Caller): Promise<PaymentRow> {
    const payment = await this.payments.lock(id);
    if (!payment || !(mayRefund(payment, caller) || payment.buyer_id === caller.id)) throw notFound('Payment');
    if (!mayRefund(payment, caller)) throw forbidden();
    if (payment.status === 'refunded') throw new Refusal(409, 'Payment already refunded');
    if (payment.status !== 'completed') throw new Refusal(409, 'Payment is not completed');
    const { kind } = payment;
    if (kind === 'plan' || kind === 'membership') throw new Refusal(409, `A ${kind} is cancelled, not refunded`);
    if (payment.kind === 'deposit') await this.reserveDeposit(payment);
    return payment;
  }

  /** A deposit can be refunded only as long as the money is still in the wallet. */
  private async reserveDeposit({ id, buyer_id, amount, refunded_amount }: PaymentRow): Promise<void> {
    if (!buyer_id || (await this.reversals.isPending(id))) return;
    await this.reversals.reserve(id, buyer_id, BigInt(amount) - BigInt(refunded_amount));
  }

  /** The audit log's event; the refund itself is an event of its own. */
  private recordStaffRefund({ id: payment_id, buyer_id, seller_id }: PaymentRow, actor_id: string): void {
    const data = { payment_id, buyer_id, seller_id };
    this.events.record({ type: 'admin.payment_refunded', actor_id, data, staff: true });
  }

  private cancelReversal(id: string): Promise<void> {
    return this.database.transaction(async () => {
      await this.payments.lock(id);
      await this.reversals.cancel(id);
    });
  }
}

const mayRefund = ({ seller_id }: PaymentRow, caller: Caller) => seller_id === caller.id || isAdmin(caller);
