import { Controller, Get, Query } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, AnswersPage, IdParam, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/fields.js';
import { PaymentAnswer, PaymentsAnswer } from './payments.dto.js';
import { PaymentsService } from './payments.service.js';

@Controller('v1/payments')
@Access('user')
export class PaymentsController {
  constructor(private readonly payments: PaymentsService) {}

  @Get()
  @Summary('Payments of the caller as buyer or seller, newest first')
  @AnswersPage(PaymentsAnswer)
  list(@Query() query: ListQuery, @TheCaller() caller: Caller): Promise<PaymentsAnswer> {
    return this.payments.listForUser(caller.id, query);
  }

  @Get(':id')
  @Summary('One payment, for its buyer, its seller and admins')
  @Answers(200, PaymentAnswer)
  async find(@IdParam('Payment') id: string, @TheCaller() caller: Caller): Promise<PaymentAnswer> {
    return { payment: await this.payments.findReadable(id, caller) };
  }
}
