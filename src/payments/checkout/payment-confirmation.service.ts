import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { PaymentCompleted } from '../payments.events.js';
import { FulfilmentsService } from '../payments/fulfilments.service.js';
import { PaymentRepository, type PaymentRow } from '../payments/payment.repository.js';
import { WalletTransactionRepository } from '../wallet/wallet-transaction.repository.js';
import { DepositCredited } from '../wallet/wallet.events.js';

/** Completes a payment whose money the processor has received, with everything that follows from it. */
@Injectable()
export class PaymentConfirmationService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly ledger: LedgerService,
    private readonly transactions: WalletTransactionRepository,
    private readonly fulfilments: FulfilmentsService,
    private readonly events: EventsService,
  ) {}

  /** Expects a payment that the caller has locked and that is neither completed nor refunded. */
  async confirm(payment: PaymentRow, sessionId: string, intentId: string | undefined): Promise<void> {
    const { id, kind, buyer_id } = payment;
    const amount = BigInt(payment.amount);
    await this.payments.complete(id, sessionId, intentId);
    if (kind === 'deposit') return this.creditWallet(payment, amount);
    await this.fulfilments.deliverPayment(payment);
    this.events.announce(PaymentCompleted, { ...payment, amount }, buyer_id);
  }

  private async creditWallet({ id, buyer_id }: PaymentRow, amount: bigint): Promise<void> {
    // The buyer's account was deleted meanwhile: an operator has to refund the money at the processor.
    if (!buyer_id) return this.payments.flag(id, 'account_gone');
    const deposit = await this.transactions.insert({
      user_id: buyer_id,
      type: 'deposit',
      amount,
      status: 'completed',
      payment_id: id,
    });
    this.events.announce(DepositCredited, deposit, buyer_id);
    await this.ledger.deposit(buyer_id, { amount, reference: id });
  }
}
