import { Injectable } from '@nestjs/common';
import { Declared } from '../../platform/declared.js';
import { type AppPayment, Fulfilment } from '../fulfilment.port.js';
import { PaymentRepository, type PaymentRow } from './payment.repository.js';

/** Hands payments to the apps whose names they carry, inside the transaction that records what happened to them. */
@Injectable()
export class Fulfil {
  constructor(
    private readonly declared: Declared,
    private readonly payments: PaymentRepository,
  ) {}

  /** Once for a payment, which the caller has locked; tells whether it is fulfilled. */
  async paid(payment: PaymentRow): Promise<boolean> {
    if (payment.fulfilled_at) return true;
    const sold = appPayment(payment);
    if (!sold) return false;
    const app = this.app(sold.app_slug);
    const isKnown = await app?.paid(sold);
    if (isKnown) await this.payments.fulfilled(payment.id);
    else await this.payments.flag(payment.id, app ? 'unknown_order' : 'unknown_app');
    return Boolean(isKnown);
  }

  /** Tells the app what was given back; nothing where nothing was granted. Tells whether somebody was told. */
  async refunded(payment: PaymentRow): Promise<boolean> {
    const sold = payment.fulfilled_at && appPayment(payment);
    const app = sold && this.app(sold.app_slug);
    await app?.refunded(sold as AppPayment);
    return app !== undefined && app !== null;
  }

  private app(slug: string): Fulfilment | undefined {
    return this.declared.all(Fulfilment).find(({ app }) => app === slug);
  }
}

function appPayment({
  id,
  buyer_id,
  seller_id,
  amount,
  refunded_amount,
  currency,
  metadata,
}: PaymentRow): AppPayment | undefined {
  const { app_slug, reference_id = '', reference_type = '' } = metadata;
  if (!app_slug) return undefined;
  return {
    id,
    app_slug,
    reference_id,
    reference_type,
    buyer_id,
    seller_id,
    amount: BigInt(amount),
    refunded_amount: BigInt(refunded_amount),
    currency,
  };
}
