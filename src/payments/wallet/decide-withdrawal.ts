import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { BusinessAccountRepository } from '../connect/business-account.repository.js';
import { Ledger } from '../ledger/ledger.js';
import { USD } from '../../platform/money/money.js';
import { Processor, ProcessorFailure } from '../processor/processor.js';
import { WalletNews } from './wallet-news.js';
import { WalletTransactionRepository, type WithdrawalRow } from './wallet-transaction.repository.js';

@Injectable()
export class DecideWithdrawal {
  constructor(
    private readonly transactions: WalletTransactionRepository,
    private readonly ledger: Ledger,
    private readonly sellers: BusinessAccountRepository,
    private readonly processor: Processor,
    private readonly database: Database,
    private readonly news: WalletNews,
  ) {}

  /** Staff has paid it out by itself: the money leaves the wallet. */
  complete(id: string, adminId: string): Promise<WithdrawalRow> {
    return this.database.transaction(async () => {
      await this.pending(id);
      return this.settle(id, 'completed', adminId, null);
    });
  }

  /** It is not paid out: the money can be spent again. */
  fail(id: string, adminId: string): Promise<WithdrawalRow> {
    return this.database.transaction(async () => {
      const { payout_begun_at } = await this.pending(id);
      if (payout_begun_at) throw new Refusal(409, 'The payout has begun: it can only be completed');
      return this.settle(id, 'failed', adminId, null);
    });
  }

  /**
   * Pays it out to the user's account at the processor. From the moment that is asked the withdrawal cannot fail any
   * more; asked again after whatever happened, the processor makes the same transfer and no second one.
   */
  async payOut(id: string, adminId: string): Promise<WithdrawalRow> {
    this.processor.expectConfigured();
    const { amount, account } = await this.database.transaction(() => this.begin(id));
    const transfer = await this.transfer(id, account, amount);
    return this.database.transaction(async () => {
      await this.pending(id);
      return this.settle(id, 'completed', adminId, transfer);
    });
  }

  private async begin(id: string): Promise<{ amount: bigint; account: string }> {
    const { user_id, amount } = await this.pending(id);
    const seller = user_id ? await this.sellers.ofUser(user_id) : undefined;
    if (!seller?.processor_payouts_enabled) {
      throw new Refusal(409, 'The user has no account at the processor that takes payouts');
    }
    await this.transactions.markPayout(id, true);
    return { amount: -BigInt(amount), account: seller.processor_account_id };
  }

  private async transfer(id: string, account: string, amount: bigint): Promise<string> {
    try {
      return await this.processor.transfer(id, account, amount, USD);
    } catch (error) {
      if (error instanceof ProcessorFailure && error.refused) {
        await this.database.transaction(() => this.transactions.markPayout(id, false));
      }
      throw error;
    }
  }

  private async pending(id: string): Promise<WithdrawalRow> {
    const withdrawal = await this.transactions.lockWithdrawal(id);
    if (!withdrawal) throw notFound('Withdrawal');
    if (withdrawal.status !== 'pending') throw new Refusal(409, `Withdrawal already ${withdrawal.status}`);
    return withdrawal;
  }

  private async settle(
    id: string,
    status: 'completed' | 'failed',
    adminId: string,
    transfer: string | null,
  ): Promise<WithdrawalRow> {
    if (status === 'completed') await this.ledger.payOut(id);
    else await this.ledger.release(id);
    const decided = await this.transactions.decide(id, status, adminId, transfer);
    this.news.decided(decided, adminId);
    if (status === 'failed' && decided.user_id) await this.ledger.credited(decided.user_id);
    return decided;
  }
}
