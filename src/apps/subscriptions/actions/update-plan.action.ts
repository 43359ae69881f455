import { IsBoolean, IsInt } from 'class-validator';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Price, priceMinor } from '../../kernel/selling/prices.js';
import { type Plan, PLAN } from '../entities/plan.entity.js';
import { PlanJobsService } from '../jobs/plan-jobs.service.js';
import { SubscriptionRepository } from '../members/subscription.repository.js';
import { BENEFIT_REFUSALS, PlanBenefitsService } from '../plans/plan-benefits.service.js';
import { PlanInput } from '../plans/plan.inputs.js';
import { PlanBenefitRepository, PlanRepository } from '../plans/plan.repository.js';
import { PlanView, presentPlan } from '../plans/plan.views.js';

class Input extends PlanInput {
  @Uuid() plan_id!: string;
  @Optional() @Written(1, 120) name?: string;
  @Optional() @Price() price?: number;
  /** Live subscriptions cost the price of the plan from the first renewal at least 30 days away. */
  @Optional() @IsBoolean() apply_price_to_existing?: boolean;
}

class Result {
  @Nested(() => PlanView) plan!: PlanView;
  /** How many subscriptions get another price. */
  @IsInt() affected!: number;
}

@Action('update-plan', {
  access: 'owner',
  target: { ...PLAN, lock: false },
  changes: true,
  description: 'Changes a plan. A new price is for new subscribers, unless it is applied to the present ones.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Price must be 0 or at least {least}', ...BENEFIT_REFUSALS],
    404: ['Course not found', 'Product not found'],
    409: ['Seats cannot be fewer than {n} taken', 'Plan is archived'],
  },
})
export class UpdatePlan {
  constructor(
    private readonly plans: PlanRepository,
    private readonly benefits: PlanBenefitsService,
    private readonly rows: PlanBenefitRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly planJobs: PlanJobsService,
  ) {}

  async run({ input, target: { id, owner_id, currency, price_minor: before } }: Call<Input, Plan>): Promise<Result> {
    const { plan_id: _, price, apply_price_to_existing: applies, benefits, ...fields } = input;
    const price_minor = price === undefined ? undefined : priceMinor(price, currency);
    if (benefits && owner_id) await this.benefits.check(owner_id, benefits);
    // Subscriptions are locked before their plan, everywhere.
    const affected = applies ? await this.subscriptions.reprice(id, price_minor ?? before) : 0;
    const locked = await this.plans.lock(id);
    if (!locked || locked.status === 'archived') throw new Refusal(409, 'Plan is archived');
    const { max_subscribers } = input;
    if (max_subscribers && max_subscribers < locked.seats_taken)
      throw new Refusal(409, `Seats cannot be fewer than ${locked.seats_taken} taken`);
    const plan = await this.plans.change(id, { ...fields, price_minor });
    if (benefits && (await this.benefits.replace(id, benefits))) await this.planJobs.applyBenefits(id);
    if (affected) await this.planJobs.announce({ plan_id: id, what: 'price', at: new Date().toISOString() });
    return { plan: presentPlan(plan, await this.rows.of(id)) as PlanView, affected };
  }
}
