import { Injectable } from '@nestjs/common';
import { EntityRepository } from '../../platform/database/entity.repository.js';
import { Keyset, type PageQuery, queueOf } from '../../platform/database/page.js';
import { sql } from '../../platform/database/sql.js';
import { type ExportNode, presentedBy, rowsOf } from '../../platform/exports/export-node.js';
import { WalletTransaction } from './wallet-transaction.entity.js';
import { presentTransaction } from './wallet.presenter.js';

/** SQL gives the amount as text, and methods of the entity as a bigint. */
type WithAmount<Row> = Omit<Row, 'amount'> & { amount: string | bigint };
export type TransactionRow = WithAmount<
  Pick<WalletTransaction, 'id' | 'user_id' | 'type' | 'amount' | 'status' | 'created_at'>
>;
export type WithdrawalRow = TransactionRow &
  Pick<WalletTransaction, 'payout_begun_at' | 'processor_transfer_id' | 'decided_at' | 'decided_by'>;

const SHOWN = 'id, user_id, type, amount, status, created_at';
const WITHDRAWAL = `${SHOWN}, payout_begun_at, processor_transfer_id, decided_at, decided_by`;

const OF_USER = sql(
  'wallet_transactions_of_user',
  `SELECT ${SHOWN} FROM payments.wallet_transactions
   WHERE user_id = $1 AND (created_at, id) < ($2, $3::uuid) ORDER BY created_at DESC, id DESC LIMIT $4`,
);
const ALL_OF_USER = sql(
  'wallet_transactions_all_of_user',
  `SELECT ${SHOWN} FROM payments.wallet_transactions WHERE user_id = $1 ORDER BY created_at DESC, id DESC`,
);
const WITHDRAWALS = queueOf(
  'withdrawals',
  `SELECT ${WITHDRAWAL} FROM payments.wallet_transactions`,
  `type = 'withdrawal' AND payment_id IS NULL`,
);
const LOCK_WITHDRAWAL = sql(
  'withdrawal_lock',
  `SELECT ${WITHDRAWAL} FROM payments.wallet_transactions
   WHERE id = $1 AND type = 'withdrawal' AND payment_id IS NULL FOR NO KEY UPDATE`,
);
const PENDING_REFUND = sql(
  'wallet_pending_refund',
  `SELECT ${SHOWN} FROM payments.wallet_transactions
   WHERE payment_id = $1 AND type = 'withdrawal' AND status = 'pending' FOR NO KEY UPDATE`,
);

const TRANSACTIONS_PAGE = new Keyset({ name: 'wallet-transactions', defaultLimit: 20, maxLimit: 50 });
const WITHDRAWALS_PAGE = new Keyset({ name: 'withdrawals', defaultLimit: 20, maxLimit: 100 });

@Injectable()
export class WalletTransactionRepository extends EntityRepository<WalletTransaction> {
  protected readonly entity = WalletTransaction;

  listForUser(userId: string, query: PageQuery) {
    return this.newest<TransactionRow>(TRANSACTIONS_PAGE, query, OF_USER, [userId]);
  }

  forExport(userId: string): ExportNode {
    const present = presentedBy(import.meta.resolve('./wallet.presenter.js'), presentTransaction);
    return rowsOf(ALL_OF_USER, [userId], { present });
  }

  listWithdrawals(status: string | undefined, query: PageQuery) {
    return this.queued<WithdrawalRow>(WITHDRAWALS_PAGE, query, WITHDRAWALS, status);
  }

  lockWithdrawal(id: string): Promise<WithdrawalRow | undefined> {
    return this.one<WithdrawalRow>(LOCK_WITHDRAWAL, id);
  }

  /** The pending reversal of a deposit that is being refunded. */
  lockPendingReversal(paymentId: string): Promise<TransactionRow | undefined> {
    return this.one<TransactionRow>(PENDING_REFUND, paymentId);
  }
}
