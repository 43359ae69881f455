import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { Done } from '../../account/answers.js';
import { ConnectService } from '../../payments/connect/connect.service.js';
import { processorUnavailable } from '../../payments/processor/processor.client.js';
import { noPayouts, payoutBegun, WithdrawalsService } from '../../payments/wallet/withdrawals.service.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { IdParam } from '../../platform/http/id-param.js';
import {
  DecideWithdrawalInput,
  ProductsAnswer,
  ProductsQuery,
  SellerAnswer,
  SellerFeeInput,
  WithdrawalAnswer,
  WithdrawalsAnswer,
  WithdrawalsQuery,
} from './payments.dto.js';
import { AdminProductsService } from './products.service.js';

@Controller('v1/admin/withdrawals')
@Access('admin')
class AdminWithdrawalsController {
  constructor(private readonly withdrawals: WithdrawalsService) {}

  @Get()
  @Summary('Withdrawals that users asked for, newest first')
  @Answers(200, WithdrawalsAnswer)
  @Refuses(400, 'Invalid status', 'Invalid cursor', 'Invalid limit')
  list(@Query() { status, ...page }: WithdrawalsQuery): Promise<WithdrawalsAnswer> {
    return this.withdrawals.list(status, page);
  }

  @Patch(':id')
  @Summary('Say that a withdrawal was paid out, or that it will not be')
  @Answers(200, WithdrawalAnswer)
  @Refuses(400, 'Invalid status')
  @Refuses(409, 'Withdrawal already completed', 'Withdrawal already failed')
  @Refuses(noPayouts, payoutBegun, processorUnavailable)
  decide(
    @IdParam('Withdrawal') id: string,
    @Body() input: DecideWithdrawalInput,
    @TheCaller() admin: Caller,
  ): Promise<WithdrawalAnswer> {
    return this.withdrawals.decide(id, input, admin.id);
  }
}

@Controller('v1/admin/business-accounts')
@Access('admin')
class AdminSellersController {
  constructor(private readonly connect: ConnectService) {}

  @Patch(':id')
  @Summary("Set a seller's own fee")
  @Answers(200, SellerAnswer)
  async setFee(
    @IdParam('Business account') id: string,
    @Body() input: SellerFeeInput,
    @TheCaller() admin: Caller,
  ): Promise<SellerAnswer> {
    return { business_account: await this.connect.setFee(id, input.platform_fee_percent, admin.id) };
  }
}

@Controller('v1/admin/products')
@Access('admin')
class AdminProductsController {
  constructor(private readonly products: AdminProductsService) {}

  @Get()
  @Summary('Products, newest first, 50 at a time')
  @Answers(200, ProductsAnswer)
  @Refuses(400, 'Invalid cursor')
  list(@Query() query: ProductsQuery): Promise<ProductsAnswer> {
    return this.products.list(query);
  }

  @Delete(':id')
  @Summary('Remove a product')
  @Answers(200, Done)
  async delete(@IdParam('Product') id: string, @TheCaller() admin: Caller): Promise<Done> {
    await this.products.delete(id, admin.id);
    return { message: 'Product removed' };
  }
}

export const PAYMENTS_CONTROLLERS = [AdminWithdrawalsController, AdminSellersController, AdminProductsController];
