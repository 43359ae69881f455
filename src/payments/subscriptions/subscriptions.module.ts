import { Module } from '@nestjs/common';
import { AccountModule } from '../../account/account.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PaymentsResourceModule } from '../payments/payments.module.js';
import { ProcessorModule } from '../processor/processor.module.js';
import { CancelSubscriptionJob } from './cancel-subscription.job.js';
import { Customer, Subscription, SubscriptionState } from './subscription.entity.js';
import { SubscriptionCheckoutService } from './subscription-checkout.service.js';
import { CustomerRepository, SubscriptionRepository } from './subscription.repository.js';
import { SubscriptionWebhook } from './subscription.webhook.js';
import { SubscriptionsDeletionExtension } from './subscriptions.extension.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [Subscription, SubscriptionState, Customer] }),
    AccountModule,
    PaymentsResourceModule,
    ProcessorModule,
  ],
  providers: [
    CustomerRepository,
    SubscriptionRepository,
    SubscriptionsService,
    SubscriptionCheckoutService,
    SubscriptionWebhook,
    SubscriptionsDeletionExtension,
    CancelSubscriptionJob,
  ],
  exports: [SubscriptionRepository, SubscriptionsService, SubscriptionCheckoutService, CancelSubscriptionJob],
})
export class SubscriptionsModule {}
