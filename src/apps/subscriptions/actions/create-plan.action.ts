import { IsIn, IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Currency } from '../../../platform/money/amount.field.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Price, priceMinor } from '../../kernel/selling/prices.js';
import { type Interval, INTERVALS } from '../entities/plan.entity.js';
import { BENEFIT_REFUSALS, PlanBenefitsService } from '../plans/plan-benefits.service.js';
import { PlanInput } from '../plans/plan.inputs.js';
import { PlanBenefitRepository, PlanRepository } from '../plans/plan.repository.js';
import { PlanView, presentPlan } from '../plans/plan.views.js';
import { SubscriptionsSettings } from '../subscriptions.settings.js';

const MOST_PLANS = 50;

class Input extends PlanInput {
  @Written(1, 120) name!: string;
  @Price() price!: number;
  @IsIn(INTERVALS) interval!: Interval;
  @Optional() @Currency() currency?: string;
  @Optional() @IsInt() @Min(1) @Max(12) interval_count?: number;
}

class Result extends answerWith('plan', () => PlanView) {}

@Action('create-plan', {
  access: 'authenticated',
  changes: true,
  about: 'plan',
  description: 'Makes a plan that people can subscribe to at once.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Price must be 0 or at least {least}', ...BENEFIT_REFUSALS],
    404: ['Course not found', 'Product not found'],
    409: ['Plan limit reached'],
  },
})
export class CreatePlan {
  constructor(
    private readonly plans: PlanRepository,
    private readonly benefits: PlanBenefitsService,
    private readonly rows: PlanBenefitRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { benefits = [], price, currency: given, ...fields } = input;
    const { default_currency, default_grace_days } = await this.settings.of(SubscriptionsSettings, caller.id);
    const currency = (given ?? default_currency).toLowerCase();
    const price_minor = priceMinor(price, currency);
    await this.plans.lockOwner(caller.id);
    await this.benefits.check(caller.id, benefits);
    if ((await this.plans.countActive(caller.id)) >= MOST_PLANS) throw new Refusal(409, 'Plan limit reached');
    const terms = { grace_days: default_grace_days, ...fields, price_minor, currency };
    const plan = await this.plans.insert({ owner_id: caller.id, ...terms });
    await this.benefits.replace(plan.id, benefits);
    return { plan: presentPlan(plan, await this.rows.of(plan.id)) as PlanView };
  }
}
