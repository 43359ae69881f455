import { IsInt, IsObject } from 'class-validator';
import { ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { CouponFields } from '../../kernel/selling/coupon.views.js';
import { PersonView } from '../../kernel/rows/person.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Plan, PlanBenefit } from '../entities/plan.entity.js';

export class BenefitView extends viewOf(PlanBenefit, {
  only: ['id', 'kind', 'key', 'ref_id', 'label', 'position'],
}) {}

export class PlanView extends viewOf(Plan) {
  @ListOf(() => BenefitView) benefits!: BenefitView[];
}

export class ListedPlanView extends PlanView {
  @Nullable() @Nested(() => PersonView) seller!: PersonView | null;
  /** Subscriptions by status, for the owner alone. */
  @Optional() @IsObject() counts?: object;
}

export class CouponView extends CouponFields {
  @Nullable() @IsInt() periods!: number | null;
  @Uuid() plan_id!: string;
}

export const presentPlan = (plan: Plan, benefits: PlanBenefit[]) => ({
  ...present(PlanView, plan),
  benefits: benefits.map((benefit) => present(BenefitView, benefit)),
});
