import { IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { type Subscription, SUBSCRIPTION } from '../entities/subscription.entity.js';
import { PausesService } from '../members/pauses.service.js';
import { SubscriptionRepository } from '../members/subscription.repository.js';
import { SubscriptionView } from '../members/subscription.views.js';
import { PlanRepository } from '../plans/plan.repository.js';

const MOST_PAUSES = 2;

class Input {
  @Uuid() subscription_id!: string;
  @IsInt() @Min(1) @Max(180) days!: number;
}

class Result extends answerWith('subscription', () => SubscriptionView) {}

@Action('pause-subscription', {
  access: 'owner',
  target: SUBSCRIPTION,
  changes: true,
  description: 'Lets an active subscription rest for some days; the rest of the paid time is kept.',
  input: Input,
  result: Result,
  refuses: {
    409: [
      'This plan cannot be paused',
      'Pause is at most {n} days',
      'Only 2 pauses in 365 days',
      'Only an active subscription can be paused',
    ],
  },
})
export class PauseSubscription {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly plans: PlanRepository,
    private readonly pauses: PausesService,
  ) {}

  async run({ input: { days }, target: row }: Call<Input, Subscription>) {
    const { max_pause_days } = await this.plans.the({ id: row.plan_id }, 'Plan');
    if (max_pause_days === 0) throw new Refusal(409, 'This plan cannot be paused');
    if (row.status !== 'active') throw new Refusal(409, 'Only an active subscription can be paused');
    if (days > max_pause_days) throw new Refusal(409, `Pause is at most ${max_pause_days} days`);
    if ((await this.subscriptions.pausesInAYear(row.id)) >= MOST_PAUSES)
      throw new Refusal(409, 'Only 2 pauses in 365 days');
    return { subscription: present(SubscriptionView, await this.pauses.pause(row, days)) };
  }
}
