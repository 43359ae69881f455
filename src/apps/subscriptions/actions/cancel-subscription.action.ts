import { IsBoolean, IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { present } from '../../kernel/rows/view.js';
import { type Actor, hasEnded, PARTIES, type Subscription, SUBSCRIPTION } from '../entities/subscription.entity.js';
import { CancelingService } from '../members/canceling.service.js';
import { SubscriptionView } from '../members/subscription.views.js';

const REASONS = ['too_expensive', 'not_used', 'missing_feature', 'bad_quality', 'switching', 'other'] as const;

class Input {
  @Uuid() subscription_id!: string;
  /** Otherwise it ends with the paid period. */
  @Optional() @IsBoolean() immediately?: boolean;
  @Optional() @IsIn(REASONS) reason?: (typeof REASONS)[number];
  @Optional() @Written(1, 1000) comment?: string;
}

class Result extends answerWith('subscription', () => SubscriptionView) {}

@Action('cancel-subscription', {
  access: 'authenticated',
  target: SUBSCRIPTION,
  party: PARTIES,
  changes: true,
  why: 'reason',
  description: 'Ends a subscription with the paid period, or at once. No money is returned here.',
  input: Input,
  result: Result,
  refuses: { 409: ['Subscription has ended'] },
})
export class CancelSubscription {
  constructor(private readonly canceling: CancelingService) {}

  async run({ input: { immediately, reason, comment }, target: row, caller }: Call<Input, Subscription>) {
    if (hasEnded(row)) throw new Refusal(409, 'Subscription has ended');
    const by = sideOf(row, caller.id);
    const why = { reason: reason ?? null, comment: comment ?? null };
    const after = await this.canceling.cancel(row, by, { isNow: immediately === true, ...why });
    return { subscription: present(SubscriptionView, after) };
  }
}

/** Administrators cancel for the system. */
function sideOf({ owner_id, seller_id }: Subscription, callerId: string): Actor {
  if (callerId === owner_id) return 'subscriber';
  return callerId === seller_id ? 'seller' : 'system';
}
