import { Body, Controller, Get, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, CreatesOutside, OperationId, Refuses, Summary } from '../../platform/http/endpoint.js';
import { CheckoutAnswer } from '../payments/payments.dto.js';
import { processorUnavailable } from '../processor/processor.client.js';
import { BusinessAnswer, DashboardAnswer, SubscriptionAnswer, UpgradeInput } from './business.dto.js';
import { BusinessService } from './business.service.js';

@Controller('v1/business')
@Access('user')
export class BusinessController {
  constructor(private readonly business: BusinessService) {}

  @Get()
  @Summary('The own selling account and business plan')
  @Answers(200, BusinessAnswer)
  find(@TheCaller() caller: Caller): Promise<BusinessAnswer> {
    return this.business.find(caller.id);
  }

  @Post('upgrade')
  @Summary('Subscribe to a business plan: the page where it is paid')
  @CreatesOutside(CheckoutAnswer, 200)
  @Refuses(400, 'Invalid plan')
  @Refuses(409, 'The starter plan is active already')
  @Refuses(processorUnavailable)
  async upgrade(
    @Body() input: UpgradeInput,
    @TheCaller() caller: Caller,
    @OperationId() id: string,
  ): Promise<CheckoutAnswer> {
    return { checkout_url: await this.business.startUpgrade(id, caller, input) };
  }

  @Post('cancel')
  @Summary('End the business plan with the period that is paid for')
  @Answers(200, SubscriptionAnswer)
  @Refuses(404, 'Subscription not found')
  @Refuses(processorUnavailable)
  async cancel(@TheCaller() caller: Caller): Promise<SubscriptionAnswer> {
    return { subscription: await this.business.cancelPlan(caller.id) };
  }

  @Get('dashboard')
  @Summary('Sales, revenue and products of the caller as a seller')
  @Answers(200, DashboardAnswer)
  async dashboard(@TheCaller() caller: Caller): Promise<DashboardAnswer> {
    return { stats: await this.business.sumSales(caller.id) };
  }
}
