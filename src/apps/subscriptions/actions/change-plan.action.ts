import { IsBoolean, IsIn, IsNumber, MaxLength } from 'class-validator';
import { Nested, Optional, Time, Uuid, WebAddress } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { type Subscription, SUBSCRIPTION } from '../entities/subscription.entity.js';
import { CheckoutService } from '../members/checkout.service.js';
import { ChangingPlansService } from '../members/changing-plans.service.js';
import { DIRECTIONS } from '../members/plan-change.js';
import { SubscriptionOrCheckout, SubscriptionView } from '../members/subscription.views.js';

class Input {
  @Uuid() subscription_id!: string;
  @Uuid() plan_id!: string;
  /** True: nothing changes. */
  @Optional() @IsBoolean() preview?: boolean;
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}

class PreviewView {
  @IsIn(DIRECTIONS) direction!: (typeof DIRECTIONS)[number];
  /** What the unused time and former credit are worth. */
  @IsNumber() credit!: number;
  /** What is to be paid then. */
  @IsNumber() amount!: number;
  @IsNumber() credit_left!: number;
  @Time() effective_at!: Date;
}

class Result extends SubscriptionOrCheckout {
  @Optional() @Nested(() => PreviewView) preview?: PreviewView;
}

@Action('change-plan', {
  access: 'owner',
  target: SUBSCRIPTION,
  changes: true,
  outside: true,
  description: 'Changes to another plan of the seller: a dearer one at once, a cheaper one with the next period.',
  input: Input,
  result: Result,
  refuses: {
    400: ['success_url and cancel_url are required', 'Seller does not have a connected processor account'],
    404: ['Plan not found'],
    409: [
      'Already on this plan',
      'Currencies differ',
      'Plan takes no new subscribers',
      'Plan is full',
      'Already subscribed to this plan',
      'Pay the open charge first',
      'Resume the subscription first',
      'Subscription has ended',
    ],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class ChangePlan {
  constructor(
    private readonly changing: ChangingPlansService,
    private readonly checkouts: CheckoutService,
  ) {}

  async run({ input, target, caller, operationId }: Call<Input, Subscription>) {
    // A copy, because the lock on the target ends when the processor is asked.
    const row = { ...target };
    const change = await this.changing.of(row, input.plan_id);
    if (input.preview) return { preview: this.changing.preview(row, change) };
    const { charge, after } = await this.changing.apply(row, change, operationId);
    return charge ? this.checkouts.open(charge, caller, input) : { subscription: present(SubscriptionView, after) };
  }
}
