import { Body, Controller, Post } from '@nestjs/common';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Refuses, Summary } from '../../platform/http/endpoint.js';
import { CreatesOutside, OperationId } from '../../platform/http/idempotency-outside.js';
import { Checkout } from './checkout.js';
import { CheckoutAnswer, CheckoutInput } from './checkout.io.js';

@Controller('v1/processor/checkout')
@Access('user')
export class CheckoutController {
  constructor(private readonly checkout: Checkout) {}

  @Post()
  @Summary('Buy from a seller: the page where it is paid')
  @CreatesOutside(CheckoutAnswer, 200)
  @Refuses(400, 'Missing required fields', 'Seller does not have a connected processor account')
  @Refuses(400, 'Cannot buy from yourself')
  @Refuses(502, 'Payment processor unavailable')
  async create(
    @Body() input: CheckoutInput,
    @TheCaller() caller: Caller,
    @OperationId() id: string,
  ): Promise<CheckoutAnswer> {
    return { checkout_url: await this.checkout.run(id, caller, input) };
  }
}
