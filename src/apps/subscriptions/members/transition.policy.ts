import { anchorOf, plusDays, secondsBetween } from '../billing/period.policy.js';
import { couponOf } from '../billing/amount.policy.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Actor, Charge, Status, Subscription } from '../entities/subscription.entity.js';

/** What each move makes of a subscription. The row is locked by the caller, who stores what is returned. */

const NOT_ENDING = { cancel_at_period_end: false, cancel_reason: null, cancel_comment: null, canceled_by: null };
const NO_PENDING = { pending_plan_id: null, pending_price_minor: null };
const NO_NEXT_PRICE = { next_price_minor: null, next_price_from: null };
const NO_PAUSE = { paused_at: null, resumes_at: null, pause_left_seconds: null };
const NO_COUPON = {
  coupon_id: null,
  coupon_periods_left: null,
  coupon_percent_bp: null,
  coupon_amount_minor: null,
};

/** The seller's decision to end a subscription is not undone by a payment. */
const endingAfter = (before: Subscription) => (before.canceled_by === 'seller' ? {} : NOT_ENDING);

const used = (before: Subscription, charge: Charge) => ({
  source: 'purchase' as const,
  payments_count: before.payments_count + (charge.amount_minor > 0 ? 1 : 0),
  coupon_periods_left:
    couponOf(before) && charge.discount_minor > 0 && before.coupon_periods_left !== null
      ? before.coupon_periods_left - 1
      : before.coupon_periods_left,
  trial_paid: before.trial_paid || (before.trial_ends_at !== null && charge.kind === 'initial'),
});

type Terms = Pick<Plan, 'id' | 'interval' | 'interval_count'>;
const termsOf = (plan: Terms, price_minor: number) => ({
  plan_id: plan.id,
  price_minor,
  interval: plan.interval,
  interval_count: plan.interval_count,
});

/** It begins with this charge, or begins again. */
export function started(before: Subscription, charge: Charge, plan: Terms | undefined): Subscription {
  return {
    ...before,
    ...(plan && { ...termsOf(plan, charge.list_minor), ...NO_COUPON }),
    ...NOT_ENDING,
    ...NO_PENDING,
    ...NO_NEXT_PRICE,
    ...NO_PAUSE,
    ...used(before, charge),
    status: 'active',
    credit_minor: Math.max(0, before.credit_minor - charge.credit_minor),
    anchor_day: charge.period_start.getUTCDate(),
    period_start: charge.period_start,
    period_end: charge.period_end,
    grace_until: null,
    started_at: before.started_at ?? charge.period_start,
    ended_at: null,
  };
}

/** The next period is paid. `plan`: where the charge is for another plan, which takes effect with its period. */
export function renewed(before: Subscription, charge: Charge, plan: Terms | undefined, now: Date): Subscription {
  const usesNext = before.next_price_from !== null && charge.period_start >= before.next_price_from;
  const isPaused = before.status === 'paused';
  const seconds = secondsBetween(charge.period_start, charge.period_end);
  const moved = plan
    ? { ...termsOf(plan, charge.list_minor), ...NO_COUPON, ...NO_PENDING, ...NO_NEXT_PRICE }
    : usesNext && { price_minor: charge.list_minor, ...NO_NEXT_PRICE };
  return {
    ...before,
    ...endingAfter(before),
    ...used(before, charge),
    ...moved,
    status: isPaused ? 'paused' : 'active',
    credit_minor: Math.max(0, before.credit_minor - charge.credit_minor),
    anchor_day: anchorOf(charge.period_start, before.anchor_day),
    period_start: charge.period_start <= now ? charge.period_start : before.period_start,
    period_end: charge.period_end,
    grace_until: null,
    pause_left_seconds: isPaused ? (before.pause_left_seconds ?? 0) + seconds : null,
  };
}

/** Another plan at once, with a new period. `credit`: what the unused time of the old one was worth. */
export function upgraded(before: Subscription, charge: Charge, plan: Terms, credit: number): Subscription {
  return {
    ...before,
    ...termsOf(plan, charge.list_minor),
    ...endingAfter(before),
    ...used(before, charge),
    ...NO_COUPON,
    ...NO_PENDING,
    ...NO_NEXT_PRICE,
    status: 'active',
    credit_minor: Math.max(0, before.credit_minor + credit - charge.credit_minor),
    anchor_day: charge.period_start.getUTCDate(),
    period_start: charge.period_start,
    period_end: charge.period_end,
    grace_until: null,
  };
}

/** Another plan within the trial, whose end stays. */
export const changedInTrial = (before: Subscription, plan: Plan): Subscription => ({
  ...before,
  ...termsOf(plan, plan.price_minor),
  ...NO_COUPON,
  ...NO_PENDING,
  ...NO_NEXT_PRICE,
});

export const fellDue = (before: Subscription, graceDays: number): Subscription => ({
  ...before,
  status: 'past_due',
  grace_until: plusDays(before.period_end as Date, graceDays),
});

export const paused = (before: Subscription, days: number, now: Date): Subscription => ({
  ...before,
  status: 'paused',
  paused_at: now,
  resumes_at: plusDays(now, days),
  pause_left_seconds: secondsBetween(now, before.period_end as Date),
});

/** The kept time begins to run. */
export function resumed(before: Subscription, now: Date): Subscription {
  const period_end = new Date(now.getTime() + (before.pause_left_seconds ?? 0) * 1000);
  const rested = now.getTime() - (before.paused_at as Date).getTime();
  return {
    ...before,
    ...NO_PAUSE,
    status: 'active',
    anchor_day: period_end.getUTCDate(),
    period_start: before.period_start && new Date(before.period_start.getTime() + rested),
    period_end,
  };
}

/** More time, paid by nobody. */
export function extended(before: Subscription, days: number, now: Date): Subscription {
  const isOverdue = before.status === 'past_due';
  const period_end = plusDays(isOverdue ? now : (before.period_end as Date), days);
  return {
    ...before,
    status: isOverdue ? 'active' : before.status,
    grace_until: null,
    anchor_day: period_end.getUTCDate(),
    period_end,
    trial_ends_at: before.status === 'trialing' ? period_end : before.trial_ends_at,
    pause_left_seconds:
      before.pause_left_seconds === null ? null : before.pause_left_seconds + secondsBetween(now, plusDays(now, days)),
  };
}

/** A paid period that has not begun is given back. */
export function shortened(before: Subscription, charge: Charge): Subscription {
  const seconds = secondsBetween(charge.period_start, charge.period_end);
  const period_end = new Date((before.period_end as Date).getTime() - seconds * 1000);
  return {
    ...before,
    period_end,
    anchor_day: anchorOf(period_end, before.anchor_day),
    pause_left_seconds: before.pause_left_seconds === null ? null : Math.max(0, before.pause_left_seconds - seconds),
  };
}

/** The end with the paid period, and what is scheduled after it, are taken back. */
export const staying = (before: Subscription): Subscription => ({ ...before, ...NOT_ENDING });

/** It ends with the paid period. */
export const leaving = (
  before: Subscription,
  by: Actor,
  cancel_reason: string | null,
  cancel_comment: string | null,
): Subscription => ({
  ...before,
  ...NO_PENDING,
  cancel_at_period_end: true,
  canceled_by: by,
  cancel_reason,
  cancel_comment,
});

/** A cheaper plan from the next period on. */
export const changesLater = (before: Subscription, plan: Plan): Subscription => ({
  ...before,
  pending_plan_id: plan.id,
  pending_price_minor: plan.price_minor,
});

export const keepsPlan = (before: Subscription): Subscription => ({ ...before, ...NO_PENDING });

export const ended = (before: Subscription, status: Status, by: Actor | undefined, now: Date): Subscription => ({
  ...before,
  ...NO_PENDING,
  ...NO_NEXT_PRICE,
  ...NO_PAUSE,
  status,
  canceled_by: by ?? before.canceled_by,
  grace_until: null,
  ended_at: now,
});
