import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Plan } from '../entities/plan.entity.js';
import type { Subscription } from '../entities/subscription.entity.js';
import { PlanRepository } from '../plans/plan.repository.js';
import { BenefitsService } from './benefits.service.js';
import { StartingService } from './starting.service.js';
import { SubscriptionRecordsService } from './subscription-records.service.js';
import { changedInTrial } from './transition.policy.js';

/** Another plan within a trial. */
@AppProvider()
export class TrialChangesService {
  constructor(
    private readonly plans: PlanRepository,
    private readonly starting: StartingService,
    private readonly benefits: BenefitsService,
    private readonly records: SubscriptionRecordsService,
  ) {}

  async change(row: Subscription, plan: Plan): Promise<Subscription> {
    const hasRoom = await this.starting.makeRoom(plan.id, row.owner_id);
    if (!hasRoom) throw new Refusal(409, 'Already subscribed to this plan');
    if (!(await this.plans.moveSeat(row.plan_id, plan.id, { force: false }))) throw new Refusal(409, 'Plan is full');
    const after = await this.records.save(changedInTrial(row, plan));
    await this.benefits.replace([row.id]);
    await this.records.record(row.id, 'plan_changed', 'subscriber', { from: row.plan_id, to: plan.id });
    await this.records.tell(after, (notifications, of) => notifications.planChanged(after, of));
    return after;
  }
}
