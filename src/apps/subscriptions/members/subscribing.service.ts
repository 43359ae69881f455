import type { Caller } from '../../../platform/access/access.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AffiliateSalesService } from '../../kernel/selling/affiliate-sales.service.js';
import { amountsOf } from '../billing/amount.policy.js';
import type { Plan, PlanCoupon } from '../entities/plan.entity.js';
import { type Charge, isLive, type Subscription } from '../entities/subscription.entity.js';
import { PlanOfferService } from '../plans/plan-offer.service.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { isPayable } from './checkout.service.js';
import { EndingService } from './ending.service.js';
import { FirstPeriodService } from './first-period.service.js';
import { type NewSubscription, SubscriptionRepository } from './subscription.repository.js';

export interface Wishes {
  coupon_code?: string;
  referral?: string;
}

type Begun = { charge: Charge; begun?: undefined } | { charge?: undefined; begun: Subscription };

/** Somebody subscribes to a plan. */
@AppProvider()
export class SubscribingService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly plans: PlanRepository,
    private readonly offers: PlanOfferService,
    private readonly ending: EndingService,
    private readonly first: FirstPeriodService,
    private readonly affiliates: AffiliateSalesService,
  ) {}

  /** A charge that waits to be paid, or a subscription that has begun. */
  async begin(seen: Plan, caller: Caller, wishes: Wishes, paymentId: string): Promise<Begun> {
    await this.expectOpen(seen, caller.id);
    const open = await this.subscriptions.openOf(seen.id, caller.id);
    if (open && isLive(open)) throw new Refusal(409, 'Already subscribed to this plan');
    const coupon = await this.offers.coupon(seen.id, wishes.coupon_code, open?.coupon_id ?? null);
    const unpaid = open && (await this.first.chargeOf(open));
    const amounts = amountsOf(seen.price_minor, seen.currency, coupon);
    const isSame = unpaid?.amount_minor === amounts.amount_minor && open?.coupon_id === (coupon?.id ?? null);
    if (isSame && isPayable(unpaid)) return { charge: unpaid };
    if (open) await this.ending.end([open], 'expired', 'subscriber');
    const plan = await this.takeSeat(seen.id);
    await this.offers.takeUse(coupon);
    const sale = {
      seller_id: plan.owner_id as string,
      buyer_id: caller.id,
      app_slug: 'subscriptions',
      item_id: plan.id,
    };
    const affiliate_id = await this.affiliates.resolve(wishes.referral, sale);
    const wanted = { ...newSubscription(plan, caller.id), ...couponTerms(coupon), affiliate_id };
    const trial = await this.first.trial(plan, wanted);
    return trial ? { begun: trial } : this.first.open(plan, wanted, coupon, paymentId);
  }

  /** Other calls of this subscriber for this plan wait from here until the transaction ends. */
  private async expectOpen({ id, status, owner_id }: Plan, userId: string): Promise<void> {
    if (status !== 'active' || owner_id === null) throw new Refusal(409, 'Plan takes no new subscribers');
    if (owner_id === userId) throw new Refusal(409, 'You cannot subscribe to your own plan');
    await this.subscriptions.lockSubscribers([{ plan_id: id, owner_id: userId }]);
  }

  private async takeSeat(planId: string): Promise<Plan> {
    const plan = await this.plans.takeSeat(planId);
    if (plan) return plan;
    const now = await this.plans.findOne({ id: planId });
    throw new Refusal(409, now?.status === 'active' ? 'Plan is full' : 'Plan takes no new subscribers');
  }
}

/** The terms of a plan as they are agreed now. */
export function newSubscription(plan: Plan, owner_id: string): NewSubscription {
  const { id: plan_id, owner_id: seller_id, price_minor, currency, interval, interval_count } = plan;
  const terms = { price_minor, currency, interval, interval_count, anchor_day: new Date().getUTCDate() };
  return { owner_id, seller_id, plan_id, status: 'incomplete', ...terms };
}

/** The coupon as it is agreed: it may change later. */
const couponTerms = (coupon: PlanCoupon | undefined): Partial<Subscription> =>
  coupon
    ? {
        coupon_id: coupon.id,
        coupon_periods_left: coupon.periods,
        coupon_percent_bp: coupon.percent_bp,
        coupon_amount_minor: coupon.amount_minor,
      }
    : {};
