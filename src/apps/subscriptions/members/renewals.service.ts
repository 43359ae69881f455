import { NOW } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { nextCharge } from '../billing/next-charge.policy.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Charge, Subscription } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { BenefitsService } from './benefits.service.js';
import { HistoryRepository } from './history.repository.js';
import { StartingService } from './starting.service.js';
import { SubscriptionRepository } from './subscription.repository.js';
import { renewed } from './transition.policy.js';

/** The charges of next periods. Subscriptions are locked by the caller. */
@AppProvider()
export class RenewalsService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly charges: ChargeRepository,
    private readonly plans: PlanRepository,
    private readonly benefits: BenefitsService,
    private readonly history: HistoryRepository,
    private readonly starting: StartingService,
  ) {}

  /** The plans that take effect with the next periods, by their ids. */
  async pendingPlans(rows: Subscription[]): Promise<Map<string | null, Plan>> {
    const plans = await this.plans.byIds(rows.flatMap(({ pending_plan_id }) => pending_plan_id ?? []));
    return new Map(plans.map((plan) => [plan.id, plan]));
  }

  async open(row: Subscription, reminders: string[] = []): Promise<Charge> {
    const pending = (await this.pendingPlans([row])).get(row.pending_plan_id);
    return this.charges.insertOne({ ...nextCharge(row, pending), reminders });
  }

  /** The open charge of the next period is made anew, on the terms as they are now. */
  async reopen(row: Subscription): Promise<void> {
    const open = await this.charges.openOf(row.id);
    if (!open) return;
    await this.charges.voidOpenOf([row.id]);
    if (open.kind !== 'upgrade') await this.open(row, open.reminders);
  }

  /**
   * The next period is paid. Undefined, with nothing changed: it is of a plan that is gone, or to which the subscriber
   * has another subscription.
   */
  async apply(row: Subscription, charge: Charge): Promise<Subscription | undefined> {
    const plan = await this.otherPlan(row, charge);
    if (plan === null) return undefined;
    const credit_minor = Math.min(charge.credit_minor, row.credit_minor);
    const paid = await this.charges.change(charge.id, { status: 'paid', paid_at: NOW, credit_minor });
    const after = await this.subscriptions.save(renewed(row, paid, plan, new Date()));
    await this.history.record(row.id, 'renewed', 'subscriber', { charge_id: charge.id, period_end: paid.period_end });
    if (!plan) return after;
    await this.history.record(row.id, 'plan_changed', 'system', { from: row.plan_id, to: plan.id });
    await this.plans.moveSeat(row.plan_id, plan.id, { force: true });
    if (after.status !== 'paused') await this.benefits.replace([row.id]);
    return after;
  }

  /** Undefined: the charge is of the present plan. Null: the plan of the charge cannot take effect. */
  private async otherPlan(row: Subscription, { plan_id }: Charge): Promise<Plan | undefined | null> {
    if (plan_id === row.plan_id) return undefined;
    if (!(await this.starting.makeRoom(plan_id, row.owner_id))) return null;
    return (await this.plans.findOne({ id: plan_id })) ?? null;
  }
}
