import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { creditOf } from '../billing/amount.policy.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import type { Charge, Subscription } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { BenefitsService } from './benefits.service.js';
import { HistoryRepository } from './history.repository.js';
import { StartingService } from './starting.service.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { upgraded } from './transition.policy.js';

/** Upgrades that are paid, by money or by credit. */
@AppProvider()
export class PlanChangesService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly benefits: BenefitsService,
    private readonly history: HistoryRepository,
    private readonly starting: StartingService,
  ) {}

  /** What the unused paid time is worth at this moment, without the credit from before. */
  async unused(row: Subscription, at: Date): Promise<number> {
    return creditOf(await this.charges.paidTime(row.id, at), at);
  }

  /** True if nothing has happened since the charge was made that would be paid twice with it. */
  async fits(row: Subscription, charge: Charge): Promise<boolean> {
    const isSame = row.plan_id === charge.plan_id || row.status !== 'active';
    return !isSame && !(await this.charges.isPaidSince(row.id, charge.created_at));
  }

  /** Undefined, with nothing changed: the plan cannot be changed to. `force`: the seat is taken past the limit. */
  async apply(row: Subscription, charge: Charge, { force }: { force: boolean }): Promise<Subscription | undefined> {
    if (!(await this.starting.makeRoom(charge.plan_id, row.owner_id))) return undefined;
    const plan = await this.plans.findOne({ id: charge.plan_id });
    if (!plan || !(await this.plans.moveSeat(row.plan_id, plan.id, { force }))) return undefined;
    const unused = await this.unused(row, charge.period_start);
    const credit_minor = Math.min(charge.credit_minor, row.credit_minor + unused);
    const paid = await this.charges.change(charge.id, { status: 'paid', paid_at: NOW, credit_minor });
    await this.charges.markCredited(paid, paid.period_start);
    const after = await this.subscriptions.save(upgraded(row, paid, plan, unused));
    await this.history.record(row.id, 'plan_changed', 'subscriber', { from: row.plan_id, to: plan.id, unused });
    await this.benefits.replace([row.id]);
    return after;
  }
}
