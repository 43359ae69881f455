import { Injectable } from '@nestjs/common';
import type { CheckoutAnswer } from '../../payments/payments/payments.dto.js';
import { SubscriptionCheckoutService } from '../../payments/subscriptions/subscription-checkout.service.js';
import { SubscriptionsService } from '../../payments/subscriptions/subscriptions.service.js';
import type { Caller } from '../../platform/access/access.js';
import { notFound } from '../../platform/http/refusal.js';
import { MembershipRepository } from './membership.repository.js';
import type { MembershipAnswer, MembershipStatusAnswer, PurchaseInput } from './memberships.dto.js';

/** Cents a month. */
const PRICES = new Map([
  ['gold', 999n],
  ['platinum', 1999n],
]);
const PRICE_OF_OTHER_TIERS = 499n;

@Injectable()
export class MembershipsService {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly checkout: SubscriptionCheckoutService,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  /** `id` is the same for a repeated `Idempotency-Key`, so the processor gets one checkout. */
  async purchase(id: string, caller: Caller, { tier, ...back }: PurchaseInput): Promise<CheckoutAnswer> {
    const amount = PRICES.get(tier) ?? PRICE_OF_OTHER_TIERS;
    const order = { title: `Membership ${tier}`, amount, metadata: { tier } };
    return { checkout_url: await this.checkout.start(id, caller, { kind: 'membership', ...order, ...back }) };
  }

  async showStatus(userId: string): Promise<MembershipStatusAnswer> {
    return { membership: (await this.memberships.findActive(userId)) ?? null };
  }

  /** The tier membership stays active until the paid period ends. */
  async cancel(userId: string): Promise<MembershipAnswer> {
    const membership = await this.memberships.findActive(userId);
    if (!membership) throw notFound('Membership');
    await this.subscriptions.cancelAtPeriodEnd(userId, 'membership');
    return { membership };
  }
}
