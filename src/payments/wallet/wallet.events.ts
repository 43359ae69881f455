import { defineEvent } from '../../events/define-event.js';
import { decimal } from '../../platform/money/money.js';
import { durable } from '../../realtime/event-type.js';
import { emit } from '../../realtime/realtime.effects.js';
import type { WalletTransaction } from './wallet-transaction.entity.js';
import type { TransactionRow } from './wallet-transaction.repository.js';
import { TransactionAnswer } from './wallet.dto.js';
import { presentTransaction } from './wallet.presenter.js';

const WALLET_TRANSACTION = durable('wallet.transaction', TransactionAnswer);

/** The wallet's owner hears of every change. The event names an actor only when that is the owner. */
const emitChange = (row: TransactionRow, actor: string | null = null) =>
  row.user_id && emit(WALLET_TRANSACTION, `user:${row.user_id}`, { transaction: presentTransaction(row) }, { actor });

export const WithdrawalRequested = defineEvent<TransactionRow>('wallet.withdrawal_requested', {
  data: ({ id, amount }) => ({ transaction_id: id, amount: decimal(-BigInt(amount)) }),
  effects: (withdrawal) => [emitChange(withdrawal, withdrawal.user_id)],
});

export const WithdrawalDecided = defineEvent<TransactionRow>(({ status }) => `wallet.withdrawal_${status}`, {
  data: ({ id, user_id, amount }) => ({ transaction_id: id, user_id, amount: decimal(-BigInt(amount)) }),
  staff: true,
  effects: (withdrawal) => [emitChange(withdrawal)],
});

export const DepositCredited = defineEvent<WalletTransaction>('wallet.credited', {
  data: ({ id, payment_id, amount }) => ({ transaction_id: id, payment_id, amount: decimal(amount) }),
  effects: (deposit) => [emitChange(deposit)],
});

/** The event of the refund is in the outbox, so the change of the wallet is not. */
export const DepositReversalChanged = defineEvent<TransactionRow>('wallet.transaction', {
  effects: (reversal) => [emitChange(reversal)],
});
