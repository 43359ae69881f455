import { Chars, Optional, Required, Uuid, WebAddress } from '../../platform/http/fields.js';
import { Amount, Currency } from '../../platform/money/amount.field.js';

const MISSING = 'Missing required fields';

export class CheckoutInput {
  @Required(MISSING) @Uuid() seller_id!: string;
  @Required(MISSING) @Amount() amount!: number;
  @Optional() @Currency() currency?: string;
  @Required(MISSING) @Chars(1, 250) description!: string;
  @Required(MISSING) @Chars(1, 100) app_slug!: string;
  @Required(MISSING) @Chars(1, 200) reference_id!: string;
  @Required(MISSING) @Chars(1, 100) reference_type!: string;
  @Required(MISSING) @WebAddress() success_url!: string;
  @Required(MISSING) @WebAddress() cancel_url!: string;
}
