import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { decimal } from '../../platform/money/money.js';
import { WayBack } from '../wallet/way-back.js';
import { Fulfil } from './fulfil.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';

/** The processor has given money back: the payment, the wallet and the app follow. */
@Injectable()
export class SettleRefund {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly wayBack: WayBack,
    private readonly fulfil: Fulfil,
    private readonly outbox: Outbox,
  ) {}

  /** `total`: all that was given back of it so far. On a payment that the caller has locked; told twice, done once. */
  async run(payment: PaymentRow, total: bigint, intentId?: string): Promise<boolean> {
    const { id, kind, buyer_id, seller_id, currency } = payment;
    const amount = BigInt(payment.amount);
    const refunded = total < amount ? total : amount;
    const more = refunded - BigInt(payment.refunded_amount);
    if (more <= 0n) return false;
    await this.payments.refund(id, refunded, intentId);
    if (kind === 'deposit' && payment.status === 'completed')
      await this.takeBack(payment, more, amount - refunded);
    await this.fulfil.refunded({ ...payment, refunded_amount: String(refunded) });
    this.outbox.record({
      type: 'payment.refunded',
      actor_id: buyer_id,
      data: {
        payment_id: id,
        kind,
        seller_id,
        amount: decimal(more, currency),
        currency,
        ...payment.metadata,
      },
    });
    return true;
  }

  private async takeBack({ id, buyer_id, flag }: PaymentRow, more: bigint, rest: bigint): Promise<void> {
    const taken = await this.wayBack.take(id, buyer_id, more, rest);
    // The money was spent before it was taken back: the platform has lost it. What was never credited is not lost.
    if (taken < more && flag !== 'account_gone') await this.payments.flag(id, 'refund_not_covered');
  }
}
