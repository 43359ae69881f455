import type { Plan } from '../entities/plan.entity.js';
import type { Subscription } from '../entities/subscription.entity.js';
import { amountsOf, couponOf } from './amount.policy.js';
import type { NewCharge } from './charge.repository.js';
import { endOfPeriod } from './period.policy.js';

/** What the period costs that begins then. `pending`: the plan that takes effect with it. */
export function nextAmounts(subscription: Subscription, start: Date, pending: Plan | undefined) {
  const { currency, credit_minor, price_minor, next_price_minor, next_price_from } = subscription;
  if (pending) {
    const agreed = subscription.pending_price_minor ?? pending.price_minor;
    return amountsOf(agreed, currency, undefined, credit_minor);
  }
  const price =
    next_price_minor !== null && next_price_from && start >= next_price_from ? next_price_minor : price_minor;
  return amountsOf(price, currency, couponOf(subscription), credit_minor);
}

/** The charge of the period after the present one. */
export function nextCharge(subscription: Subscription, pending: Plan | undefined): NewCharge {
  const { id, owner_id, seller_id, plan_id, currency, anchor_day, status } = subscription;
  const period_start = subscription.period_end as Date;
  return {
    owner_id,
    seller_id,
    subscription_id: id,
    plan_id: pending?.id ?? plan_id,
    kind: status === 'trialing' ? 'initial' : 'renewal',
    period_start,
    period_end: endOfPeriod(period_start, pending ?? subscription, anchor_day),
    ...nextAmounts(subscription, period_start, pending),
    currency,
    status: 'open',
    payment_id: null,
    due_at: period_start,
    checkout_expires_at: null,
    paid_at: null,
  };
}
