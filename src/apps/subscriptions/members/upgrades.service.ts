import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ChargeRepository } from '../billing/charge.repository.js';
import { endOfPeriod } from '../billing/period.policy.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Subscription } from '../entities/subscription.entity.js';
import type { ChangedPlan, PlanChange } from './plan-change.js';
import { checkoutEnd, isPayable } from './checkout.service.js';
import { RenewalsService } from './renewals.service.js';
import { SettlementService } from './settlement.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';
import { changesLater, keepsPlan } from './transition.policy.js';
import { TrialChangesService } from './trial-changes.service.js';

/** Brings about changes of plan. The subscription is locked. */
@AppProvider()
export class UpgradesService {
  constructor(
    private readonly charges: ChargeRepository,
    private readonly renewals: RenewalsService,
    private readonly settlement: SettlementService,
    private readonly records: SubscriptionRecordsService,
    private readonly trials: TrialChangesService,
  ) {}

  /** A new period from now on. Where the unused time pays for it, the plan changes at once. */
  async begin(row: Subscription, { plan, amounts, effective_at }: PlanChange, paymentId: string): Promise<ChangedPlan> {
    const open = await this.charges.openOf(row.id);
    if (open?.kind === 'upgrade' && open.plan_id === plan.id && isPayable(open)) return { charge: open };
    await this.charges.voidOpenOf([row.id]);
    const isFree = amounts.amount_minor === 0;
    const charge = await this.charges.insertOne({
      owner_id: row.owner_id,
      seller_id: row.seller_id,
      subscription_id: row.id,
      plan_id: plan.id,
      kind: 'upgrade',
      period_start: effective_at,
      period_end: endOfPeriod(effective_at, plan, effective_at.getUTCDate()),
      ...amounts,
      currency: row.currency,
      status: 'open',
      payment_id: isFree ? null : paymentId,
      due_at: effective_at,
      checkout_expires_at: isFree ? null : checkoutEnd(),
      paid_at: null,
    });
    if (!isFree) return { charge };
    const after = await this.settlement.settle(row, charge, { force: false });
    if (!after) throw new Refusal(409, 'Plan is full');
    return { after };
  }

  /** The plan changes at once, and the end of the trial stays. */
  async inTrial(row: Subscription, plan: Plan): Promise<Subscription> {
    const after = await this.trials.change(row, plan);
    await this.renewals.reopen(after);
    return after;
  }

  /** Another plan from the next period on; undefined: the present one after all. */
  async later(row: Subscription, plan: Plan | undefined): Promise<Subscription> {
    const after = await this.records.save(plan ? changesLater(row, plan) : keepsPlan(row));
    const type = plan ? 'plan_change_scheduled' : 'plan_change_taken_back';
    await this.records.record(row.id, type, 'subscriber', { to: plan?.id ?? row.plan_id, at: row.period_end });
    await this.renewals.reopen(after);
    return after;
  }
}
