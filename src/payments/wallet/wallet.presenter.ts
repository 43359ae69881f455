import { decimal } from '../../platform/money/money.js';
import type { WalletRow } from '../ledger/ledger.repository.js';
import type { TransactionRow, WithdrawalRow } from './wallet-transaction.repository.js';
import type { Transaction, Wallet, Withdrawal } from './wallet.dto.js';

export function presentWallet(row: WalletRow | undefined): Wallet {
  if (!row) return { balance: 0 };
  const { user_id, balance, created_at, updated_at } = row;
  return { user_id, balance: decimal(BigInt(balance)), created_at, updated_at };
}

export function presentTransaction({ id, user_id, type, amount, status, created_at }: TransactionRow): Transaction {
  return { id, user_id, type, amount: decimal(BigInt(amount)), status, created_at };
}

export function presentWithdrawal(row: WithdrawalRow): Withdrawal {
  const { processor_transfer_id, decided_at, decided_by } = row;
  return { ...presentTransaction(row), processor_transfer_id, decided_at, decided_by };
}
