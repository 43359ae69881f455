import { Injectable } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { NOW } from '../../platform/database/entity.repository.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import { notFound, Refusal, refusal } from '../../platform/http/refusal.js';
import { type AppPayment, Fulfilment } from '../extension-points.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';

export const paymentNotConfirmed = refusal(409, 'Payment not confirmed');

/** Hands payments and refunds to the apps that they name, inside the transaction that records them. */
@Injectable()
export class FulfilmentsService {
  private readonly fulfilments: ByKey<Fulfilment>;

  constructor(
    private readonly payments: PaymentRepository,
    private readonly database: DatabaseService,
    extensions: ExtensionsService,
  ) {
    this.fulfilments = extensions.byKey(Fulfilment, ({ app }) => app);
  }

  /** Expects a payment that the caller has locked; fulfils it once. True if it is fulfilled, now or before. */
  async deliverPayment(payment: PaymentRow): Promise<boolean> {
    if (payment.fulfilled_at) return true;
    const sold = appPayment(payment);
    if (!sold) return false;
    const app = this.findApp(sold.app_slug);
    const isKnown = await app?.paid(sold);
    if (isKnown) await this.payments.update({ id: payment.id }, { fulfilled_at: NOW, flag: null, updated_at: NOW });
    else await this.payments.flag(payment.id, app ? 'unknown_order' : 'unknown_app');
    return Boolean(isKnown);
  }

  /** Hands a refund of a fulfilled payment to its app. True if an app received it. */
  async deliverRefund(payment: PaymentRow): Promise<boolean> {
    const sold = payment.fulfilled_at && appPayment(payment);
    const app = sold && this.findApp(sold.app_slug);
    await app?.refunded(sold as AppPayment);
    return Boolean(app);
  }

  /**
   * For operators: delivers a confirmed payment that its app has not fulfilled. True if it is fulfilled. With `app`,
   * only payments of that app are found.
   */
  redeliverPayment(id: string, app?: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const payment = await this.lockPayment(id, app);
      const isConfirmed = payment.status === 'completed' || payment.fulfilled_at !== null;
      if (!isConfirmed) throw paymentNotConfirmed();
      return this.deliverPayment(payment);
    });
  }

  /** For operators: delivers a refund again. True if an app received it. */
  redeliverRefund(id: string, app: string): Promise<boolean> {
    return this.database.transaction(async () => {
      const payment = await this.lockPayment(id, app);
      if (BigInt(payment.refunded_amount) === 0n) throw new Refusal(409, 'Payment not refunded');
      return this.deliverRefund(payment);
    });
  }

  /** True if an app of this slug takes payments. */
  knowsApp(slug: string): boolean {
    return this.findApp(slug) !== undefined;
  }

  private findApp(slug: string): Fulfilment | undefined {
    return this.fulfilments.values.find(({ app }) => app === slug);
  }

  private async lockPayment(id: string, app: string | undefined): Promise<PaymentRow> {
    const payment = await this.payments.lock(id);
    if (!payment || (app && payment.metadata.app_slug !== app)) throw notFound('Payment');
    return payment;
  }
}

function appPayment(payment: PaymentRow): AppPayment | undefined {
  const { id, buyer_id, seller_id, currency } = payment;
  const { app_slug, reference_id = '', reference_type = '' } = payment.metadata;
  if (!app_slug) return undefined;
  const amounts = { amount: BigInt(payment.amount), refunded_amount: BigInt(payment.refunded_amount) };
  return { id, app_slug, reference_id, reference_type, buyer_id, seller_id, ...amounts, currency };
}
