import { Body, Controller, Patch } from '@nestjs/common';
import { BusinessAccountView } from '../../payments/connect/connect.dto.js';
import { ConnectService } from '../../payments/connect/connect.service.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Answers, Summary } from '../../platform/http/endpoint.js';
import { IdParam } from '../../platform/http/id-param.js';
import { Hundredths, Nested, Nullable } from '../../platform/http/input/fields.js';

class SellerFeeInput {
  /** The seller's fee of each sale, with at most two decimals; null restores the platform's fee. */
  @Nullable() @Hundredths(0, 100) platform_fee_percent!: number | null;
}

class SellerAnswer {
  @Nested(() => BusinessAccountView) business_account!: BusinessAccountView;
}

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
