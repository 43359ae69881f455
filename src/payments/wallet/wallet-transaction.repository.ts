import { Injectable } from '@nestjs/common';
import { BaseRepository } from '../../platform/database/base.repository.js';
import { Keyset, newestFirst, type PageQuery } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, presentedBy, rowsOf } from '../../platform/exports/export-node.js';
import { presentTransaction } from './wallet.presenter.js';

export interface TransactionRow {
  id: string;
  user_id: string | null;
  type: string;
  /** The driver reads a bigint as text. */
  amount: string;
  status: string;
  created_at: Date;
}

export interface WithdrawalRow extends TransactionRow {
  payout_begun_at: Date | null;
  processor_transfer_id: string | null;
  decided_at: Date | null;
  decided_by: string | null;
}

interface NewTransaction {
  user_id: string;
  type: 'deposit' | 'withdrawal';
  amount: bigint;
  status: 'pending' | 'completed';
  payment_id?: string;
}

const SHOWN = 'id, user_id, type, amount, status, created_at';
const WITHDRAWAL = `${SHOWN}, payout_begun_at, processor_transfer_id, decided_at, decided_by`;

const INSERT = sql(
  'wallet_transaction_insert',
  `INSERT INTO payments.wallet_transactions (user_id, type, amount, status, payment_id) VALUES ($1, $2, $3, $4, $5)
   RETURNING ${SHOWN}`,
);
const OF_USER = sql(
  'wallet_transactions_of_user',
  `SELECT ${SHOWN} FROM payments.wallet_transactions
   WHERE user_id = $1 AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const ALL_OF_USER = sql(
  'wallet_transactions_all_of_user',
  `SELECT ${SHOWN} FROM payments.wallet_transactions WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
);
const WITHDRAWALS = sql(
  'withdrawals',
  `SELECT ${WITHDRAWAL} FROM payments.wallet_transactions
   WHERE type = 'withdrawal' AND payment_id IS NULL AND (created_at, id) < ($1, $2::uuid) ORDER BY created_at DESC, id DESC LIMIT $3`,
);
const WITHDRAWALS_BY_STATUS = sql(
  'withdrawals_by_status',
  `SELECT ${WITHDRAWAL} FROM payments.wallet_transactions
   WHERE type = 'withdrawal' AND payment_id IS NULL AND status = $4
     AND (created_at, id) < ($1, $2::uuid)
   ORDER BY created_at DESC, id DESC LIMIT $3`,
);
const LOCK_WITHDRAWAL = sql(
  'withdrawal_lock',
  `SELECT ${WITHDRAWAL} FROM payments.wallet_transactions
   WHERE id = $1 AND type = 'withdrawal' AND payment_id IS NULL FOR NO KEY UPDATE`,
);
const DECIDE = sql(
  'withdrawal_decide',
  `UPDATE payments.wallet_transactions SET status = $2, decided_at = now(), decided_by = $3, processor_transfer_id = $4
   WHERE id = $1 RETURNING ${WITHDRAWAL}`,
);
const PENDING_REFUND = sql(
  'wallet_pending_refund',
  `SELECT ${SHOWN} FROM payments.wallet_transactions
   WHERE payment_id = $1 AND type = 'withdrawal' AND status = 'pending' FOR NO KEY UPDATE`,
);
const SETTLE_REFUND = sql(
  'wallet_settle_refund',
  `UPDATE payments.wallet_transactions SET status = $2, decided_at = now() WHERE id = $1 RETURNING ${SHOWN}`,
);
const PAYOUT_BEGUN = sql(
  'withdrawal_payout_begun',
  'UPDATE payments.wallet_transactions SET payout_begun_at = CASE WHEN $2 THEN now() END WHERE id = $1',
);

const TRANSACTIONS_PAGE = new Keyset({ name: 'wallet-transactions', defaultLimit: 20, maxLimit: 50 });
const WITHDRAWALS_PAGE = new Keyset({ name: 'withdrawals', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class WalletTransactionRepository extends BaseRepository {
  async insert({ user_id, type, amount, status, payment_id }: NewTransaction): Promise<TransactionRow> {
    const values = [user_id, type, String(amount), status, payment_id ?? null];
    return (await this.one<TransactionRow>(INSERT, ...values)) as TransactionRow;
  }

  async listForUser(userId: string, query: PageQuery) {
    const slice = TRANSACTIONS_PAGE.read(query);
    const rows = await this.rows<TransactionRow>(OF_USER, userId, ...newestFirst(slice));
    return TRANSACTIONS_PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }

  forExport(userId: string): ExportNode {
    const present = presentedBy(import.meta.resolve('./wallet.presenter.js'), presentTransaction);
    return rowsOf(ALL_OF_USER, [userId], { present });
  }

  async listWithdrawals(status: string | undefined, query: PageQuery) {
    const slice = WITHDRAWALS_PAGE.read(query);
    const rows = status
      ? await this.rows<WithdrawalRow>(WITHDRAWALS_BY_STATUS, ...newestFirst(slice), status)
      : await this.rows<WithdrawalRow>(WITHDRAWALS, ...newestFirst(slice));
    return WITHDRAWALS_PAGE.cut(rows, slice, ({ created_at, id }) => [created_at, id]);
  }

  lockWithdrawal(id: string): Promise<WithdrawalRow | undefined> {
    return this.one<WithdrawalRow>(LOCK_WITHDRAWAL, id);
  }

  async storeDecision(id: string, status: string, adminId: string, transferId: string | null): Promise<WithdrawalRow> {
    return (await this.one<WithdrawalRow>(DECIDE, id, status, adminId, transferId)) as WithdrawalRow;
  }

  /** The pending reversal of a deposit that is being refunded. */
  lockPendingReversal(paymentId: string): Promise<TransactionRow | undefined> {
    return this.one<TransactionRow>(PENDING_REFUND, paymentId);
  }

  async settleReversal(id: string, status: 'completed' | 'failed'): Promise<TransactionRow> {
    return (await this.one<TransactionRow>(SETTLE_REFUND, id, status)) as TransactionRow;
  }

  async markPayout(id: string, begun: boolean): Promise<void> {
    await this.count(PAYOUT_BEGUN, id, begun);
  }
}
