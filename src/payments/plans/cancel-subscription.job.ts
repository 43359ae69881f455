import { Injectable } from '@nestjs/common';
import { Job } from '../../jobs/job.js';
import { Processor, ProcessorFailure } from '../processor/processor.js';

/** Ends a subscription at the processor, which then tells us so by an event. */
@Injectable()
export class CancelSubscription extends Job<{ id: string }> {
  readonly name = 'payments.cancel-subscription';
  override readonly retryLimit = 30;

  constructor(private readonly processor: Processor) {
    super();
  }

  async run({ id }: { id: string }): Promise<void> {
    try {
      await this.processor.cancelSubscription(id);
    } catch (error) {
      // It has ended already, or never was: there is nothing left to end.
      if (!(error instanceof ProcessorFailure && error.refused)) throw error;
    }
  }
}
