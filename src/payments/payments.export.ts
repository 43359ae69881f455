import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { type ExportNode, fieldsOf, valueOf } from '../platform/exports/export-node.js';
import { ConnectService } from './connect/connect.service.js';
import { LedgerService } from './ledger/ledger.service.js';
import { PaymentRepository } from './payments/payment.repository.js';
import { SubscriptionRepository } from './subscriptions/subscription.repository.js';
import { WalletTransactionRepository } from './wallet/wallet-transaction.repository.js';
import { presentWallet } from './wallet/wallet.presenter.js';

@Injectable()
export class PaymentsExport extends ExportSection {
  readonly section = 'payments';

  constructor(
    private readonly ledger: LedgerService,
    private readonly transactions: WalletTransactionRepository,
    private readonly payments: PaymentRepository,
    private readonly connect: ConnectService,
    private readonly subscriptions: SubscriptionRepository,
  ) {
    super();
  }

  async content(userId: string): Promise<ExportNode> {
    return fieldsOf({
      wallet: valueOf(presentWallet(await this.ledger.findWallet(userId))),
      transactions: this.transactions.forExport(userId),
      payments: this.payments.forExport(userId),
      selling: valueOf(await this.connect.findStatus(userId)),
      subscriptions: valueOf(await this.subscriptions.listForUser(userId)),
    });
  }
}
