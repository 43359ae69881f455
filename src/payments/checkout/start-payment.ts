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
  async run(payment: NewPayment, ask: () => Promise<Session>): Promise<string> {
    await this.database.transaction(() => this.begin(payment));
    return this.open(payment.id, ask);
  }

  async begin(payment: NewPayment): Promise<void> {
    this.processor.expectConfigured();
    await this.payments.begin(payment);
  }

  /** Answers the address of the page. */
  async open(paymentId: string, ask: () => Promise<Session>): Promise<string> {
    try {
      const { id, url } = await ask();
      await this.database.transaction(() => this.payments.opened(paymentId, id));
      return url;
    } catch (error) {
      await this.database.transaction(() => this.payments.fail(paymentId));
      throw error;
    }
  }
}
