import { Body, type CanActivate, Controller, type ExecutionContext, Injectable, Post, Req } from '@nestjs/common';
import { IsBoolean } from 'class-validator';
import type { Request } from 'express';
import { Access, type Caller, isAdmin } from '../../platform/access/access.js';
import { setOversizedRefusal } from '../../platform/http/server/malformed.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { BodyAfter, RawBody, type WithRawBody } from '../../platform/http/input/body.guard.js';
import { Uuid } from '../../platform/http/fields.js';
import { forbidden } from '../../platform/http/refusal.js';
import { Uncounted } from '../../platform/limits/rate-limit.guard.js';
import { FulfilmentsService, paymentNotConfirmed } from '../payments/fulfilments.service.js';
import { invalidPayload } from '../processor/processor-event.js';
import { unsigned, WebhookInboxService } from './webhook-inbox.service.js';

class Received {
  @IsBoolean() received!: true;
}

class PaymentSucceededInput {
  @Uuid() payment_id!: string;
}

class PaymentSucceededAnswer extends Received {
  /** False if no app with that slug exists, or the app does not know the order. */
  @IsBoolean() fulfilled!: boolean;
}

/** Requires an admin's API key. A guard, because the check has to come before the body is read. */
@Injectable()
export class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (!isAdmin(context.switchToHttp().getRequest<Request>().user as Caller)) throw forbidden();
    return true;
  }
}

setOversizedRefusal('POST', '/v1/webhook/processor', unsigned());

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
  @Refuses(unsigned, invalidPayload)
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
  @Refuses(forbidden)
  @Refuses(404, 'Payment not found')
  @Refuses(paymentNotConfirmed)
  async redeliver(@Body() { payment_id }: PaymentSucceededInput): Promise<PaymentSucceededAnswer> {
    return { received: true, fulfilled: await this.fulfilments.redeliverPayment(payment_id) };
  }
}
