import type { Plan } from '../entities/plan.entity.js';
import type { Charge, Subscription } from '../entities/subscription.entity.js';
import { nextAmounts } from '../billing/next-charge.policy.js';
import { present } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { hasEnded } from '../entities/subscription.entity.js';
import type { DetailedSubscription } from './subscription-list.repository.js';
import { ChargeView, type NextView, PlanCardView, SubscriptionView } from './subscription.views.js';

const LENGTH_OF_DAY = 'YYYY-MM-DD'.length;
const day = (moment: Date) => moment.toISOString().slice(0, LENGTH_OF_DAY);

/** What happens at the end of the period, in words and in fields. */
export function nextOf(row: Subscription, pending: Plan | undefined, open?: Charge): NextView {
  const { status, period_end: at, resumes_at, currency, cancel_at_period_end, plan_id } = row;
  const nothing = { amount: null, plan_id: null };
  if (hasEnded(row) || !at) return { action: 'none', text: 'The subscription has ended.', ...nothing, at: null };
  if (status === 'paused') {
    const text = `The subscription rests until ${day(resumes_at as Date)}.`;
    return { action: 'none', text, ...nothing, at: resumes_at };
  }
  if (cancel_at_period_end) return { action: 'ends', text: `The subscription ends on ${day(at)}.`, ...nothing, at };
  const isOwed = open && open.kind !== 'upgrade';
  const minor = isOwed ? open.amount_minor : nextAmounts(row, at, pending).amount_minor;
  const amount = money(minor, currency);
  const price = `${amount} ${currency.toUpperCase()}`;
  if (pending) {
    const text = `The plan changes to ${pending.name} on ${day(at)} for ${price}.`;
    return { action: 'changes_plan', text, amount, plan_id: pending.id, at };
  }
  const text =
    status === 'past_due' ? `${price} was due on ${day(at)}.` : `The subscription renews on ${day(at)} for ${price}.`;
  return { action: 'renews', text, amount, plan_id, at };
}

export const presentCharge = (charge: Charge | undefined) => (charge ? present(ChargeView, charge) : null);

/** A subscription with all that its subscriber wants to know of it. */
export function presentDetailed(row: DetailedSubscription, open: Charge | undefined) {
  const { plan, seller, benefits, pending_plan } = row;
  const next = nextOf(row, (pending_plan as Plan | null) ?? undefined, open);
  return {
    ...present(SubscriptionView, row),
    plan: { ...present(PlanCardView, plan), seller },
    next_amount: next.amount,
    next_due_at: next.amount === null ? null : next.at,
    open_charge: presentCharge(open),
    next,
    benefits: benefits.map(({ ends_at, ...benefit }) => ({ ...benefit, ends_at: ends_at && new Date(ends_at) })),
  };
}
