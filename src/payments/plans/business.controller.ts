import { Body, Controller, Get, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Config } from '../../platform/config/environment.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { CreatesOutside, OperationId } from '../../platform/http/idempotency-outside.js';
import { CheckoutAnswer } from '../checkout/checkout.io.js';
import { BusinessAccountRepository } from '../connect/business-account.repository.js';
import { presentBusinessAccount } from '../connect/connect.presenter.js';
import {
  BusinessAnswer,
  DashboardAnswer,
  SubscriptionAnswer,
  type SubscriptionSummary,
  UpgradeInput,
} from './business.io.js';
import { CancelPlan } from './cancel-plan.js';
import { SalesFigures } from './sales-figures.js';
import { SubscriptionRepository, type SubscriptionRow } from './subscription.repository.js';
import { Upgrade } from './upgrade.js';

@Controller('v1/business')
@Access('user')
export class BusinessController {
  constructor(
    private readonly sellers: BusinessAccountRepository,
    private readonly subscriptions: SubscriptionRepository,
    private readonly upgrading: Upgrade,
    private readonly cancelling: CancelPlan,
    private readonly figures: SalesFigures,
    private readonly config: Config,
  ) {}

  @Get()
  @Summary('The own selling account and business plan')
  @Answers(200, BusinessAnswer)
  async business(@TheCaller() caller: Caller): Promise<BusinessAnswer> {
    const [account, current] = await Promise.all([
      this.sellers.ofUser(caller.id),
      this.subscriptions.current(caller.id, 'plan'),
    ]);
    return {
      business_account: account ? presentBusinessAccount(account, this.config.platformFee) : null,
      subscription: current ? presentSubscription(current) : null,
    };
  }

  @Post('upgrade')
  @Summary('Subscribe to a business plan: the page where it is paid')
  @CreatesOutside(CheckoutAnswer, 200)
  @Refuses(400, 'Invalid plan')
  @Refuses(409, 'The starter plan is active already')
  @Refuses(502, 'Payment processor unavailable')
  async upgrade(
    @Body() input: UpgradeInput,
    @TheCaller() caller: Caller,
    @OperationId() id: string,
  ): Promise<CheckoutAnswer> {
    return { checkout_url: await this.upgrading.run(id, caller, input) };
  }

  @Post('cancel')
  @Summary('End the business plan with the period that is paid for')
  @Answers(200, SubscriptionAnswer)
  @Refuses(404, 'Subscription not found')
  @Refuses(502, 'Payment processor unavailable')
  async cancel(@TheCaller() caller: Caller): Promise<SubscriptionAnswer> {
    return { subscription: presentSubscription(await this.cancelling.run(caller.id)) };
  }

  @Get('dashboard')
  @Summary('Sales, revenue and products of the caller as a seller')
  @Answers(200, DashboardAnswer)
  async dashboard(@TheCaller() caller: Caller): Promise<DashboardAnswer> {
    return { stats: await this.figures.of(caller.id) };
  }
}

/** A plan that has ended is none any more, on the profile as here. */
const presentSubscription = ({ plan, status, expires_at, ended }: SubscriptionRow): SubscriptionSummary => ({
  plan: ended ? null : plan,
  status,
  expires_at,
});
