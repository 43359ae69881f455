import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller.js';
import { Refusal } from '../../platform/http/refusal.js';
import type { UpgradeInput } from './business.io.js';
import { PLANS } from './plans.js';
import { SubscriptionCheckout } from './subscription-checkout.js';
import { SubscriptionRepository } from './subscription.repository.js';

@Injectable()
export class Upgrade {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly checkout: SubscriptionCheckout,
  ) {}

  /** Another plan than the present one replaces it when it is paid. */
  async run(id: string, caller: Caller, { plan, ...back }: UpgradeInput): Promise<string> {
    const current = await this.subscriptions.current(caller.id, 'plan');
    if (current?.status === 'active' && current.plan === plan) {
      throw new Refusal(409, `The ${plan} plan is active already`);
    }
    const order = { title: `Business plan ${plan}`, amount: PLANS[plan], metadata: { plan } };
    return this.checkout.run(id, caller, { kind: 'plan', ...order, ...back });
  }
}
