import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service.js';
import { asAnswer, DatabaseService } from '../../platform/database/database.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import type { PageQuery } from '../../platform/database/page.js';
import { notFound, Refusal, refusal } from '../../platform/http/refusal.js';
import { minorUnits, USD } from '../../platform/money/money.js';
import { BusinessAccountRepository } from '../connect/business-account.repository.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { ProcessorClient, ProcessorFailure } from '../processor/processor.client.js';
import { WalletTransactionRepository, type WithdrawalRow } from './wallet-transaction.repository.js';
import type { TransactionAnswer, Withdrawal } from './wallet.dto.js';
import { WithdrawalDecided, WithdrawalRequested } from './wallet.events.js';
import { presentTransaction, presentWithdrawal } from './wallet.presenter.js';

export const payoutBegun = refusal(409, 'The payout has begun: it can only be completed');
export const noPayouts = refusal(409, 'The user has no account at the processor that takes payouts');

export interface WithdrawalDecision {
  status: 'completed' | 'failed';
  /** With `processor`, the service pays the amount out; otherwise an admin has paid it already. */
  payout?: 'manual' | 'processor';
}

@Injectable()
export class WithdrawalsService {
  constructor(
    private readonly transactions: WalletTransactionRepository,
    private readonly ledger: LedgerService,
    private readonly sellers: BusinessAccountRepository,
    private readonly processor: ProcessorClient,
    private readonly database: DatabaseService,
    private readonly events: EventsService,
  ) {}

  /** The amount stays part of the balance until an admin decides, but it cannot be spent any more. */
  request(userId: string, amount: number): Promise<TransactionAnswer> {
    const minor = minorUnits(amount, USD) as bigint;
    return this.database.transaction(async () => {
      const transaction = await this.transactions.insert({
        user_id: userId,
        type: 'withdrawal',
        amount: -minor,
        status: 'pending',
      });
      await this.ledger.hold(userId, { amount: minor, reference: transaction.id });
      this.events.announce(WithdrawalRequested, transaction, userId);
      return asAnswer({ transaction: presentTransaction(transaction) });
    });
  }

  async list(status: string | undefined, page: PageQuery) {
    const { rows, next_cursor } = await this.transactions.listWithdrawals(status, page);
    return { withdrawals: rows.map(presentWithdrawal), next_cursor };
  }

  async decide(
    id: string,
    { status, payout }: WithdrawalDecision,
    adminId: string,
  ): Promise<{ withdrawal: Withdrawal }> {
    const decide = () => {
      if (status === 'failed') return this.fail(id, adminId);
      return payout === 'processor' ? this.payOut(id, adminId) : this.complete(id, adminId);
    };
    return { withdrawal: presentWithdrawal(await decide()) };
  }

  /** An admin has paid the amount by other means, so the money leaves the wallet. */
  private complete(id: string, adminId: string): Promise<WithdrawalRow> {
    return this.database.transaction(async () => {
      await this.lockPending(id);
      return this.settle(id, 'completed', adminId, null);
    });
  }

  /** The amount is not paid out and can be spent again. */
  private fail(id: string, adminId: string): Promise<WithdrawalRow> {
    return this.database.transaction(async () => {
      const { payout_begun_at, user_id } = await this.lockPending(id);
      if (payout_begun_at) throw payoutBegun();
      if (user_id) await this.ledger.lockForCredit(user_id);
      return this.settle(id, 'failed', adminId, null);
    });
  }

  /**
   * Transfers the amount to the user's account at the processor. Once the transfer was requested the withdrawal can no
   * longer fail; a repeated call makes no second transfer, because it uses the same idempotency key.
   */
  private async payOut(id: string, adminId: string): Promise<WithdrawalRow> {
    this.processor.requireConfigured();
    const { amount, account } = await this.database.transaction(() => this.beginPayout(id));
    const transfer = await this.createTransfer(id, account, amount);
    return this.database.transaction(async () => {
      await this.lockPending(id);
      return this.settle(id, 'completed', adminId, transfer);
    });
  }

  private async beginPayout(id: string): Promise<{ amount: bigint; account: string }> {
    const { user_id, amount } = await this.lockPending(id);
    const seller = user_id ? await this.sellers.findOne({ user_id }) : undefined;
    if (!seller?.processor_payouts_enabled) {
      throw noPayouts();
    }
    await this.transactions.update({ id }, { payout_begun_at: NOW });
    return { amount: -BigInt(amount), account: seller.processor_account_id };
  }

  private async createTransfer(id: string, account: string, amount: bigint): Promise<string> {
    try {
      return await this.processor.createTransfer(id, account, amount, USD);
    } catch (error) {
      if (error instanceof ProcessorFailure && error.refused) {
        await this.database.transaction(() => this.transactions.update({ id }, { payout_begun_at: null }));
      }
      throw error;
    }
  }

  private async lockPending(id: string): Promise<WithdrawalRow> {
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
    const decision = { status, decided_at: NOW, decided_by: adminId, processor_transfer_id: transfer };
    const decided = await this.transactions.updateOne({ id }, decision);
    if (!decided) throw notFound('Withdrawal');
    this.events.announce(WithdrawalDecided, decided, adminId);
    if (status === 'failed' && decided.user_id) await this.ledger.runCreditHooks(decided.user_id);
    return decided;
  }
}
