import { Body, Controller, Post } from '@nestjs/common';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { CreatesOutside, OperationId, Refuses, Summary } from '../../platform/http/endpoint.js';
import { CheckoutAnswer } from '../payments/payments.dto.js';
import { processorUnavailable } from '../processor/processor.client.js';
import { CheckoutInput } from './checkout.dto.js';
import { CheckoutService, unknownApp } from './checkout.service.js';
import { ownSale, sellerNotConnected } from './sales.service.js';

@Controller('v1/processor/checkout')
@Access('user')
export class CheckoutController {
  constructor(private readonly checkout: CheckoutService) {}

  @Post()
  @Summary('Buy from a seller: the page where it is paid')
  @CreatesOutside(CheckoutAnswer, 200)
  @Refuses(sellerNotConnected)
  @Refuses(400, 'Missing required fields')
  @Refuses(ownSale, unknownApp, processorUnavailable)
  async create(
    @Body() input: CheckoutInput,
    @TheCaller() caller: Caller,
    @OperationId() id: string,
  ): Promise<CheckoutAnswer> {
    return { checkout_url: await this.checkout.create(id, caller, input) };
  }
}
