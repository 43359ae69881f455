import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, isAdmin, TheCaller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { ListQuery } from '../../platform/http/input/fields.js';
import { notFound } from '../../platform/http/refusal.js';
import { presentPayment } from './payment.presenter.js';
import { PaymentRepository } from './payment.repository.js';
import { PaymentAnswer, PaymentsAnswer } from './payments.io.js';
import { RefundPayment } from './refund-payment.js';

@Controller('v1/payments')
@Access('user')
export class PaymentsController {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly refunding: RefundPayment,
  ) {}

  @Get()
  @Summary('Payments of the caller as buyer or seller, newest first')
  @Answers(200, PaymentsAnswer)
  @Refuses(400, 'Invalid cursor', 'Invalid limit')
  async list(@Query() query: ListQuery, @TheCaller() caller: Caller): Promise<PaymentsAnswer> {
    const { rows, next_cursor } = await this.payments.ofUser(caller.id, query);
    return { payments: rows.map(presentPayment), next_cursor };
  }

  @Get(':id')
  @Summary('One payment, for its buyer, its seller and admins')
  @Answers(200, PaymentAnswer)
  @Refuses(404, 'Payment not found')
  async find(@Param('id') id: string, @TheCaller() caller: Caller): Promise<PaymentAnswer> {
    const row = isUuid(id) ? await this.payments.find(id) : undefined;
    const mayRead = row && (row.buyer_id === caller.id || row.seller_id === caller.id || isAdmin(caller));
    if (!mayRead) throw notFound('Payment');
    return { payment: presentPayment(row) };
  }

  @Post(':id/refund')
  @Summary('Give a payment back, as its seller or as an admin')
  @Answers(200, PaymentAnswer)
  @Refuses(400, 'Insufficient balance')
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Payment not found')
  @Refuses(409, 'Payment is not completed', 'Payment already refunded')
  @Refuses(409, 'A plan is cancelled, not refunded', 'A membership is cancelled, not refunded')
  @Refuses(502, 'Payment processor unavailable')
  async refund(@Param('id') id: string, @TheCaller() caller: Caller): Promise<PaymentAnswer> {
    if (!isUuid(id)) throw notFound('Payment');
    return { payment: presentPayment(await this.refunding.run(id, caller)) };
  }
}
