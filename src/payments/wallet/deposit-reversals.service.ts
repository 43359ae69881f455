import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { WalletTransactionRepository } from './wallet-transaction.repository.js';
import { DepositReversalChanged } from './wallet.events.js';

/**
 * Takes the money of a refunded deposit out of the wallet, as a withdrawal that names the payment. Callers have locked
 * that payment.
 */
@Injectable()
export class DepositReversalsService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly transactions: WalletTransactionRepository,
    private readonly events: EventsService,
  ) {}

  async isPending(paymentId: string): Promise<boolean> {
    return (await this.transactions.lockPendingReversal(paymentId)) !== undefined;
  }

  /** Holds the amount before the processor is asked to refund it; answers 400 when the wallet has less. */
  async reserve(paymentId: string, userId: string, amount: bigint): Promise<string> {
    const withdrawal = { user_id: userId, type: 'withdrawal', amount: -amount, status: 'pending' } as const;
    const reversal = await this.transactions.insert({ ...withdrawal, payment_id: paymentId });
    await this.ledger.hold(userId, { amount, reference: reversal.id });
    this.events.announce(DepositReversalChanged, reversal, null);
    return reversal.id;
  }

  /** The processor has refused the refund, so the money can be spent again. */
  async cancel(paymentId: string): Promise<void> {
    const pending = await this.transactions.lockPendingReversal(paymentId);
    if (!pending) return;
    if (pending.user_id) await this.ledger.lockForCredit(pending.user_id);
    await this.release(pending.id);
    if (pending.user_id) await this.ledger.runCreditHooks(pending.user_id);
  }

  /** The processor has refunded the amount: takes as much of it as the wallet has, and returns how much that was. */
  async settle(paymentId: string, userId: string | null, amount: bigint, rest: bigint): Promise<bigint> {
    const pending = await this.transactions.lockPendingReversal(paymentId);
    if (pending && BigInt(pending.amount) === -amount) {
      await this.payOut(pending.id);
      return amount;
    }
    if (pending && userId) await this.ledger.lockForCredit(userId);
    if (pending) await this.release(pending.id);
    if (!userId) return 0n;
    const balance = await this.ledger.lockSpendable(userId);
    const taken = balance < amount ? balance : amount;
    if (taken > 0n) await this.payOut(await this.reserve(paymentId, userId, taken));
    // A partial refund arrived while a full one is requested: the rest stays reserved for the answer to that request.
    if (pending && rest > 0n && balance - taken >= rest) await this.reserve(paymentId, userId, rest);
    if (pending) await this.ledger.runCreditHooks(userId);
    return taken;
  }

  private async release(id: string): Promise<void> {
    await this.ledger.release(id);
    await this.close(id, 'failed');
  }

  private async payOut(id: string): Promise<void> {
    await this.ledger.payOut(id);
    await this.close(id, 'completed');
  }

  private async close(id: string, status: 'completed' | 'failed'): Promise<void> {
    const closed = await this.transactions.updateOne({ id }, { status, decided_at: NOW });
    if (closed) this.events.announce(DepositReversalChanged, closed, null);
  }
}
