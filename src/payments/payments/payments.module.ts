import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ProcessorModule } from '../processor/processor.module.js';
import { FulfilmentsService } from './fulfilments.service.js';
import { Payment } from './payment.entity.js';
import { PaymentRepository } from './payment.repository.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';

/** The stored payments. Deposits, sales and subscriptions create them; confirmation and refunds change them. */
@Module({
  imports: [DatabaseModule.forFeature({ entities: [Payment] }), ProcessorModule],
  controllers: [PaymentsController],
  providers: [PaymentRepository, PaymentsService, FulfilmentsService],
  exports: [PaymentRepository, PaymentsService, FulfilmentsService],
})
export class PaymentsResourceModule {}
