import { MaxLength } from 'class-validator';
import { Optional, Uuid, WebAddress } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { plusDays } from '../billing/period.policy.js';
import { type Charge, hasEnded, type Subscription, SUBSCRIPTION } from '../entities/subscription.entity.js';
import { checkoutEnd, CheckoutService, isPayable } from '../members/checkout.service.js';
import { RenewalsService } from '../members/renewals.service.js';
import { SettlementService } from '../members/settlement.service.js';
import { SubscriptionOrCheckout, SubscriptionView } from '../members/subscription.views.js';

const DAYS_AHEAD = 30;

class Input {
  @Uuid() subscription_id!: string;
  @Optional() @WebAddress() @MaxLength(2000) success_url?: string;
  @Optional() @WebAddress() @MaxLength(2000) cancel_url?: string;
}

@Action('renew-subscription', {
  access: 'owner',
  target: SUBSCRIPTION,
  changes: true,
  outside: true,
  description: 'Pays the open charge; with none, that of the next period when it begins within 30 days.',
  input: Input,
  result: SubscriptionOrCheckout,
  refuses: {
    400: ['success_url and cancel_url are required', 'Seller does not have a connected processor account'],
    409: [
      'Nothing is due yet',
      'The seller is ending this subscription',
      'Resume the subscription first',
      'Subscription has ended',
      'Already subscribed to this plan',
    ],
    502: ['Payment processor unavailable'],
    503: ['Payments are not configured'],
  },
})
export class RenewSubscription {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly renewals: RenewalsService,
    private readonly settlement: SettlementService,
    private readonly checkouts: CheckoutService,
  ) {}

  async run({ input, target, caller, operationId }: Call<Input, Subscription>) {
    // A copy, because the lock on the target ends when the processor is asked.
    const row = { ...target };
    expectRenewable(row);
    const charge = await this.due(row);
    if (isPayable(charge)) return this.checkouts.open(charge, caller, input);
    if (charge.amount_minor > 0) {
      const due = await this.charges.attachPayment(charge.id, operationId, checkoutEnd());
      return this.checkouts.open(due, caller, input);
    }
    const after = await this.settlement.settle(row, charge);
    if (!after) throw new Refusal(409, 'Already subscribed to this plan');
    return { subscription: present(SubscriptionView, after) };
  }

  /** The open charge, made anew if its page is over. */
  private async due(row: Subscription): Promise<Charge> {
    const open = await this.charges.openOf(row.id);
    if (open && open.kind !== 'upgrade') {
      if (!open.payment_id || isPayable(open)) return open;
      if (row.status === 'incomplete') throw new Refusal(409, 'Subscription has ended');
    } else if (!row.period_end || row.period_end > plusDays(new Date(), DAYS_AHEAD)) {
      throw new Refusal(409, 'Nothing is due yet');
    }
    if (open) await this.charges.voidOpenOf([row.id]);
    return this.renewals.open(row, open?.reminders);
  }
}

function expectRenewable(row: Subscription): void {
  if (hasEnded(row)) throw new Refusal(409, 'Subscription has ended');
  if (row.status === 'paused') throw new Refusal(409, 'Resume the subscription first');
  if (row.cancel_at_period_end && row.canceled_by === 'seller')
    throw new Refusal(409, 'The seller is ending this subscription');
}
