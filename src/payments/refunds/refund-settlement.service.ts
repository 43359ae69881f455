import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { PaymentRefunded } from '../payments.events.js';
import { FulfilmentsService } from '../payments/fulfilments.service.js';
import { PaymentRepository, type PaymentRow } from '../payments/payment.repository.js';
import { DepositReversalsService } from '../wallet/deposit-reversals.service.js';

/** Records a refund that the processor has made: on the payment, in the wallet and in the app. */
@Injectable()
export class RefundSettlementService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly reversals: DepositReversalsService,
    private readonly fulfilments: FulfilmentsService,
    private readonly events: EventsService,
  ) {}

  /**
   * Expects a payment that the caller has locked. `total` is the sum of all its refunds so far, so a repeated call does
   * nothing and returns false.
   */
  async settle(payment: PaymentRow, total: bigint, intentId?: string): Promise<boolean> {
    const { id, kind, buyer_id } = payment;
    const amount = BigInt(payment.amount);
    const refunded = total < amount ? total : amount;
    const more = refunded - BigInt(payment.refunded_amount);
    if (more <= 0n) return false;
    await this.payments.storeRefund(id, refunded, intentId);
    if (kind === 'deposit' && payment.status === 'completed') await this.debitWallet(payment, more, amount - refunded);
    await this.fulfilments.deliverRefund({ ...payment, refunded_amount: String(refunded) });
    this.events.announce(PaymentRefunded, { ...payment, amount: more }, buyer_id);
    return true;
  }

  private async debitWallet({ id, buyer_id, flag }: PaymentRow, more: bigint, rest: bigint): Promise<void> {
    const taken = await this.reversals.settle(id, buyer_id, more, rest);
    // The user has spent the money already, so the platform bears the loss. Money that was never credited is not lost.
    if (taken < more && flag !== 'account_gone') await this.payments.flag(id, 'refund_not_covered');
  }
}
