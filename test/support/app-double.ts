import { Injectable } from '@nestjs/common';
import { type AppPayment, Fulfilment } from '../../src/payments/extension-points.js';
import type { Extend } from './boot.js';

export const APP = 'bookshop';

/** A fulfilment of a test app that records what it receives. */
@Injectable()
export class AppDouble extends Fulfilment {
  readonly app = APP;
  readonly sold: AppPayment[] = [];
  readonly takenBack: AppPayment[] = [];
  /** False: the app does not know the order. */
  knows = true;
  /** While set, both methods throw it. */
  fault?: Error;

  async paid(payment: AppPayment): Promise<boolean> {
    await this.note(this.sold, payment);
    return this.knows;
  }

  refunded(payment: AppPayment): Promise<void> {
    return this.note(this.takenBack, payment);
  }

  /** As after a start, for the next spec that leases the service. */
  reset(): void {
    this.sold.length = 0;
    this.takenBack.length = 0;
    this.knows = true;
    this.fault = undefined;
  }

  private async note(list: AppPayment[], payment: AppPayment): Promise<void> {
    if (this.fault) throw this.fault;
    list.push(payment);
  }
}

class AppDoubleModule {}

/** Adds the test app to the service. */
export const withAppDouble: Extend = (service) => ({
  module: AppDoubleModule,
  imports: [service],
  providers: [AppDouble],
});
