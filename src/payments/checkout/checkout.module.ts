import { Module } from '@nestjs/common';
import { AccountModule } from '../../account/account.module.js';
import { ConnectModule } from '../connect/connect.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentsResourceModule } from '../payments/payments.module.js';
import { ProcessorModule } from '../processor/processor.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutService } from './checkout.service.js';
import { CheckoutWebhook } from './checkout.webhook.js';
import { PaymentConfirmationService } from './payment-confirmation.service.js';
import { SalesService } from './sales.service.js';

@Module({
  imports: [
    AccountModule,
    ConnectModule,
    LedgerModule,
    PaymentsResourceModule,
    ProcessorModule,
    SubscriptionsModule,
    WalletModule,
  ],
  controllers: [CheckoutController],
  providers: [CheckoutService, SalesService, PaymentConfirmationService, CheckoutWebhook],
  exports: [SalesService],
})
export class CheckoutModule {}
