import { IsIn, IsInt } from 'class-validator';
import { Nested, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Plan, PLAN } from '../entities/plan.entity.js';
import { PlanJobsService } from '../jobs/plan-jobs.service.js';
import { SubscriptionRepository } from '../members/subscription.repository.js';
import { UpgradesService } from '../members/upgrades.service.js';
import { PlanBenefitRepository, PlanRepository } from '../plans/plan.repository.js';
import { PlanView, presentPlan } from '../plans/plan.views.js';

class Input {
  @Uuid() plan_id!: string;
  /** `end`: present subscriptions end with the paid period. */
  @Optional() @IsIn(['keep', 'end']) existing?: 'keep' | 'end';
}

class Result {
  @Nested(() => PlanView) plan!: PlanView;
  /** How many subscriptions end. */
  @IsInt() affected!: number;
}

@Action('archive-plan', {
  access: 'owner',
  target: { ...PLAN, lock: false },
  changes: true,
  description: 'Ends the sale of a plan. Present subscriptions go on renewing, or end with the paid period.',
  input: Input,
  result: Result,
  refuses: { 409: ['Plan is already archived'] },
})
export class ArchivePlan {
  constructor(
    private readonly plans: PlanRepository,
    private readonly rows: PlanBenefitRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly upgrades: UpgradesService,
    private readonly jobs: PlanJobsService,
  ) {}

  async run({ input: { existing = 'keep' }, target }: Call<Input, Plan>): Promise<Result> {
    const { id } = target;
    const ends = existing === 'end';
    // Subscriptions are locked before their plan, everywhere.
    const before = ends ? await this.subscriptions.endWithPeriod(id) : 0;
    if (ends) await this.upgrades.giveUp(target);
    const plan = await this.plans.archive(id);
    if (!plan) throw new Refusal(409, 'Plan is already archived');
    // Users may have subscribed between the two statements.
    const since = ends ? await this.subscriptions.endWithPeriod(id) : 0;
    const affected = before + since;
    if (affected) await this.jobs.announce({ plan_id: id, what: 'ending', at: new Date().toISOString() });
    return { plan: presentPlan(plan, await this.rows.of(id)) as PlanView, affected };
  }
}
