import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Ledger } from '../ledger/ledger.js';
import { decimal } from '../money.js';
import { WalletTransactionRepository } from '../wallet/wallet-transaction.repository.js';
import { Fulfil } from './fulfil.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';

/** The processor has given money back: the payment, the wallet and the app follow. */
@Injectable()
export class SettleRefund {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly ledger: Ledger,
    private readonly transactions: WalletTransactionRepository,
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
    if (kind === 'deposit' && payment.status === 'completed') await this.takeBack(payment, more);
    if (refunded === amount) await this.fulfil.refunded(payment);
    await this.outbox.record({
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

  /** Out of the wallet: what was set aside for it, or else as much as is there. */
  private async takeBack({ id, buyer_id }: PaymentRow, amount: bigint): Promise<void> {
    const pending = await this.transactions.pendingRefund(id);
    if (pending && BigInt(pending.amount) === -amount) {
      await this.ledger.payOut(pending.id);
      return this.transactions.settleRefund(pending.id, 'completed');
    }
    const there = buyer_id ? await this.ledger.spendable(buyer_id) : 0n;
    const taken = there < amount ? there : amount;
    if (buyer_id && taken > 0n) {
      const withdrawal = {
        user_id: buyer_id,
        type: 'withdrawal',
        amount: -taken,
        status: 'completed',
      } as const;
      const { id: reference } = await this.transactions.insert({ ...withdrawal, payment_id: id });
      await this.ledger.hold(buyer_id, { amount: taken, reference });
      await this.ledger.payOut(reference);
    }
    // The money was spent before it was taken back: the platform has lost the rest.
    if (taken < amount) await this.payments.flag(id, 'refund_not_covered');
  }
}
