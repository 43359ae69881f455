import { type DynamicModule, Global, Module } from '@nestjs/common';
import { PurgeIdempotentAnswersJob } from './purge-idempotent-answers.job.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { installQueue, JobsRole, JobsService } from './jobs.service.js';

@Global()
@Module({})
export class JobsModule {
  static with(works: boolean): DynamicModule {
    return {
      module: JobsModule,
      imports: [DatabaseModule.forFeature({ install: installQueue })],
      providers: [{ provide: JobsRole, useValue: new JobsRole(works) }, JobsService, PurgeIdempotentAnswersJob],
      exports: [JobsService, JobsRole],
    };
  }
}
