import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/access.js';
import type { PageQuery } from '../../platform/database/page.js';
import { minorUnits, USD } from '../../platform/money/money.js';
import { LedgerService } from '../ledger/ledger.service.js';
import { PaymentsService } from '../payments/payments.service.js';
import { ProcessorClient } from '../processor/processor.client.js';
import { ReturnAddressesService } from '../processor/return-addresses.service.js';
import { WalletTransactionRepository } from './wallet-transaction.repository.js';
import type { DepositInput, TransactionsAnswer, Wallet } from './wallet.dto.js';
import { presentTransaction, presentWallet } from './wallet.presenter.js';

@Injectable()
export class WalletService {
  constructor(
    private readonly ledger: LedgerService,
    private readonly transactions: WalletTransactionRepository,
    private readonly payments: PaymentsService,
    private readonly processor: ProcessorClient,
    private readonly returnAddresses: ReturnAddressesService,
  ) {}

  async find(userId: string): Promise<Wallet> {
    return presentWallet(await this.ledger.findWallet(userId));
  }

  async listTransactions(userId: string, query: PageQuery): Promise<TransactionsAnswer> {
    const { rows, next_cursor } = await this.transactions.listForUser(userId, query);
    return { transactions: rows.map(presentTransaction), next_cursor };
  }

  /** Returns the address of the page. The wallet is credited only when the processor confirms the payment. */
  startDeposit(id: string, { id: userId, email }: Caller, input: DepositInput): Promise<string> {
    const amount = minorUnits(input.amount, USD) as bigint;
    const order = { amount, currency: USD };
    return this.payments.start({ id, kind: 'deposit', buyer_id: userId, ...order }, () =>
      this.processor.createSaleSession({
        ...order,
        title: 'Wallet deposit',
        paymentId: id,
        email,
        metadata: { payment_id: id, user_id: userId, type: 'wallet_deposit' },
        successUrl: input.success_url ?? this.returnAddresses.paid,
        cancelUrl: input.cancel_url ?? this.returnAddresses.canceled,
      }),
    );
  }
}
