import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Currency } from '../../platform/money/amount.field.js';

export class SubscriptionsSettings {
  /** The seller's, for new plans. */
  @Currency() default_currency = 'usd';
  /** How many days before the end of a period its renewal is opened and announced. */
  @IsInt() @Min(1) @Max(14) renewal_lead_days = 3;
  /** The seller's, for new plans. */
  @IsInt() @Min(0) @Max(30) default_grace_days = 7;
  /** The seller is told of new subscribers. */
  @IsBoolean() notify_new_subscriber = true;
  /** The seller is told who leaves, and why. */
  @IsBoolean() notify_canceled = true;
}
