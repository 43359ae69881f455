import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import type { Actor, Subscription } from '../entities/subscription.entity.js';
import { CouponRepository } from '../plans/coupon.repository.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { BenefitsService } from './benefits.service.js';
import { HistoryRepository } from './history.repository.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { ended } from './transition.policy.js';

/** Ends subscriptions, and gives back once what they held. */
@AppProvider()
export class EndingService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly coupons: CouponRepository,
    private readonly benefits: BenefitsService,
    private readonly history: HistoryRepository,
  ) {}

  /** The rows are locked, and have not ended. */
  async end(rows: Subscription[], status: 'canceled' | 'expired', by?: Actor): Promise<Subscription[]> {
    if (!rows.length) return [];
    const now = new Date();
    const ids = rows.map(({ id }) => id);
    const after = await this.subscriptions.saveMany(rows.map((row) => ended(row, status, by, now)));
    await this.charges.voidOpenOf(ids);
    await this.history.record(ids, status, by ?? 'system');
    await this.plans.giveSeats(rows.map(({ plan_id }) => plan_id));
    await this.coupons.giveBack(rows.flatMap((row) => (row.status === 'incomplete' && row.coupon_id) || []));
    await this.benefits.end(ids);
    return after;
  }
}
