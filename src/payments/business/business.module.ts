import { Module } from '@nestjs/common';
import { AccountModule } from '../../account/account.module.js';
import { ConnectModule } from '../connect/connect.module.js';
import { PaymentsResourceModule } from '../payments/payments.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { BusinessController } from './business.controller.js';
import { BusinessPlanExtension } from './business.extension.js';
import { BusinessService } from './business.service.js';

@Module({
  imports: [AccountModule, ConnectModule, PaymentsResourceModule, SubscriptionsModule],
  controllers: [BusinessController],
  providers: [BusinessService, BusinessPlanExtension],
})
export class BusinessModule {}
