import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PaymentsResourceModule } from '../payments/payments.module.js';
import { WebhookEvent } from './webhook-event.entity.js';
import { WebhookEventRepository } from './webhook-event.repository.js';
import { WebhookInboxService } from './webhook-inbox.service.js';
import { WebhooksController } from './webhooks.controller.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [WebhookEvent] }), PaymentsResourceModule],
  controllers: [WebhooksController],
  providers: [WebhookEventRepository, WebhookInboxService],
  exports: [WebhookEventRepository],
})
export class WebhooksModule {}
