import { Body, Controller, Param, Patch } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { BusinessAccountRepository } from '../../payments/connect/business-account.repository.js';
import { BusinessAccountView } from '../../payments/connect/connect.io.js';
import { presentBusinessAccount } from '../../payments/connect/connect.presenter.js';
import { Access } from '../../platform/access/access.js';
import { type Caller, TheCaller } from '../../platform/access/caller.js';
import { Config } from '../../platform/config/environment.js';
import { Database } from '../../platform/database/database.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Answers, Refuses, Summary } from '../../platform/http/endpoint.js';
import { Hundredths, Nested, Nullable } from '../../platform/http/input/fields.js';
import { notFound } from '../../platform/http/refusal.js';

class SellerFeeInput {
  /** Of each sale, with at most two decimals; null: the platform's own. */
  @Nullable() @Hundredths(0, 100) platform_fee_percent!: number | null;
}

class SellerAnswer {
  @Nested(() => BusinessAccountView) business_account!: BusinessAccountView;
}

@Controller('v1/admin/business-accounts')
@Access('admin')
export class SellersController {
  constructor(
    private readonly sellers: BusinessAccountRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly config: Config,
  ) {}

  @Patch(':id')
  @Summary("Set a seller's own fee")
  @Answers(200, SellerAnswer)
  @Refuses(404, 'Business account not found')
  async setFee(
    @Param('id') id: string,
    @Body() { platform_fee_percent: percent }: SellerFeeInput,
    @TheCaller() admin: Caller,
  ): Promise<SellerAnswer> {
    const basisPoints = percent === null ? null : Math.round(percent * 100);
    const row = isUuid(id) && (await this.database.transaction(() => this.change(id, basisPoints, admin.id)));
    if (!row) throw notFound('Business account');
    return { business_account: presentBusinessAccount(row, this.config.platformFee) };
  }

  private async change(id: string, basisPoints: number | null, adminId: string) {
    const row = await this.sellers.setFee(id, basisPoints);
    const data = { business_account_id: id, fee_basis_points: basisPoints };
    if (row) this.outbox.record({ type: 'business.fee_set', actor_id: adminId, data, staff: true });
    return row;
  }
}
