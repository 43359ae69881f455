import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Ledger } from '../ledger/ledger.js';
import { decimal } from '../../platform/money/money.js';
import { WalletNews } from '../wallet/wallet-news.js';
import { WalletTransactionRepository } from '../wallet/wallet-transaction.repository.js';
import { Fulfil } from './fulfil.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';

/** The processor has the money: the payment is completed, and all that follows from it happens with it. */
@Injectable()
export class ConfirmPayment {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly ledger: Ledger,
    private readonly transactions: WalletTransactionRepository,
    private readonly walletNews: WalletNews,
    private readonly fulfil: Fulfil,
    private readonly outbox: Outbox,
  ) {}

  /** On a payment that the caller has locked and found neither completed nor refunded. */
  async run(payment: PaymentRow, sessionId: string, intentId: string | undefined): Promise<void> {
    const { id, kind, buyer_id, seller_id, currency } = payment;
    const amount = BigInt(payment.amount);
    await this.payments.complete(id, sessionId, intentId);
    if (kind === 'deposit') return this.credit(payment, amount);
    await this.fulfil.paid(payment);
    this.outbox.record({
      type: 'payment.completed',
      actor_id: buyer_id,
      data: {
        payment_id: id,
        kind,
        seller_id,
        amount: decimal(amount, currency),
        currency,
        ...payment.metadata,
      },
    });
  }

  private async credit({ id, buyer_id }: PaymentRow, amount: bigint): Promise<void> {
    // Paid by somebody whose account is gone: the money is at the processor, and staff has to give it back.
    if (!buyer_id) return this.payments.flag(id, 'account_gone');
    const deposit = await this.transactions.insert({
      user_id: buyer_id,
      type: 'deposit',
      amount,
      status: 'completed',
      payment_id: id,
    });
    this.walletNews.credited(deposit, id);
    await this.ledger.deposit(buyer_id, { amount, reference: id });
  }
}
