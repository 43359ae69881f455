import { Injectable } from '@nestjs/common';
import { Job } from '../jobs/job.js';
import { DatabaseService } from '../platform/database/database.service.js';
import { PaymentRepository } from './payments/payment.repository.js';
import { WebhookEventRepository } from './webhooks/webhook-event.repository.js';

/** Fails payments whose page was never opened, and deletes old webhook events. */
@Injectable()
export class PaymentsCleanupJob extends Job {
  readonly name = 'payments.tidy';
  override readonly every = '43 * * * *';

  constructor(
    private readonly payments: PaymentRepository,
    private readonly webhookEvents: WebhookEventRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    await this.database.transaction(async () => {
      await this.payments.failUnopened();
      await this.webhookEvents.deleteOld();
    });
  }
}
