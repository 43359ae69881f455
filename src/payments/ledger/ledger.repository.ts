import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { keyed, sql } from '../../platform/database/sql.js';
import { PROCESSOR_ACCOUNT } from '../migrations/1790000003000-payments.js';

/** One kind of transfer can happen only once to the payment, withdrawal or tip that is its reference. */
export interface Movement {
  amount: bigint;
  reference: string;
}

export interface WalletRow {
  user_id: string;
  balance: string;
  created_at: Date;
  updated_at: Date;
}

interface CoveredTip {
  /** Both wallets exist. */
  opened: boolean;
  moved: boolean;
}

/** Sums are bigints, which the driver reads as text. */
interface LedgerFigures {
  accounts: number;
  transfers: number;
  balances: string;
  held: string;
  problems: string[];
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
// Locks both wallets in the order of their ids, as the trigger of every transfer does, and reads the locked balances.
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
// Takes the accounts from the transfer of the hold, because a deleted owner is no longer stored with the accounts.
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
const WALLET = keyed(
  'ledger_wallet',
  `SELECT user_id, sum(balance)::bigint AS balance, min(created_at) AS created_at, max(updated_at) AS updated_at
   FROM payments.ledger_accounts WHERE user_id = $1 GROUP BY user_id`,
  'uuid',
);

// A single statement reads one snapshot, so the check can run beside a working server.
const CHECK = sql(
  'ledger_check',
  `WITH moved AS (
     SELECT account_id, sum(amount) AS amount FROM (
       SELECT credit_id AS account_id, amount FROM payments.ledger_transfers
       UNION ALL SELECT debit_id, -amount FROM payments.ledger_transfers
     ) entries GROUP BY account_id
   ), problems AS (
     SELECT format('account %s has %s, its transfers give %s', a.id, a.balance, coalesce(m.amount, 0)) AS problem
     FROM payments.ledger_accounts a LEFT JOIN moved m ON m.account_id = a.id
     WHERE a.kind <> 'processor' AND a.balance <> coalesce(m.amount, 0)
     UNION ALL
     SELECT format('the accounts together have %s, the processor has given %s', inside.sum, -outside.sum)
     FROM (SELECT coalesce(sum(balance), 0) AS sum FROM payments.ledger_accounts) inside,
       (SELECT coalesce(sum(amount), 0) AS sum FROM moved JOIN payments.ledger_accounts a ON a.id = account_id
        WHERE a.kind = 'processor') outside
     WHERE inside.sum <> -outside.sum
     UNION ALL
     SELECT format('user %s has %s held, the pending withdrawals are %s', a.user_id, a.balance, coalesce(w.sum, 0))
     FROM payments.ledger_accounts a LEFT JOIN (
       SELECT user_id, -sum(amount) AS sum FROM payments.wallet_transactions
       WHERE type = 'withdrawal' AND status = 'pending' GROUP BY user_id
     ) w ON w.user_id = a.user_id
     WHERE a.kind = 'held' AND a.user_id IS NOT NULL AND a.balance <> coalesce(w.sum, 0)
     UNION ALL
     SELECT format('deposit %s is %s over %s, the ledger has %s', p.id, p.status, p.amount, coalesce(t.amount, 0))
     FROM payments.payments p
     LEFT JOIN payments.ledger_transfers t ON t.reference = p.id AND t.kind = 'deposit'
     WHERE p.kind = 'deposit' AND coalesce(t.amount, 0) <>
       CASE WHEN p.status = 'completed' AND p.flag IS DISTINCT FROM 'account_gone' THEN p.amount
            WHEN p.status = 'refunded' THEN coalesce(t.amount, 0) ELSE 0 END
     UNION ALL
     SELECT format('transfer %s brought in %s for a deposit that is not there', t.id, t.amount)
     FROM payments.ledger_transfers t
     WHERE t.kind = 'deposit' AND NOT EXISTS (
       SELECT FROM payments.payments p WHERE p.id = t.reference AND p.kind = 'deposit')
   )
   SELECT (SELECT count(*) FROM payments.ledger_accounts)::int AS accounts,
     (SELECT count(*) FROM payments.ledger_transfers)::int AS transfers,
     (SELECT coalesce(sum(balance), 0) FROM payments.ledger_accounts)::bigint AS balances,
     (SELECT coalesce(sum(balance), 0) FROM payments.ledger_accounts WHERE kind = 'held')::bigint AS held,
     ARRAY(SELECT problem FROM problems ORDER BY problem LIMIT 1000) AS problems`,
);

@Injectable()
export class LedgerRepository extends BaseRepository {
  /** Opens the wallets and held accounts that do not exist yet. */
  async openAccounts(userIds: string[]): Promise<void> {
    await this.count(OPEN, userIds);
  }

  /** False, as with `insertHold` and `insertTip`, if an account does not exist. */
  async insertDeposit(userId: string, { amount, reference }: Movement): Promise<boolean> {
    return (await this.count(DEPOSIT, 'deposit', String(amount), reference, userId, PROCESSOR_ACCOUNT)) > 0;
  }

  async insertHold(userId: string, { amount, reference }: Movement): Promise<boolean> {
    return (await this.count(HOLD, 'hold', String(amount), reference, userId)) > 0;
  }

  async insertTip(giverId: string, takerId: string, { amount, reference }: Movement): Promise<boolean> {
    return (await this.count(TIP, 'tip', String(amount), reference, giverId, takerId)) > 0;
  }

  insertTipIfCovered(giverId: string, takerId: string, { amount, reference }: Movement): Promise<CoveredTip> {
    const values = ['tip', String(amount), reference, giverId, takerId];
    return this.onlyOne(TIP_IF_COVERED, ...values);
  }

  /** Without `toAccount` the money returns to the account that it was held from. */
  async endHold(withdrawalId: string, kind: 'release' | 'payout', toAccount: string | null): Promise<void> {
    await this.count(END_HOLD, withdrawalId, kind, toAccount);
  }

  lockWallets(userIds: string[]): Promise<{ user_id: string; balance: string }[]> {
    return this.rows<{ user_id: string; balance: string }>(SPENDABLE, userIds);
  }

  findWallet(userId: string): Promise<WalletRow | undefined> {
    return this.quick<WalletRow>(WALLET, userId);
  }

  check(): Promise<LedgerFigures> {
    return this.onlyOne(CHECK);
  }
}
