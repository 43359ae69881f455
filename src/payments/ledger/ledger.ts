import { Injectable } from '@nestjs/common';
import { isCheck } from '../../platform/database/database-error.js';
import { Repository } from '../../platform/database/repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import { Refusal } from '../../platform/http/refusal.js';
import { PROCESSOR_ACCOUNT } from '../migrations/1790000003000-payments.js';

/** What is moved, and why: one kind of movement happens once to the payment, withdrawal or tip that it is about. */
interface Movement {
  amount: bigint;
  reference: string;
}

export interface WalletRow {
  user_id: string;
  balance: string;
  created_at: Date;
  updated_at: Date;
}

const OPEN = sql(
  'ledger_open',
  `INSERT INTO payments.ledger_accounts (user_id, kind)
   SELECT user_id, kind FROM unnest($1::uuid[]) user_id, unnest(ARRAY['wallet', 'held']) kind ORDER BY user_id
   ON CONFLICT (user_id, kind) DO NOTHING`,
);
const transferring = (from: string, to: string) => `
  INSERT INTO payments.ledger_transfers (kind, debit_id, credit_id, amount, reference)
  SELECT $1, ${from}, ${to}, $2, $3 FROM payments.ledger_accounts wallet`;
const DEPOSIT = sql(
  'ledger_deposit',
  `${transferring('$5', 'wallet.id')} WHERE wallet.user_id = $4 AND wallet.kind = 'wallet'`,
);
const HOLD = sql(
  'ledger_hold',
  `${transferring('wallet.id', 'held.id')} JOIN payments.ledger_accounts held USING (user_id)
   WHERE user_id = $4 AND wallet.kind = 'wallet' AND held.kind = 'held'`,
);
const TIP = sql(
  'ledger_tip',
  `${transferring('wallet.id', 'taker.id')}, payments.ledger_accounts taker
   WHERE wallet.user_id = $4 AND wallet.kind = 'wallet' AND taker.user_id = $5 AND taker.kind = 'wallet'`,
);
/** By the hold that set the money aside, which knows the accounts even when their owner is gone. */
const END_HOLD = sql(
  'ledger_end_hold',
  `INSERT INTO payments.ledger_transfers (kind, debit_id, credit_id, amount, reference)
   SELECT $2, credit_id, coalesce($3, debit_id), amount, reference
   FROM payments.ledger_transfers WHERE reference = $1 AND kind = 'hold'`,
);
const SPENDABLE = sql(
  'ledger_spendable',
  `SELECT balance FROM payments.ledger_accounts WHERE user_id = $1 AND kind = 'wallet' FOR NO KEY UPDATE`,
);
const WALLET = sql(
  'ledger_wallet',
  `SELECT user_id, sum(balance)::bigint AS balance, min(created_at) AS created_at, max(updated_at) AS updated_at
   FROM payments.ledger_accounts WHERE user_id = $1 GROUP BY user_id`,
);

/**
 * All money that the service keeps for its users, as transfers between accounts. The database refuses what would take
 * a balance below zero, so no reader here has to look before it moves.
 */
@Injectable()
export class Ledger extends Repository {
  /** Money came in from the processor. The wallet is locked from here on, so this comes last in its transaction. */
  deposit(userId: string, movement: Movement): Promise<void> {
    return this.transfer(DEPOSIT, 'deposit', movement, [userId, PROCESSOR_ACCOUNT], [userId]);
  }

  /** Sets money aside for a withdrawal: it still counts as the user's, and cannot be spent. */
  hold(userId: string, movement: Movement): Promise<void> {
    return this.transfer(HOLD, 'hold', movement, [userId], [userId]);
  }

  /** From one user to another; refused where the giver has less. */
  tip(giverId: string, takerId: string, movement: Movement): Promise<void> {
    return this.transfer(TIP, 'tip', movement, [giverId, takerId], [giverId, takerId]);
  }

  /** Gives back what was set aside. */
  async release(withdrawalId: string): Promise<void> {
    await this.count(END_HOLD, withdrawalId, 'release', null);
  }

  /** What was set aside has left. */
  async payOut(withdrawalId: string): Promise<void> {
    await this.count(END_HOLD, withdrawalId, 'payout', PROCESSOR_ACCOUNT);
  }

  /** What the user may spend; locked, so that it stays so until the transaction ends. */
  async spendable(userId: string): Promise<bigint> {
    const row = await this.one<{ balance: string }>(SPENDABLE, userId);
    return BigInt(row?.balance ?? 0);
  }

  wallet(userId: string): Promise<WalletRow | undefined> {
    return this.one<WalletRow & object>(WALLET, userId);
  }

  /** Accounts are opened with their first use: a lock on rows that are not there would lock nothing. */
  private async transfer(
    statement: Statement,
    kind: string,
    { amount, reference }: Movement,
    parties: string[],
    users: string[],
  ): Promise<void> {
    const move = () => this.count(statement, kind, String(amount), reference, ...parties);
    try {
      if (await move()) return;
      await this.count(OPEN, users);
      if (!(await move())) throw new Error(`no accounts for the ${kind} of ${reference}`);
    } catch (error) {
      throw isCheck(error, 'ledger_accounts_balance_check')
        ? new Refusal(400, 'Insufficient balance')
        : error;
    }
  }
}
