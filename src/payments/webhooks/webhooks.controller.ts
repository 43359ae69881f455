import { Body, Controller, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Access } from '../../platform/access/access.js';
import { Config } from '../../platform/config/environment.js';
import { sayOfOversized } from '../../platform/http/head-size.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { BodyAfter, RawBody, type WithRawBody } from '../../platform/http/input/body.guard.js';
import { Refusal } from '../../platform/http/refusal.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import { notConfigured } from '../processor/processor.js';
import { readEvent } from '../processor/processor-event.js';
import { isSigned, signatureOf } from '../processor/signature.js';
import { ConfirmedPayment } from '../records/confirmed-payment.js';
import { AdminGuard } from './admin.guard.js';
import { Inbox } from './inbox.js';
import { PaymentSucceededAnswer, PaymentSucceededInput, Received } from './webhooks.io.js';

const UNSIGNED = 'Webhook signature verification failed';
sayOfOversized('POST', '/v1/webhook/processor', new Refusal(400, UNSIGNED));

@Controller('v1/webhook')
@Uncounted()
export class WebhooksController {
  constructor(
    private readonly inbox: Inbox,
    private readonly confirmed: ConfirmedPayment,
    private readonly config: Config,
  ) {}

  @Post('processor')
  @Access('none')
  @RawBody()
  @Summary('Events of the payment processor, signed in the header processor-signature')
  @Answers(200, Received)
  @Refuses(400, UNSIGNED, 'Invalid payload')
  @Refuses(413, 'Payload too large')
  async receive(@Req() request: Request & WithRawBody): Promise<Received> {
    const secret = this.config.processor.webhookSecret;
    if (!secret) throw notConfigured();
    const bytes = request.rawBody ?? Buffer.alloc(0);
    if (!isSigned(bytes, signatureOf(request.headers), secret)) {
      throw new Refusal(400, UNSIGNED);
    }
    await this.inbox.receive(readEvent(bytes));
    return { received: true };
  }

  /** For scripts of the operator: hands a payment that the processor has confirmed to its app, where that is due. */
  @Post('payment-succeeded')
  @Access('api-key')
  @BodyAfter(AdminGuard)
  @Summary('Hand a confirmed payment to the app that it names, once')
  @Answers(200, PaymentSucceededAnswer)
  @Refuses(403, 'Forbidden')
  @Refuses(404, 'Payment not found')
  @Refuses(409, 'Payment not confirmed')
  async succeeded(@Body() { payment_id }: PaymentSucceededInput): Promise<PaymentSucceededAnswer> {
    return { received: true, fulfilled: await this.confirmed.fulfilled(payment_id) };
  }
}
