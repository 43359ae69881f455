import { IsInt, IsNumber, Matches, Max, MaxLength, Min } from 'class-validator';
import { Chars, Nested, Optional, Uuid, WebAddress } from '../../../platform/http/input/fields.js';
import { COUNTRY } from '../catalogue/product.inputs.js';
import { MOST } from '../../kernel/selling/prices.js';

export class AddressInput {
  @Chars(1, 200) name!: string;
  @Chars(1, 200) line1!: string;
  @Optional() @Chars(0, 200) line2?: string;
  @Chars(1, 100) city!: string;
  @Optional() @Chars(0, 100) region?: string;
  @Chars(1, 20) postal_code!: string;
  @Matches(COUNTRY) country!: string;
}

export class PurchaseInput {
  @Uuid() product_id!: string;
  @Optional() @Chars(1, 64) sku?: string;
  @Optional() @IsInt() @Min(1) @Max(100) quantity?: number;
  /** For a piece, where buyers say what they pay. */
  @Optional() @IsNumber() @Min(0) @Max(MOST) amount?: number;
  @Optional() @Chars(1, 100) coupon_code?: string;
  @Optional() @Nested(() => AddressInput) ship_to?: AddressInput;
  @Optional() @Chars(1, 64) referral?: string;
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}
