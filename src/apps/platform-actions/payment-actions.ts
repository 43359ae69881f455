import { Injectable } from '@nestjs/common';
import { IsBoolean } from 'class-validator';
import { FulfilmentsService } from '../../payments/payments/fulfilments.service.js';
import { Uuid } from '../../platform/http/fields.js';
import type { AppDeclaration } from '../kernel/app.js';
import type { Call } from '../kernel/calls/action.js';
import { PlatformActions } from '../kernel/platform-actions.port.js';

class PaymentInput {
  @Uuid() payment_id!: string;
}

class PaymentSucceededResult {
  @IsBoolean() fulfilled!: boolean;
}

class PaymentRefundedResult {
  @IsBoolean() reversed!: boolean;
}

/** For apps that are paid. The processor's events do the same by themselves. */
@Injectable()
export class PaymentActions extends PlatformActions {
  constructor(private readonly fulfilments: FulfilmentsService) {
    super();
  }

  of({ slug, uses }: AppDeclaration) {
    if (!uses.includes('payments')) return [];
    return [
      this.action('payment-succeeded', {
        access: 'admin',
        description: 'Fulfils a payment that the processor has confirmed, once.',
        changes: true,
        about: { payment: 'payment_id' },
        input: PaymentInput,
        result: PaymentSucceededResult,
        refuses: { 404: ['Payment not found'], 409: ['Payment not confirmed'] },
        run: async ({ input }: Call<PaymentInput>) => ({
          fulfilled: await this.fulfilments.redeliverPayment(input.payment_id, slug),
        }),
      }),
      this.action('payment-refunded', {
        access: 'admin',
        description: 'Takes back what a payment had brought, as far as it was given back.',
        changes: true,
        about: { payment: 'payment_id' },
        input: PaymentInput,
        result: PaymentRefundedResult,
        refuses: { 404: ['Payment not found'], 409: ['Payment not refunded'] },
        run: async ({ input }: Call<PaymentInput>) => ({
          reversed: await this.fulfilments.redeliverRefund(input.payment_id, slug),
        }),
      }),
    ];
  }
}
