import { Body, Controller, Get, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { CreatesOutside } from '../../platform/http/idempotency-outside.js';
import { Refusal } from '../../platform/http/refusal.js';
import { Processor, ProcessorFailure } from '../processor/processor.js';
import { BusinessAccountRepository } from './business-account.repository.js';
import { ConnectAnswer, DashboardLinkAnswer, OnboardAnswer, OnboardInput } from './connect.io.js';
import { presentConnect } from './connect.presenter.js';
import { Onboard } from './onboard.js';

const notConnected = () => new Refusal(400, 'No connected processor account found');

@Controller('v1/processor/connect')
@Access('user')
export class ConnectController {
  constructor(
    private readonly onboarding: Onboard,
    private readonly sellers: BusinessAccountRepository,
    private readonly processor: Processor,
  ) {}

  @Post('onboard')
  @Summary('Become a seller: the page where the processor asks for what it needs')
  @CreatesOutside(OnboardAnswer, 200)
  @Refuses(502, 'Payment processor unavailable')
  async onboard(@Body() input: OnboardInput, @TheCaller() caller: Caller): Promise<OnboardAnswer> {
    return { onboarding_url: await this.onboarding.run(caller, input) };
  }

  @Get('status')
  @Summary('How far the own selling account is')
  @Answers(200, ConnectAnswer)
  async status(@TheCaller() caller: Caller): Promise<ConnectAnswer> {
    return { connect: presentConnect(await this.sellers.ofUser(caller.id)) };
  }

  @Post('dashboard')
  @Summary('A link to the own dashboard at the processor')
  @Answers(200, DashboardLinkAnswer)
  @Refuses(400, 'No connected processor account found')
  @Refuses(502, 'Payment processor unavailable')
  async dashboard(@TheCaller() caller: Caller): Promise<DashboardLinkAnswer> {
    const seller = await this.sellers.ofUser(caller.id);
    if (!seller) throw notConnected();
    try {
      return { dashboard_url: await this.processor.dashboardLink(seller.processor_account_id) };
    } catch (error) {
      // The processor shows no dashboard to whoever has not told it yet who he is.
      const isUnknown =
        error instanceof ProcessorFailure && error.refused && !seller.processor_onboarding_complete;
      throw isUnknown ? notConnected() : error;
    }
  }
}
