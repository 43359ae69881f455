import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PaymentsResourceModule } from '../payments/payments.module.js';
import { ProcessorModule } from '../processor/processor.module.js';
import { WalletModule } from '../wallet/wallet.module.js';
import { ChargeWebhook } from './charge.webhook.js';
import { RefundExecutionService } from './refund-execution.service.js';
import { Refund } from './refund.entity.js';
import { RefundJob } from './refund.job.js';
import { RefundRepository } from './refund.repository.js';
import { RefundSettlementService } from './refund-settlement.service.js';
import { RefundsController } from './refunds.controller.js';
import { RefundsService } from './refunds.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Refund] }), PaymentsResourceModule, ProcessorModule, WalletModule],
  controllers: [RefundsController],
  providers: [
    RefundsService,
    RefundExecutionService,
    RefundSettlementService,
    RefundRepository,
    RefundJob,
    ChargeWebhook,
  ],
  exports: [RefundRepository, RefundJob],
})
export class RefundsModule {}
