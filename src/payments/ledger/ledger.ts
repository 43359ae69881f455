import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isCheck } from '../../platform/database/database-error.js';
import { Repository } from '../../platform/database/repository.js';
import { sql, type Statement } from '../../platform/database/sql.js';
import { Declared } from '../../platform/declared.js';
import { Refusal } from '../../platform/http/refusal.js';
import { Credited } from '../credited.port.js';
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
// Both wallets are locked in the order of their ids, as every transfer does, and read as they are then.
const TIP_IF_COVERED = sql(
  'ledger_tip_if_covered',
  `WITH parties AS (
     SELECT id, user_id, balance FROM payments.ledger_accounts
     WHERE user_id IN ($4::uuid, $5::uuid) AND kind = 'wallet' ORDER BY id FOR NO KEY UPDATE
   ), moved AS (
     INSERT INTO payments.ledger_transfers (kind, debit_id, credit_id, amount, reference)
     SELECT $1, giver.id, taker.id, $2::bigint, $3 FROM parties giver, parties taker
     WHERE giver.user_id = $4 AND taker.user_id = $5 AND giver.balance >= $2::bigint RETURNING id
   ) SELECT count(*) = 2 AS opened, EXISTS (SELECT FROM moved) AS moved FROM parties`,
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
  `SELECT user_id, balance FROM payments.ledger_accounts
   WHERE user_id = ANY ($1::uuid[]) AND kind = 'wallet' ORDER BY id FOR NO KEY UPDATE`,
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
  constructor(
    database: Database,
    private readonly declared: Declared,
  ) {
    super(database);
  }

  /** Money came in from the processor. The wallet is locked from here on, so this comes last in its transaction. */
  async deposit(userId: string, movement: Movement): Promise<void> {
    await this.transfer(DEPOSIT, 'deposit', movement, [userId, PROCESSOR_ACCOUNT], [userId]);
    await this.credited(userId);
  }

  /** The user has more to spend than before, and keeps it: told last in the transaction, to whoever waits for it. */
  async credited(userId: string): Promise<void> {
    for (const waiting of this.declared.all(Credited)) await waiting.credited(userId);
  }

  /** Sets money aside for a withdrawal: it still counts as the user's, and cannot be spent. */
  hold(userId: string, movement: Movement): Promise<void> {
    return this.transfer(HOLD, 'hold', movement, [userId], [userId]);
  }

  /** From one user to another; refused where the giver has less. */
  tip(giverId: string, takerId: string, movement: Movement): Promise<void> {
    return this.transfer(TIP, 'tip', movement, [giverId, takerId], [giverId, takerId]);
  }

  /**
   * The same where the giver has so much; tells whether he had. Of a giver without a wallet one is opened, so that
   * whoever credits it meanwhile waits for this transaction to end.
   */
  async tipIfCovered(giverId: string, takerId: string, { amount, reference }: Movement): Promise<boolean> {
    type Row = { opened: boolean; moved: boolean };
    const attempt = () => this.one<Row>(TIP_IF_COVERED, 'tip', String(amount), reference, giverId, takerId);
    const first = (await attempt()) as Row;
    if (first.opened) return first.moved;
    await this.count(OPEN, [giverId, takerId]);
    return ((await attempt()) as Row).moved;
  }

  /** Gives back what was set aside. */
  async release(withdrawalId: string): Promise<void> {
    await this.count(END_HOLD, withdrawalId, 'release', null);
  }

  /** What was set aside has left. */
  async payOut(withdrawalId: string): Promise<void> {
    await this.count(END_HOLD, withdrawalId, 'payout', PROCESSOR_ACCOUNT);
  }

  /**
   * What the user may spend; locked, so that it stays so until the transaction ends. With it the wallets that it will
   * be spent to, so that all of them are locked in one order.
   */
  async spendable(userId: string, takers: string[] = []): Promise<bigint> {
    const rows = await this.rows<{ user_id: string; balance: string }>(SPENDABLE, [userId, ...takers]);
    return BigInt(rows.find(({ user_id }) => user_id === userId)?.balance ?? 0);
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
