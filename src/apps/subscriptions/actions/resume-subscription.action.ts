import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { isLive, type Subscription, SUBSCRIPTION } from '../entities/subscription.entity.js';
import { PausesService } from '../members/pauses.service.js';
import { SubscriptionRecordsService } from '../members/subscription-records.service.js';
import { SubscriptionView } from '../members/subscription.views.js';
import { staying } from '../members/transition.policy.js';

class Input {
  @Uuid() subscription_id!: string;
}

class Result extends answerWith('subscription', () => SubscriptionView) {}

@Action('resume-subscription', {
  access: 'owner',
  target: SUBSCRIPTION,
  changes: true,
  description: 'Ends a pause, or takes back a cancellation that the subscriber has scheduled.',
  input: Input,
  result: Result,
  refuses: { 409: ['Nothing to resume', 'The seller is ending this subscription'] },
})
export class ResumeSubscription {
  constructor(
    private readonly pauses: PausesService,
    private readonly records: SubscriptionRecordsService,
  ) {}

  async run({ target: row }: Call<Input, Subscription>) {
    return { subscription: present(SubscriptionView, await this.resume(row)) };
  }

  private async resume(row: Subscription): Promise<Subscription> {
    if (row.status === 'paused') return (await this.pauses.resume([row], 'subscriber'))[0] as Subscription;
    if (!isLive(row) || !row.cancel_at_period_end || row.canceled_by === null)
      throw new Refusal(409, 'Nothing to resume');
    if (row.canceled_by !== 'subscriber') throw new Refusal(409, 'The seller is ending this subscription');
    await this.records.record(row.id, 'cancellation_taken_back', 'subscriber');
    return this.records.save(staying(row));
  }
}
