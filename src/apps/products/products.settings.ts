import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { Currency } from '../../platform/money/amount.field.js';

export class ProductsSettings {
  /** The seller's, for new products. */
  @Currency() default_currency = 'usd';
  /** The seller is told of sales. */
  @IsBoolean() notify_on_sale = true;
  /** The seller is told when no more than so many are left. */
  @IsInt() @Min(0) @Max(1000) low_stock_at = 3;
  /** After how many days the seller is reminded of orders to ship; 0: never. */
  @IsInt() @Min(0) @Max(30) ship_reminder_days = 2;
  /** The buyer is told of new versions. */
  @IsBoolean() notify_updates = true;
}
