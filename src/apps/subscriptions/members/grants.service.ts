import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { plusDays } from '../billing/period.policy.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Subscription } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { BenefitsService } from './benefits.service.js';
import { StartingService } from './starting.service.js';
import { newSubscription } from './subscribing.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { extended } from './transition.policy.js';

/** Time that a seller gives away. */
@AppProvider()
export class GrantsService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly starting: StartingService,
    private readonly benefits: BenefitsService,
    private readonly records: SubscriptionRecordsService,
  ) {}

  async grant(plan: Plan, userId: string, days: number, note: string | undefined): Promise<Subscription> {
    const hasRoom = await this.starting.makeRoom(plan.id, userId);
    const live = hasRoom ? undefined : await this.subscriptions.openOf(plan.id, userId);
    const after = live ? await this.extend(live, days) : await this.begin(plan, userId, days);
    await this.records.record(after.id, 'granted', 'seller', { days, note: note ?? null });
    await this.records.tell(after, (notifications) => notifications.granted(after, plan, days, note));
    return after;
  }

  private async extend(row: Subscription, days: number): Promise<Subscription> {
    await this.charges.voidOpenOf([row.id]);
    return this.records.save(extended(row, days, new Date()));
  }

  /** It passes over the limit of the plan, and ends without a renewal. */
  private async begin(plan: Plan, userId: string, days: number): Promise<Subscription> {
    const now = new Date();
    const period_end = plusDays(now, days);
    await this.plans.forceSeat(plan.id);
    const row = await this.subscriptions.insert({
      ...newSubscription(plan, userId),
      status: 'active',
      source: 'grant',
      anchor_day: period_end.getUTCDate(),
      period_start: now,
      period_end,
      started_at: now,
      cancel_at_period_end: true,
    });
    await this.benefits.give([row.id]);
    return row;
  }
}
