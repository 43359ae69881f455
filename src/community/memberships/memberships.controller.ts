import { Body, Controller, Get, Post } from '@nestjs/common';
import { CheckoutAnswer } from '../../payments/checkout/checkout.io.js';
import { CancelPlan } from '../../payments/plans/cancel-plan.js';
import { SubscriptionCheckout } from '../../payments/plans/subscription-checkout.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { CreatesOutside, OperationId } from '../../platform/http/idempotency-outside.js';
import { notFound } from '../../platform/http/refusal.js';
import { MembershipRepository } from './membership.repository.js';
import { MembershipAnswer, MembershipStatusAnswer, PurchaseInput } from './memberships.io.js';
import { priceOf } from './tiers.js';

@Controller('v1/community/memberships')
@Access('user')
export class MembershipsController {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly checkout: SubscriptionCheckout,
    private readonly cancelling: CancelPlan,
  ) {}

  @Post('purchase')
  @Summary('Subscribe to a membership: the page where it is paid. It replaces the present one when it is')
  @CreatesOutside(CheckoutAnswer, 200)
  @Refuses(502, 'Payment processor unavailable')
  async purchase(
    @Body() { tier, ...back }: PurchaseInput,
    @TheCaller() caller: Caller,
    @OperationId() id: string,
  ): Promise<CheckoutAnswer> {
    const order = { title: `Membership ${tier}`, amount: priceOf(tier), metadata: { tier } };
    return { checkout_url: await this.checkout.run(id, caller, { kind: 'membership', ...order, ...back }) };
  }

  @Get('status')
  @Summary('The own membership')
  @Answers(200, MembershipStatusAnswer)
  async status(@TheCaller() { id }: Caller): Promise<MembershipStatusAnswer> {
    return { membership: (await this.memberships.active(id)) ?? null };
  }

  @Post('cancel')
  @Summary('End the membership with the period that is paid for')
  @Answers(200, MembershipAnswer)
  @Refuses(404, 'Membership not found')
  @Refuses(502, 'Payment processor unavailable')
  async cancel(@TheCaller() { id }: Caller): Promise<MembershipAnswer> {
    const membership = await this.memberships.active(id);
    if (!membership) throw notFound('Membership');
    await this.cancelling.run(id, 'membership');
    return { membership };
  }
}
