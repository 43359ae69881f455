import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { ProcessorClient, ProcessorFailure } from '../processor/processor.client.js';

/** Cancels a subscription at the processor, which then sends an event of its end. */
@Injectable()
export class CancelSubscriptionJob extends Job<{ id: string }> {
  readonly name = 'payments.cancel-subscription';
  override readonly retryLimit = 30;

  constructor(private readonly processor: ProcessorClient) {
    super();
  }

  async run({ id }: { id: string }): Promise<void> {
    try {
      await this.processor.cancelSubscription(id);
    } catch (error) {
      // The subscription has ended already or never existed.
      if (!(error instanceof ProcessorFailure && error.refused)) throw error;
    }
  }
}
