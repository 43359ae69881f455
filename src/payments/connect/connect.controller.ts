import { Body, Controller, Get, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, CreatesOutside, Refuses, Summary } from '../../platform/http/endpoint.js';
import { processorUnavailable } from '../processor/processor.client.js';
import { ConnectAnswer, DashboardLinkAnswer, OnboardAnswer, OnboardInput } from './connect.dto.js';
import { ConnectService, notConnected } from './connect.service.js';

@Controller('v1/processor/connect')
@Access('user')
export class ConnectController {
  constructor(private readonly connect: ConnectService) {}

  @Post('onboard')
  @Summary('Become a seller: the page where the processor asks for what it needs')
  @CreatesOutside(OnboardAnswer, 200)
  @Refuses(processorUnavailable)
  async onboard(@Body() input: OnboardInput, @TheCaller() caller: Caller): Promise<OnboardAnswer> {
    return { onboarding_url: await this.connect.onboard(caller, input) };
  }

  @Get('status')
  @Summary('How far the own selling account is')
  @Answers(200, ConnectAnswer)
  async status(@TheCaller() caller: Caller): Promise<ConnectAnswer> {
    return { connect: await this.connect.findStatus(caller.id) };
  }

  @Post('dashboard')
  @Summary('A link to the own dashboard at the processor')
  @Answers(200, DashboardLinkAnswer)
  @Refuses(notConnected, processorUnavailable)
  async dashboard(@TheCaller() caller: Caller): Promise<DashboardLinkAnswer> {
    return { dashboard_url: await this.connect.createDashboardLink(caller.id) };
  }
}
