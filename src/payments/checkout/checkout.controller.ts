import { Body, Controller, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Refuses, Summary } from '../../platform/http/endpoint.js';
import { CreatesOutside, OperationId } from '../../platform/http/idempotency.js';
import { CheckoutAnswer } from '../payments/payments.dto.js';
import { CheckoutInput } from './checkout.dto.js';
import { CheckoutService } from './checkout.service.js';

@Controller('v1/processor/checkout')
@Access('user')
export class CheckoutController {
  constructor(private readonly checkout: CheckoutService) {}

  @Post()
  @Summary('Buy from a seller: the page where it is paid')
  @CreatesOutside(CheckoutAnswer, 200)
  @Refuses(400, 'Missing required fields', 'Seller does not have a connected processor account')
  @Refuses(400, 'Cannot buy from yourself', 'Unknown app')
  @Refuses(502, 'Payment processor unavailable')
  async create(
    @Body() input: CheckoutInput,
    @TheCaller() caller: Caller,
    @OperationId() id: string,
  ): Promise<CheckoutAnswer> {
    return { checkout_url: await this.checkout.create(id, caller, input) };
  }
}
