import { Injectable } from '@nestjs/common';
import type { ReferredSale } from '../../contracts/affiliates.js';
import { AppServices } from '../../contracts/app-services.js';
import type { Order } from './order.entity.js';

type Sale = Pick<Order, 'id' | 'owner_id' | 'seller_id' | 'affiliate_id' | 'payment_id' | 'currency'>;

interface Sold {
  app_slug: string;
  reference_type?: string;
  item_id: string;
  /** What the commission is of, such as the total without shipping. */
  amount_minor: number;
}

/** What affiliates earn by orders. Does nothing where the app `affiliates` is not there. */
@Injectable()
export class AffiliateSalesService {
  constructor(private readonly services: AppServices) {}

  /** The affiliate who earns by the order; null: nobody. */
  async resolve(referral: string | undefined, sale: Omit<ReferredSale, 'referral'>): Promise<string | null> {
    if (referral === undefined) return null;
    return (await this.services.of('affiliates')?.resolve({ referral, ...sale })) ?? null;
  }

  async record(order: Sale, { app_slug, reference_type = 'order', item_id, amount_minor }: Sold): Promise<void> {
    const { affiliate_id, payment_id, seller_id, currency } = order;
    if (!affiliate_id || !payment_id || !seller_id || amount_minor <= 0) return;
    await this.services.of('affiliates')?.recordSale({
      affiliate_id,
      seller_id,
      buyer_id: order.owner_id,
      app_slug,
      item_id,
      reference_type,
      reference_id: order.id,
      payment_id,
      payment_number: 1,
      amount_minor,
      currency,
    });
  }

  /** `refunded_minor`: all that was given back so far. */
  async reverse(
    { affiliate_id, payment_id }: Pick<Sale, 'affiliate_id' | 'payment_id'>,
    refunded_minor: number,
  ): Promise<void> {
    if (!affiliate_id || !payment_id) return;
    await this.services.of('affiliates')?.reverseSale({ payment_id, refunded_minor });
  }
}
