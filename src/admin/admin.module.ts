import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { SellersController } from './sellers/sellers.controller.js';
import { WithdrawalsController } from './withdrawals/withdrawals.controller.js';

/** What staff does: thin controllers over what the areas export. */
@Module({
  imports: [PaymentsModule],
  controllers: [WithdrawalsController, SellersController],
})
export class AdminModule {}
