import { IsInt, IsNumber, IsString } from 'class-validator';
import { Nullable, Optional, Time, Uuid } from '../../../platform/http/input/fields.js';
import { money } from './prices.js';

export class RatingView {
  @Nullable() @IsNumber() average!: number | null;
  @IsInt() count!: number;
}

interface Rated {
  rating_sum: number;
  rating_count: number;
}

export const ratingOf = ({ rating_sum, rating_count }: Rated): RatingView => ({
  average: rating_count ? Math.round((rating_sum / rating_count) * 100) / 100 : null,
  count: rating_count,
});

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
