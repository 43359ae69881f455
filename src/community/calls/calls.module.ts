import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { ForgottenCalls1790000013510 } from '../migrations/1790000013510-forgotten-calls.js';
import { Call } from './call.entity.js';
import { CallRepository } from './call.repository.js';
import { CallsController } from './calls.controller.js';
import { CallsService } from './calls.service.js';
import { EndForgottenCallsJob, EndUnansweredCallJob } from './end-calls.job.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Call], migrations: [ForgottenCalls1790000013510] })],
  controllers: [CallsController],
  providers: [CallRepository, CallsService, EndUnansweredCallJob, EndForgottenCallsJob],
})
export class CallsModule {}
