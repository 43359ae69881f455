import { IsBoolean } from 'class-validator';
import { Currency } from '../../platform/money/amount.field.js';

export class BundlesSettings {
  /** Of new bundles. */
  @Currency() default_currency = 'usd';
  /** Of new bundles. */
  @IsBoolean() default_deduct_owned = true;
  /** The seller is notified of sales. */
  @IsBoolean() notify_on_sale = true;
}
