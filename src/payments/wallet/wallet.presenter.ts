import type { WalletRow } from '../ledger/ledger.js';
import { decimal } from '../../platform/money/money.js';
import type { Transaction, Wallet } from './wallet.io.js';
import type { TransactionRow } from './wallet-transaction.repository.js';

export function presentWallet(row: WalletRow | undefined): Wallet {
  if (!row) return { balance: 0 };
  const { user_id, balance, created_at, updated_at } = row;
  return { user_id, balance: decimal(BigInt(balance)), created_at, updated_at };
}

export function presentTransaction({
  id,
  user_id,
  type,
  amount,
  status,
  created_at,
}: TransactionRow): Transaction {
  return { id, user_id, type, amount: decimal(BigInt(amount)), status, created_at };
}
