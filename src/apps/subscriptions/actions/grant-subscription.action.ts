import { IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { type Plan, PLAN } from '../entities/plan.entity.js';
import { GrantsService } from '../members/grants.service.js';
import { SubscriptionRepository } from '../members/subscription.repository.js';
import { SubscriptionView } from '../members/subscription.views.js';

class Input {
  @Uuid() plan_id!: string;
  @Uuid() user_id!: string;
  @IsInt() @Min(1) @Max(3650) days!: number;
  @Optional() @Written(1, 500) note?: string;
}

class Result extends answerWith('subscription', () => SubscriptionView) {}

@Action('grant-subscription', {
  access: 'owner',
  target: { ...PLAN, lock: false },
  changes: true,
  description: 'Gives somebody the plan for some days, or more days of it.',
  input: Input,
  result: Result,
  refuses: { 404: ['User not found'], 409: ['You own this plan'] },
})
export class GrantSubscription {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly grants: GrantsService,
  ) {}

  async run({ input: { user_id, days, note }, target: plan }: Call<Input, Plan>) {
    if (user_id === plan.owner_id) throw new Refusal(409, 'You own this plan');
    if (!(await this.subscriptions.isUser(user_id))) throw notFound('User');
    return { subscription: present(SubscriptionView, await this.grants.grant(plan, user_id, days, note)) };
  }
}
