import { AppProvider } from '../../kernel/app-provider.js';
import { amountsOf } from '../billing/amount.policy.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { endOfPeriod, plusDays } from '../billing/period.policy.js';
import type { Plan, PlanCoupon } from '../entities/plan.entity.js';
import type { Charge, Subscription } from '../entities/subscription.entity.js';
import { PlanListRepository } from '../plans/plan-list.repository.js';
import { BenefitsService } from './benefits.service.js';
import { checkoutEnd } from './checkout.service.js';
import { SettlementService } from './settlement.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';
import { type NewSubscription, SubscriptionRepository } from './subscription.repository.js';

/** How a subscription begins whose seat is taken. */
@AppProvider()
export class FirstPeriodService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly charges: ChargeRepository,
    private readonly plans: PlanListRepository,
    private readonly benefits: BenefitsService,
    private readonly settlement: SettlementService,
    private readonly records: SubscriptionRecordsService,
  ) {}

  /** The charge of an incomplete subscription. */
  chargeOf({ id }: Subscription): Promise<Charge | undefined> {
    return this.charges.openOf(id);
  }

  /** Undefined: the plan has no trial, or the subscriber has had one of this seller. */
  async trial(plan: Plan, wanted: NewSubscription): Promise<Subscription | undefined> {
    if (!plan.trial_days || !(await this.plans.takeTrial(plan.owner_id as string, wanted.owner_id))) return undefined;
    const started_at = new Date();
    const trial_ends_at = plusDays(started_at, plan.trial_days);
    const period = { period_start: started_at, period_end: trial_ends_at, anchor_day: trial_ends_at.getUTCDate() };
    const times = { ...period, trial_ends_at, started_at };
    const row = await this.subscriptions.insert({ ...wanted, ...times, status: 'trialing' });
    await this.benefits.give([row.id]);
    await this.records.record(row.id, 'trial_started', 'subscriber', { trial_ends_at });
    await this.records.tell(row, (notifications, of) => notifications.started(row, of));
    return row;
  }

  /** Begun where nothing is to be paid, otherwise a charge that waits for its page. */
  async open(plan: Plan, wanted: NewSubscription, coupon: PlanCoupon | undefined, paymentId: string) {
    const row = await this.subscriptions.insert(wanted);
    const { id: subscription_id, owner_id, seller_id, plan_id, currency } = row;
    const amounts = amountsOf(plan.price_minor, currency, coupon);
    const isFree = amounts.amount_minor === 0;
    const period_start = new Date();
    const charge = await this.charges.insertOne({
      owner_id,
      seller_id,
      subscription_id,
      plan_id,
      kind: 'initial',
      period_start,
      period_end: endOfPeriod(period_start, plan, period_start.getUTCDate()),
      ...amounts,
      currency,
      status: 'open',
      payment_id: isFree ? null : paymentId,
      due_at: period_start,
      checkout_expires_at: isFree ? null : checkoutEnd(),
      paid_at: null,
    });
    return isFree ? { begun: (await this.settlement.settle(row, charge)) as Subscription } : { charge };
  }
}
