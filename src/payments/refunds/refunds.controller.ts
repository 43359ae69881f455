import { Body, Controller, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { CreatesOutside, IdParam, OperationId, Refuses, Summary } from '../../platform/http/endpoint.js';
import { forbidden } from '../../platform/http/refusal.js';
import { insufficientBalance } from '../ledger/ledger.service.js';
import { PaymentAnswer, RefundInput } from '../payments/payments.dto.js';
import { processorUnavailable } from '../processor/processor.client.js';
import { exceedsRefundable } from './refund-execution.service.js';
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
  @CreatesOutside(PaymentAnswer, 200)
  @Refuses(insufficientBalance, forbidden, processorUnavailable)
  @Refuses(planIsCancelled, membershipIsCancelled, notCompleted, alreadyRefunded, exceedsRefundable)
  async create(
    @IdParam('Payment') id: string,
    @Body() { amount }: RefundInput,
    @TheCaller() caller: Caller,
    @OperationId() refundId: string,
  ): Promise<PaymentAnswer> {
    return { payment: await this.refunds.refund(id, caller, amount, refundId) };
  }
}
