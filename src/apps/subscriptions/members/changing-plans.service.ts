import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { money } from '../../kernel/selling/prices.js';
import { amountsOf } from '../billing/amount.policy.js';
import { nextAmounts } from '../billing/next-charge.policy.js';
import { comparePerDay } from '../billing/period.policy.js';
import type { Plan } from '../entities/plan.entity.js';
import { hasEnded, type Subscription } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import type { ChangedPlan, PlanChange } from './plan-change.js';
import { PlanChangesService } from './plan-changes.service.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { changesLater } from './transition.policy.js';
import { UpgradesService } from './upgrades.service.js';

/** Changes to another plan of the same seller. The subscription is locked. */
@AppProvider()
export class ChangingPlansService {
  constructor(
    private readonly plans: PlanRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly planChanges: PlanChangesService,
    private readonly upgrades: UpgradesService,
  ) {}

  /** What the change would be, or why it cannot be. */
  async of(row: Subscription, planId: string): Promise<PlanChange> {
    const plan = await this.plans.findOne({ id: planId });
    if (!plan || plan.owner_id === null || plan.owner_id !== row.seller_id) throw notFound('Plan');
    expectChangeable(row);
    const now = new Date();
    const end = row.period_end as Date;
    if (plan.id === row.plan_id) {
      if (row.pending_plan_id === null) throw new Refusal(409, 'Already on this plan');
      const amounts = nextAmounts({ ...row, pending_plan_id: null }, end, undefined);
      return { direction: 'none', plan, available: row.credit_minor, amounts, effective_at: now };
    }
    await this.expectOpen(row, plan);
    if (row.status === 'trialing') {
      const amounts = amountsOf(plan.price_minor, plan.currency, undefined, row.credit_minor);
      return { direction: 'trial', plan, available: row.credit_minor, amounts, effective_at: now };
    }
    if (comparePerDay(plan, row) < 0) {
      const amounts = nextAmounts(changesLater(row, plan), end, plan);
      return { direction: 'downgrade', plan, available: row.credit_minor, amounts, effective_at: end };
    }
    const available = row.credit_minor + (await this.planChanges.unused(row, now));
    const amounts = amountsOf(plan.price_minor, plan.currency, undefined, available);
    return { direction: 'upgrade', plan, available, amounts, effective_at: now };
  }

  preview({ currency }: Subscription, { direction, available, amounts, effective_at }: PlanChange) {
    return {
      direction,
      credit: money(available, currency),
      amount: money(amounts.amount_minor, currency),
      credit_left: money(available - amounts.credit_minor, currency),
      effective_at,
    };
  }

  async apply(row: Subscription, change: PlanChange, paymentId: string): Promise<ChangedPlan> {
    if (change.direction === 'upgrade') return this.upgrades.begin(row, change, paymentId);
    const { plan, direction } = change;
    if (direction === 'trial') return { after: await this.upgrades.inTrial(row, plan) };
    return { after: await this.upgrades.later(row, direction === 'none' ? undefined : plan) };
  }

  private async expectOpen(row: Subscription, plan: Plan): Promise<void> {
    if (plan.currency !== row.currency) throw new Refusal(409, 'Currencies differ');
    if (plan.status !== 'active') throw new Refusal(409, 'Plan takes no new subscribers');
    if (await this.subscriptions.liveOf(plan.id, row.owner_id))
      throw new Refusal(409, 'Already subscribed to this plan');
    const { max_subscribers, seats_taken } = plan;
    if (max_subscribers !== null && seats_taken >= max_subscribers) throw new Refusal(409, 'Plan is full');
  }
}

function expectChangeable(row: Subscription): void {
  if (hasEnded(row) || row.status === 'incomplete') throw new Refusal(409, 'Subscription has ended');
  if (row.status === 'paused') throw new Refusal(409, 'Resume the subscription first');
  if (row.status === 'past_due') throw new Refusal(409, 'Pay the open charge first');
}
