import { Injectable } from '@nestjs/common';
import { Repository } from '../../platform/database/repository.js';
import { sql } from '../../platform/database/sql.js';
import { decimal } from '../../platform/money/money.js';

export interface LedgerReport {
  ok: boolean;
  accounts: number;
  transfers: number;
  /** What all users have together, and what of it waits for withdrawals. */
  balances: number;
  held: number;
  problems: string[];
}

// One statement sees one moment, so it can run beside a working server.
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
     SELECT format('user %s has %s held, his pending withdrawals are %s', a.user_id, a.balance, coalesce(w.sum, 0))
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

/** Proves that every balance is the sum of its transfers, and that those agree with payments and withdrawals. */
@Injectable()
export class LedgerCheck extends Repository {
  async run(): Promise<LedgerReport> {
    type Row = { accounts: number; transfers: number; balances: string; held: string; problems: string[] };
    const row = (await this.one<Row>(CHECK)) as Row;
    return {
      ok: row.problems.length === 0,
      accounts: row.accounts,
      transfers: row.transfers,
      balances: decimal(BigInt(row.balances)),
      held: decimal(BigInt(row.held)),
      problems: row.problems,
    };
  }
}
