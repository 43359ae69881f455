import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { notFound, Refusal } from '../../platform/http/refusal.js';
import { Fulfil } from './fulfil.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';

/** Hands a payment to its app by hand, where that is due: what the processor's event does by itself. */
@Injectable()
export class ConfirmedPayment {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly fulfil: Fulfil,
    private readonly database: Database,
  ) {}

  /** Tells whether it is fulfilled; `app`: of no other than this. */
  fulfilled(id: string, app?: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const payment = await this.locked(id, app);
      const isConfirmed = payment.status === 'completed' || payment.fulfilled_at !== null;
      if (!isConfirmed) throw new Refusal(409, 'Payment not confirmed');
      return this.fulfil.paid(payment);
    });
  }

  /** Tells whether the app was told of what was given back. */
  refunded(id: string, app: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const payment = await this.locked(id, app);
      if (BigInt(payment.refunded_amount) === 0n) throw new Refusal(409, 'Payment not refunded');
      return this.fulfil.refunded(payment);
    });
  }

  private async locked(id: string, app: string | undefined): Promise<PaymentRow> {
    const payment = await this.payments.lock(id);
    if (!payment || (app && payment.metadata.app_slug !== app)) throw notFound('Payment');
    return payment;
  }
}
