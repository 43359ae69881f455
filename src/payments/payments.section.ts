import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { BusinessAccountRepository } from './connect/business-account.repository.js';
import { presentConnect } from './connect/connect.presenter.js';
import { Ledger } from './ledger/ledger.js';
import { SubscriptionRepository } from './plans/subscription.repository.js';
import { presentPayment } from './records/payment.presenter.js';
import { PaymentRepository } from './records/payment.repository.js';
import { presentTransaction, presentWallet } from './wallet/wallet.presenter.js';
import { WalletTransactionRepository } from './wallet/wallet-transaction.repository.js';

/** Pages of this length are put together for the copy of an account's data. */
const LIMIT = '50';

@Injectable()
export class PaymentsSection extends ExportSection {
  readonly section = 'payments';

  constructor(
    private readonly ledger: Ledger,
    private readonly transactions: WalletTransactionRepository,
    private readonly payments: PaymentRepository,
    private readonly sellers: BusinessAccountRepository,
    private readonly subscriptions: SubscriptionRepository,
  ) {
    super();
  }

  async rows(userId: string): Promise<unknown> {
    const page = { limit: LIMIT };
    const transactions = await everyPage((cursor) => this.transactions.ofUser(userId, { ...page, cursor }));
    const payments = await everyPage((cursor) => this.payments.ofUser(userId, { ...page, cursor }));
    return {
      wallet: presentWallet(await this.ledger.wallet(userId)),
      transactions: transactions.map(presentTransaction),
      payments: payments.map(presentPayment),
      selling: presentConnect(await this.sellers.ofUser(userId)),
      subscriptions: await this.subscriptions.ofUser(userId),
    };
  }
}

async function everyPage<Row>(
  page: (cursor: string | undefined) => Promise<{ rows: Row[]; next_cursor: string | null }>,
): Promise<Row[]> {
  const all: Row[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const { rows, next_cursor }: { rows: Row[]; next_cursor: string | null } = await page(cursor);
    all.push(...rows);
    cursor = next_cursor;
  }
  return all;
}
