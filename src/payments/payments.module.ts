import { Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { BusinessModule } from './business/business.module.js';
import { CheckoutModule } from './checkout/checkout.module.js';
import { ConnectModule } from './connect/connect.module.js';
import { LedgerModule } from './ledger/ledger.module.js';
import { Payments1790000003000 } from './migrations/1790000003000-payments.js';
import { Membership1790000003001 } from './migrations/1790000003001-membership.js';
import { Revenue1790000003002 } from './migrations/1790000003002-revenue.js';
import { Refunds1790000003003 } from './migrations/1790000003003-refunds.js';
import { PaymentsCleanupJob } from './payments-cleanup.job.js';
import { PaymentsExport } from './payments.export.js';
import { PaymentsResourceModule } from './payments/payments.module.js';
import { ProcessorModule } from './processor/processor.module.js';
import { RefundsModule } from './refunds/refunds.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { WalletModule } from './wallet/wallet.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  imports: [
    DatabaseModule.forFeature({
      migrations: [Payments1790000003000, Membership1790000003001, Revenue1790000003002, Refunds1790000003003],
    }),
    ProcessorModule,
    LedgerModule,
    ConnectModule,
    PaymentsResourceModule,
    WalletModule,
    RefundsModule,
    SubscriptionsModule,
    BusinessModule,
    CheckoutModule,
    WebhooksModule,
  ],
  providers: [PaymentsExport, PaymentsCleanupJob],
  exports: [
    LedgerModule,
    ConnectModule,
    PaymentsResourceModule,
    WalletModule,
    RefundsModule,
    SubscriptionsModule,
    CheckoutModule,
  ],
})
export class PaymentsModule {}
