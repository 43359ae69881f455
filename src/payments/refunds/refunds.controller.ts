import { Controller, Param, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { PaymentAnswer } from '../payments/payments.dto.js';
import { RefundsService } from './refunds.service.js';

@Controller('v1/payments/:id/refund')
@Access('user')
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @Post()
  @Summary('Give a payment back, as its seller or as an admin')
  @Answers(200, PaymentAnswer)
  @Refuses(400, 'Insufficient balance')
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Payment not found')
  @Refuses(409, 'Payment is not completed', 'Payment already refunded')
  @Refuses(409, 'A plan is cancelled, not refunded', 'A membership is cancelled, not refunded')
  @Refuses(502, 'Payment processor unavailable')
  async create(@Param('id') id: string, @TheCaller() caller: Caller): Promise<PaymentAnswer> {
    return { payment: await this.refunds.refund(id, caller) };
  }
}
