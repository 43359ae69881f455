import { IsNumber, IsString, Max, MaxLength, Min } from 'class-validator';
import { Chars, Nested, Optional, Time, Uuid, WebAddress } from '../../../platform/http/fields.js';
import { Action, type Call, type EarlyCall } from '../../kernel/calls/action.js';
import { MOST } from '../../kernel/selling/prices.js';
import { TOO_MANY_UNPAID } from '../../kernel/selling/unpaid-holds.sql.js';
import { type Bundle, BUNDLE } from '../entities/bundle.entity.js';
import { Buying } from '../sales/buying.js';
import { Holds } from '../sales/holds.js';
import { PurchaseItemRepository } from '../sales/purchase-item.repository.js';
import { presentPurchase, PurchaseView } from '../sales/purchase.views.js';

class Input {
  @Uuid() bundle_id!: string;
  @Optional() @IsNumber() @Min(0) @Max(MOST) expected_amount?: number;
  @Optional() @Chars(1, 64) referral?: string;
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}

/** The purchase where nothing is to be paid, else where to pay it and until when. */
class Result {
  @Optional() @Nested(() => PurchaseView) purchase?: PurchaseView;
  @Optional() @IsString() checkout_url?: string;
  @Optional() @Uuid() payment_id?: string;
  @Optional() @Uuid() purchase_id?: string;
  @Optional() @IsNumber() amount?: number;
  @Optional() @IsString() currency?: string;
  @Optional() @Time() expires_at?: Date;
}

@Action('purchase-bundle', {
  access: 'authenticated',
  target: { ...BUNDLE, lock: false },
  changes: true,
  outside: true,
  description: 'Sells at once where nothing is to be paid; else holds a sale for half an hour and opens a checkout.',
  input: Input,
  result: Result,
  refuses: {
    400: ['success_url and cancel_url are required', 'Seller does not have a connected processor account'],
    409: [
      'You cannot buy your own bundle',
      'Sale has not started',
      'Sale is over',
      'Bundle has an unavailable item',
      'You already have this bundle',
      'You already own everything in this bundle',
      'Bundle costs more than can be paid at once',
      'Price has changed to {amount}',
      TOO_MANY_UNPAID,
      'Bundle is sold out',
    ],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class PurchaseBundle {
  constructor(
    private readonly buying: Buying,
    private readonly holds: Holds,
    private readonly items: PurchaseItemRepository,
  ) {}

  /** Purchases that ran out are ended in a transaction of their own, which no buyer of another purchase waits for. */
  async prepare({ input }: EarlyCall<Input>): Promise<void> {
    await this.holds.release(input.bundle_id);
  }

  async run({ input, target: bundle, caller, operationId }: Call<Input, Bundle>) {
    const made = await this.buying.run(bundle, caller, input, operationId);
    if (!('purchase' in made)) return made;
    const items = await this.items.of([made.purchase.id]);
    return { purchase: presentPurchase(made.purchase, items.get(made.purchase.id)) };
  }
}
