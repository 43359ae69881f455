import { Module } from '@nestjs/common';
import { PaymentsResourceModule } from '../payments/payments.module.js';
import { ProcessorModule } from '../processor/processor.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { ChargeWebhook } from './charge.webhook.js';
import { RefundSettlementService } from './refund-settlement.service.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';

@Module({
  imports: [PaymentsResourceModule, ProcessorModule, WalletModule],
  controllers: [RefundsController],
  providers: [RefundsService, RefundSettlementService, ChargeWebhook],
})
export class RefundsModule {}
