import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access } from '../../platform/access/access.js';
import { setOversizedRefusal } from '../../platform/http/server/malformed.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { BodyAfter, RawBody, type WithRawBody } from '../../platform/http/input/body.guard.js';
import { Refusal } from '../../platform/http/refusal.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import { FulfilmentsService } from '../payments/fulfilments.service.js';
import { AdminGuard } from './admin.guard.js';
import { UNSIGNED, WebhookInboxService } from './webhook-inbox.service.js';
import { PaymentSucceededAnswer, PaymentSucceededInput, Received } from './webhooks.dto.js';

setOversizedRefusal('POST', '/v1/webhook/processor', new Refusal(400, UNSIGNED));

@Controller('v1/webhook')
@Uncounted()
export class WebhooksController {
  constructor(
    private readonly inbox: WebhookInboxService,
    private readonly fulfilments: FulfilmentsService,
  ) {}

  @Post('processor')
  @Access('none')
  @RawBody()
  @Summary('Events of the payment processor, signed in the header processor-signature')
  @Answers(200, Received)
  @Refuses(400, UNSIGNED, 'Invalid payload')
  @Refuses(413, 'Payload too large')
  async receive(@Req() request: Request & WithRawBody): Promise<Received> {
    await this.inbox.receive(request.rawBody ?? Buffer.alloc(0), request.headers);
    return { received: true };
  }

  /** For the operator's scripts: delivers a confirmed payment that its app has not fulfilled. */
  @Post('payment-succeeded')
  @Access('api-key')
  @BodyAfter(AdminGuard)
  @Summary('Hand a confirmed payment to the app that it names, once')
  @Answers(200, PaymentSucceededAnswer)
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Payment not found')
  @Refuses(409, 'Payment not confirmed')
  async redeliver(@Body() { payment_id }: PaymentSucceededInput): Promise<PaymentSucceededAnswer> {
    return { received: true, fulfilled: await this.fulfilments.redeliverPayment(payment_id) };
  }
}
