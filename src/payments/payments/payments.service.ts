import { Injectable } from '@nestjs/common';
import { type Caller, isAdmin } from '../../platform/access/access.js';
import { DatabaseService } from '../../platform/database/database.service.js';
import type { PageQuery } from '../../platform/database/page.js';
import { notFound } from '../../platform/http/refusal.js';
import { ProcessorClient } from '../processor/processor.client.js';
import type { Session } from '../processor/processor.types.js';
import { presentPayment } from './payment.presenter.js';
import { type NewPayment, PaymentRepository } from './payment.repository.js';
import type { PaymentsAnswer, PaymentView } from './payments.dto.js';

@Injectable()
export class PaymentsService {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly processor: ProcessorClient,
    private readonly database: DatabaseService,
  ) {}

  async listForUser(userId: string, query: PageQuery): Promise<PaymentsAnswer> {
    const { rows, next_cursor } = await this.payments.listForUser(userId, query);
    return { payments: rows.map(presentPayment), next_cursor };
  }

  async findReadable(id: string, caller: Caller): Promise<PaymentView> {
    const row = await this.payments.findById(id);
    const mayRead = row && (row.buyer_id === caller.id || row.seller_id === caller.id || isAdmin(caller));
    if (!mayRead) throw notFound('Payment');
    return presentPayment(row);
  }

  /**
   * Stores a pending payment and creates its page at the processor; returns the address of the page. The payment is
   * committed before the call, and no connection is held during it: after any failure in between, an arriving event
   * finds the payment, and a repeated request finds its session.
   */
  async start(payment: NewPayment, createSession: () => Promise<Session>): Promise<string> {
    await this.database.transaction(() => this.insertPending(payment));
    return this.openSession(payment.id, createSession);
  }

  async insertPending(payment: NewPayment): Promise<void> {
    this.processor.requireConfigured();
    await this.payments.insertPending(payment);
  }

  /** Returns the address of the page. */
  async openSession(paymentId: string, createSession: () => Promise<Session>): Promise<string> {
    try {
      const { id, url } = await createSession();
      await this.database.transaction(() => this.payments.storeSession(paymentId, id));
      return url;
    } catch (error) {
      await this.database.transaction(() => this.payments.fail(paymentId));
      throw error;
    }
  }
}
