import { Injectable } from '@nestjs/common';
import { isCheck } from '../../platform/database/database-error.js';
import { type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { refusal } from '../../platform/http/refusal.js';
import { decimal } from '../../platform/money/money.js';
import { PROCESSOR_ACCOUNT } from '../migrations/1790000003000-payments.js';
import { WalletCreditHook } from '../extension-points.js';
import { LedgerRepository, type Movement, type WalletRow } from './ledger.repository.js';

export const insufficientBalance = refusal(400, 'Insufficient balance');

export interface LedgerReport {
  ok: boolean;
  accounts: number;
  transfers: number;
  /** The sum over all users, and the part of it that is held for withdrawals. */
  balances: number;
  held: number;
  problems: string[];
}

/**
 * All money that the service keeps for its users, as transfers between accounts. A constraint of the database refuses a
 * negative balance, so callers need not read a balance before a transfer.
 */
@Injectable()
export class LedgerService {
  private readonly creditHooks: Many<WalletCreditHook>;

  constructor(
    private readonly ledger: LedgerRepository,
    extensions: ExtensionsService,
  ) {
    this.creditHooks = extensions.many(WalletCreditHook);
  }

  /** Must come last in its transaction, because it locks the wallet until the transaction ends. */
  async deposit(userId: string, movement: Movement): Promise<void> {
    await this.lockForCredit(userId);
    await this.transfer('deposit', movement, [userId], () => this.ledger.insertDeposit(userId, movement));
    await this.runCreditHooks(userId);
  }

  /**
   * Locks the wallet together with those to which the hooks will move its money, so that all locks are taken in one
   * order. Must come before any other lock of a wallet in a transaction that runs the hooks.
   */
  async lockForCredit(userId: string, others: string[] = []): Promise<void> {
    const takers: string[] = [];
    for (const hook of this.creditHooks.values) takers.push(...(await hook.takers(userId)));
    if (takers.length) await this.ledger.lockWallets([userId, ...others, ...takers]);
  }

  /** Tells the hooks that the spendable balance has grown. Must come last in the transaction. */
  async runCreditHooks(userId: string): Promise<void> {
    for (const hook of this.creditHooks.values) await hook.credited(userId);
  }

  /** Sets money aside for a withdrawal: it still counts as the user's but cannot be spent. */
  hold(userId: string, movement: Movement): Promise<void> {
    return this.transfer('hold', movement, [userId], () => this.ledger.insertHold(userId, movement));
  }

  /** Moves money from one user to another; answers 400 when the giver's balance is too small. */
  tip(giverId: string, takerId: string, movement: Movement): Promise<void> {
    const users = [giverId, takerId];
    return this.transfer('tip', movement, users, () => this.ledger.insertTip(giverId, takerId, movement));
  }

  /**
   * Like `tip`, but returns false when the giver's balance is too small. A missing wallet is opened, so that a
   * concurrent credit of the giver waits for this transaction.
   */
  async tipIfCovered(giverId: string, takerId: string, movement: Movement): Promise<boolean> {
    const attempt = () => this.ledger.insertTipIfCovered(giverId, takerId, movement);
    const first = await attempt();
    if (first.opened) return first.moved;
    await this.ledger.openAccounts([giverId, takerId]);
    return (await attempt()).moved;
  }

  /** Returns the held money to the wallet. */
  release(withdrawalId: string): Promise<void> {
    return this.ledger.endHold(withdrawalId, 'release', null);
  }

  /** Moves the held money out of the service. */
  payOut(withdrawalId: string): Promise<void> {
    return this.ledger.endHold(withdrawalId, 'payout', PROCESSOR_ACCOUNT);
  }

  /**
   * The user's spendable balance, locked until the transaction ends. The wallets of `takers`, to which the money will
   * go, are locked in the same statement, so that all locks are taken in one order.
   */
  async lockSpendable(userId: string, takers: string[] = []): Promise<bigint> {
    const rows = await this.ledger.lockWallets([userId, ...takers]);
    return BigInt(rows.find(({ user_id }) => user_id === userId)?.balance ?? 0);
  }

  findWallet(userId: string): Promise<WalletRow | undefined> {
    return this.ledger.findWallet(userId);
  }

  /** Proves that every balance is the sum of its transfers, and that those agree with payments and withdrawals. */
  async check(): Promise<LedgerReport> {
    const { accounts, transfers, balances, held, problems } = await this.ledger.check();
    return {
      ok: problems.length === 0,
      accounts,
      transfers,
      balances: decimal(BigInt(balances)),
      held: decimal(BigInt(held)),
      problems,
    };
  }

  /** Opens accounts on their first use, which an insert without rows reveals: a missing account cannot be locked. */
  private async transfer(
    kind: string,
    { reference }: Movement,
    users: string[],
    insert: () => Promise<boolean>,
  ): Promise<void> {
    try {
      if (await insert()) return;
      await this.ledger.openAccounts(users);
      if (!(await insert())) throw new Error(`no accounts for the ${kind} of ${reference}`);
    } catch (error) {
      throw isCheck(error, 'ledger_accounts_balance_check') ? insufficientBalance() : error;
    }
  }
}
