import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { refusal } from '../../platform/http/refusal.js';
import { PaymentRepository, type PaymentRow } from '../payments/payment.repository.js';
import { ProcessorClient, ProcessorFailure } from '../processor/processor.client.js';
import { DepositReversalsService } from '../wallet/deposit-reversals.service.js';
import type { Refund } from './refund.entity.js';
import { RefundRepository } from './refund.repository.js';
import { RefundSettlementService } from './refund-settlement.service.js';

/** The processor keeps an idempotency key for a day. */
const KEY_MS = 20 * 60 * 60 * 1000;

export const exceedsRefundable = refusal(409, 'Amount exceeds what can be refunded');

/** Asks the processor for a stored refund and records the result. Must run outside of transactions. */
@Injectable()
export class RefundExecutionService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly refunds: RefundRepository,
    private readonly processor: ProcessorClient,
    private readonly settlement: RefundSettlementService,
    private readonly reversals: DepositReversalsService,
    private readonly database: DatabaseService,
  ) {}

  requireConfigured(): void {
    this.processor.requireConfigured();
  }

  /** May be repeated and run twice at once, because the processor knows the refund by its id. */
  async execute({ id, payment_id, amount, created_at }: Refund): Promise<void> {
    const payment = await this.payments.findById(payment_id);
    if (!payment?.session_id) {
      await this.database.transaction(() => this.refunds.update({ id }, { status: 'refused', updated_at: NOW }));
      throw new Error(`The payment ${payment_id} was never opened at the processor`);
    }
    let total: bigint | 'all' | 'exceeds';
    try {
      total = await this.processor.refundPayment({
        refundId: id,
        paymentId: payment_id,
        amount,
        isOld: Date.now() - created_at.getTime() > KEY_MS,
        sessionId: payment.session_id,
        intentId: payment.payment_intent_id ?? undefined,
        ofSeller: payment.kind === 'checkout',
        hasFee: BigInt(payment.fee) > 0n,
      });
    } catch (error) {
      // After an unclear failure the refund stays pending, and the money of a deposit reserved: a job tries again.
      if (error instanceof ProcessorFailure && error.refused) await this.close(id, payment_id, 'refused');
      throw error;
    }
    if (total === 'exceeds') {
      await this.close(id, payment_id, 'refused');
      throw exceedsRefundable();
    }
    const isAll = total === 'all' || amount === null;
    await this.close(id, payment_id, 'done', isAll ? BigInt(payment.amount) : (total as bigint));
  }

  private close(id: string, paymentId: string, status: 'done' | 'refused', total = 0n): Promise<void> {
    return this.database.transaction(async () => {
      const payment = (await this.payments.lock(paymentId)) as PaymentRow;
      const closed = await this.refunds.update({ id, status: 'pending' }, { status, updated_at: NOW });
      if (status === 'done') await this.settlement.settle(payment, total);
      else if (closed) await this.reversals.cancel(paymentId);
    });
  }
}
