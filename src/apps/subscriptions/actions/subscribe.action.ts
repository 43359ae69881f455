import { MaxLength } from 'class-validator';
import { Chars, Optional, Uuid, WebAddress } from '../../../platform/http/fields.js';
import { Action, type Call, type EarlyCall } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { type Plan, PLAN } from '../entities/plan.entity.js';
import { CheckoutService } from '../members/checkout.service.js';
import { SubscribingService } from '../members/subscribing.service.js';
import { SubscriptionOrCheckout, SubscriptionView } from '../members/subscription.views.js';
import { PlanOfferService } from '../plans/plan-offer.service.js';

class Input {
  @Uuid() plan_id!: string;
  @Optional() @Chars(1, 100) coupon_code?: string;
  @Optional() @Chars(1, 64) referral?: string;
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}

@Action('subscribe', {
  access: 'authenticated',
  target: { ...PLAN, lock: false },
  changes: true,
  outside: true,
  description: 'Begins a trial or a free period at once; else holds a seat for half an hour and opens a checkout.',
  input: Input,
  result: SubscriptionOrCheckout,
  refuses: {
    400: ['success_url and cancel_url are required', 'Seller does not have a connected processor account'],
    409: [
      'Plan takes no new subscribers',
      'You cannot subscribe to your own plan',
      'Already subscribed to this plan',
      'Coupon is not valid',
      'Plan is full',
    ],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class Subscribe {
  constructor(
    private readonly subscribing: SubscribingService,
    private readonly checkouts: CheckoutService,
    private readonly offers: PlanOfferService,
  ) {}

  prepare(call: EarlyCall<Input>): Promise<void> {
    return this.offers.guardCode(call);
  }

  async run({ input, target: plan, caller, operationId }: Call<Input, Plan>) {
    const { charge, begun } = await this.subscribing.begin(plan, caller, input, operationId);
    return charge ? this.checkouts.open(charge, caller, input) : { subscription: present(SubscriptionView, begun) };
  }
}
