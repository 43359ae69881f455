import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Processor, type Session } from '../processor/processor.js';
import { type NewPayment, PaymentRepository } from '../records/payment.repository.js';

/** A pending payment, and the page at the processor where it is paid. */
@Injectable()
export class StartPayment {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly processor: Processor,
    private readonly database: Database,
  ) {}

  /**
   * The payment is written before the processor is asked, and no connection is held while it answers: whatever breaks
   * in between, money that arrives finds its payment, and the same payment asked for again finds its session.
   */
  async run(payment: NewPayment, open: () => Promise<Session>): Promise<string> {
    this.processor.expectConfigured();
    await this.database.transaction(() => this.payments.begin(payment));
    try {
      const { id, url } = await open();
      await this.database.transaction(() => this.payments.opened(payment.id, id));
      return url;
    } catch (error) {
      await this.database.transaction(() => this.payments.fail(payment.id));
      throw error;
    }
  }
}
