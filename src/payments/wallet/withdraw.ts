import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Ledger } from '../ledger/ledger.js';
import { minorUnits, USD } from '../../platform/money/money.js';
import { WalletNews } from './wallet-news.js';
import { type TransactionRow, WalletTransactionRepository } from './wallet-transaction.repository.js';

@Injectable()
export class Withdraw {
  constructor(
    private readonly ledger: Ledger,
    private readonly transactions: WalletTransactionRepository,
    private readonly database: Database,
    private readonly news: WalletNews,
  ) {}

  /** The balance stays until staff has paid it out, but what is asked for cannot be spent any more. */
  run(userId: string, amount: number): Promise<TransactionRow> {
    const minor = minorUnits(amount, USD) as bigint;
    return this.database.transaction(async () => {
      const transaction = await this.transactions.insert({
        user_id: userId,
        type: 'withdrawal',
        amount: -minor,
        status: 'pending',
      });
      await this.ledger.hold(userId, { amount: minor, reference: transaction.id });
      this.news.requested(transaction);
      return transaction;
    });
  }
}
