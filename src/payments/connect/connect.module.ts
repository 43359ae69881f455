import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ProcessorModule } from '../processor/processor.module.js';
import { BusinessAccount } from './business-account.entity.js';
import { BusinessAccountRepository } from './business-account.repository.js';
import { ConnectController } from './connect.controller.js';
import { ConnectService } from './connect.service.js';
import { ConnectAccountWebhook } from './connect.webhook.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [BusinessAccount] }), ProcessorModule],
  controllers: [ConnectController],
  providers: [BusinessAccountRepository, ConnectService, ConnectAccountWebhook],
  exports: [BusinessAccountRepository, ConnectService],
})
export class ConnectModule {}
