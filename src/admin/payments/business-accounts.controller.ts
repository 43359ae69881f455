import { Body, Controller, Patch } from '@nestjs/common';
import { ConnectService } from '../../payments/connect/connect.service.js';
import { Access, type Caller, TheCaller } from '../../platform/access/access.js';
import { Answers, IdParam, Summary } from '../../platform/http/endpoint.js';
import { SellerAnswer, SellerFeeInput } from './payments.dto.js';

@Controller('v1/admin/business-accounts')
@Access('admin')
export class AdminSellersController {
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
