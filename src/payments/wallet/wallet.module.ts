import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ConnectModule } from '../connect/connect.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { PaymentsResourceModule } from '../payments/payments.module.js';
import { ProcessorModule } from '../processor/processor.module.js';
import { DepositReversalsService } from './deposit-reversals.service.js';
import { WalletTransaction } from './wallet-transaction.entity.js';
import { WalletTransactionRepository } from './wallet-transaction.repository.js';
import { WalletController } from './wallet.controller.js';
import { WalletService } from './wallet.service.js';
import { WithdrawalsService } from './withdrawals.service.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [WalletTransaction] }),
    ConnectModule,
    LedgerModule,
    PaymentsResourceModule,
    ProcessorModule,
  ],
  controllers: [WalletController],
  providers: [WalletTransactionRepository, WalletService, WithdrawalsService, DepositReversalsService],
  exports: [WalletTransactionRepository, WithdrawalsService, DepositReversalsService],
})
export class WalletModule {}
