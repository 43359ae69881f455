import { Injectable } from '@nestjs/common';
import { UserRepository } from '../../account/users/user.repository.js';
import type { Caller } from '../../platform/access/caller.js';
import { Config } from '../../platform/config/environment.js';
import { Refusal } from '../../platform/http/refusal.js';
import { BusinessAccountRepository } from '../connect/business-account.repository.js';
import { feeOf, minorUnits, USD } from '../../platform/money/money.js';
import { Processor } from '../processor/processor.js';
import type { CheckoutInput } from './checkout.io.js';
import { StartPayment } from './start-payment.js';

@Injectable()
export class Checkout {
  constructor(
    private readonly sellers: BusinessAccountRepository,
    private readonly users: UserRepository,
    private readonly start: StartPayment,
    private readonly processor: Processor,
    private readonly config: Config,
  ) {}

  async run(id: string, buyer: Caller, input: CheckoutInput): Promise<string> {
    const { seller_id, description, app_slug, reference_id, reference_type } = input;
    if (seller_id === buyer.id) throw new Refusal(400, 'Cannot buy from yourself');
    const seller = await this.sellers.ofUser(seller_id);
    const isActive = (await this.users.profile(seller_id))?.user_status === 'active';
    if (!seller?.processor_charges_enabled || !isActive) {
      throw new Refusal(400, 'Seller does not have a connected processor account');
    }
    const currency = (input.currency ?? USD).toLowerCase();
    const amount = minorUnits(input.amount, currency) as bigint;
    const fee = feeOf(amount, seller.fee_basis_points ?? this.config.platformFee);
    const metadata = { app_slug, reference_id, reference_type };
    const payment = { id, buyer_id: buyer.id, seller_id, amount, currency, fee, description, metadata };
    return this.start.run({ kind: 'checkout', ...payment }, () =>
      this.processor.sell({
        title: description,
        amount,
        currency,
        paymentId: id,
        email: buyer.email,
        metadata: { payment_id: id, user_id: buyer.id, type: 'checkout', seller_id, ...metadata },
        seller: { account: seller.processor_account_id, fee },
        successUrl: input.success_url,
        cancelUrl: input.cancel_url,
      }),
    );
  }
}
