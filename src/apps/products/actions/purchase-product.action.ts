import { Action, type Call, type EarlyCall } from '../../kernel/calls/action.js';
import { TOO_MANY_UNPAID } from '../../kernel/selling/unpaid-holds.sql.js';
import { type Product, PRODUCT } from '../entities/product.entity.js';
import { LicenseRepository } from '../licenses/license.repository.js';
import { CheckoutFields } from '../../kernel/selling/views.js';
import { LicenseView } from '../licenses/license.views.js';
import { OrderView, presentOrder } from '../sales/order.views.js';
import { ListOf, Nested, Optional } from '../../../platform/http/fields.js';
import { Buying } from '../sales/buying.js';
import { Holds } from '../sales/holds.js';
import { Offers } from '../sales/offers.js';
import { PurchaseInput } from '../sales/basket.js';

/** The order where nothing is to be paid, else where to pay it and until when. */
class PurchaseResult extends CheckoutFields {
  @Optional() @Nested(() => OrderView) order?: OrderView;
  @Optional() @ListOf(() => LicenseView) licenses?: LicenseView[];
}

@Action('purchase-product', {
  access: 'authenticated',
  target: { ...PRODUCT, lock: false },
  changes: true,
  outside: true,
  description: 'Sells at once where nothing is to be paid; else holds stock for half an hour and opens a checkout.',
  input: PurchaseInput,
  result: PurchaseResult,
  refuses: {
    400: [
      'Choose a variant',
      'Price is fixed',
      'Amount is below the minimum of {price}',
      'A shipping address is needed',
      'One copy is enough',
      'success_url and cancel_url are required',
      'Seller does not have a connected processor account',
    ],
    404: ['Variant not found'],
    409: [
      'You cannot buy your own product',
      'The seller does not ship to {country}',
      'You already own this product',
      'Limit is {n} per buyer',
      'Coupon is not valid',
      TOO_MANY_UNPAID,
      'Only {n} left',
      'Sold out',
    ],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class PurchaseProduct {
  constructor(
    private readonly buying: Buying,
    private readonly holds: Holds,
    private readonly licenses: LicenseRepository,
    private readonly offers: Offers,
  ) {}

  /** Orders that ran out are ended in a transaction of their own, which no buyer of another order waits for. */
  async prepare(call: EarlyCall<PurchaseInput>): Promise<void> {
    await this.offers.guardCode(call);
    await this.holds.release(call.input.product_id);
  }

  async run({ input, target: product, caller, operationId }: Call<PurchaseInput, Product>) {
    const made = await this.buying.run(product, caller, input, operationId);
    if (!('paid' in made)) return made;
    return { order: presentOrder(made.paid), licenses: await this.licenses.ofOrder(made.paid.id) };
  }
}
