import { Body, Controller, Get, Post } from '@nestjs/common';
import { CheckoutAnswer } from '../../payments/payments/payments.dto.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, CreatesOutside, OperationId, Refuses, Summary } from '../../platform/http/endpoint.js';
import { MembershipAnswer, MembershipStatusAnswer, PurchaseInput } from './memberships.dto.js';
import { MembershipsService } from './memberships.service.js';

@Controller('v1/community/memberships')
@Access('user')
export class MembershipsController {
  constructor(private readonly memberships: MembershipsService) {}

  @Post('purchase')
  @Summary('Subscribe to a membership: the page where it is paid. It replaces the present one when it is')
  @CreatesOutside(CheckoutAnswer, 200)
  @Refuses(502, 'Payment processor unavailable')
  purchase(@Body() input: PurchaseInput, @TheCaller() caller: Caller, @OperationId() id: string) {
    return this.memberships.purchase(id, caller, input);
  }

  @Get('status')
  @Summary('The own membership')
  @Answers(200, MembershipStatusAnswer)
  status(@TheCaller() { id }: Caller) {
    return this.memberships.showStatus(id);
  }

  @Post('cancel')
  @Summary('End the membership with the period that is paid for')
  @Answers(200, MembershipAnswer)
  @Refuses(404, 'Membership not found')
  @Refuses(502, 'Payment processor unavailable')
  cancel(@TheCaller() { id }: Caller) {
    return this.memberships.cancel(id);
  }
}
