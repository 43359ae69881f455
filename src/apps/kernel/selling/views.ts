import { IsNumber, IsString } from 'class-validator';
import { Optional, Time, Uuid } from '../../../platform/http/fields.js';
import { money } from './prices.js';

/** Where and until when something is to be paid; an app adds what it answers where nothing is. */
export class CheckoutFields {
  @Optional() @IsString() checkout_url?: string;
  @Optional() @Uuid() payment_id?: string;
  @Optional() @Uuid() order_id?: string;
  @Optional() @IsNumber() amount?: number;
  @Optional() @IsString() currency?: string;
  @Optional() @Time() expires_at?: Date;
}

interface Ordered {
  id: string;
  payment_id: string | null;
  total_minor: number;
  currency: string;
  expires_at: Date | null;
}

/** Of an order that waits to be paid. */
export const checkoutOf = (order: Ordered, checkout_url: string) => ({
  checkout_url,
  payment_id: order.payment_id as string,
  order_id: order.id,
  amount: money(order.total_minor, order.currency),
  currency: order.currency,
  expires_at: order.expires_at as Date,
});
