import { Controller, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { IdParam } from '../../platform/http/id-param.js';
import { forbidden } from '../../platform/http/refusal.js';
import { insufficientBalance } from '../ledger/ledger.service.js';
import { PaymentAnswer } from '../payments/payments.dto.js';
import { processorUnavailable } from '../processor/processor.client.js';
import {
  alreadyRefunded,
  membershipIsCancelled,
  notCompleted,
  planIsCancelled,
  RefundsService,
} from './refunds.service.js';

@Controller('v1/payments/:id/refund')
@Access('user')
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @Post()
  @Summary('Give a payment back, as its seller or as an admin')
  @Answers(200, PaymentAnswer)
  @Refuses(insufficientBalance, forbidden, processorUnavailable)
  @Refuses(planIsCancelled, membershipIsCancelled, notCompleted, alreadyRefunded)
  async create(@IdParam('Payment') id: string, @TheCaller() caller: Caller): Promise<PaymentAnswer> {
    return { payment: await this.refunds.refund(id, caller) };
  }
}
