import { Module } from '@nestjs/common';
import { PaymentsModule } from '../../payments/payments.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { SettleTipsJob } from './settle-tips.job.js';
import { Tip } from './tip.entity.js';
import { TipRepository } from './tip.repository.js';
import { TipsController } from './tips.controller.js';
import { TipDeletionExtension, TipSettlementExtension } from './tips.extension.js';
import { TipsService } from './tips.service.js';
import { WordFilterModule } from '../../moderation/word-filter/word-filter.module.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Tip] }), PaymentsModule, WordFilterModule],
  controllers: [TipsController],
  providers: [TipRepository, TipsService, SettleTipsJob, TipSettlementExtension, TipDeletionExtension],
})
export class TipsModule {}
