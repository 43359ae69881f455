import { type DynamicModule, Global, Module } from '@nestjs/common';
import { ForgetOldAnswers } from './forget-old-answers.job.js';
import { Jobs } from './jobs.js';
import { JobsRole } from './jobs-role.js';

@Global()
@Module({})
export class JobsModule {
  static with(works: boolean): DynamicModule {
    return {
      module: JobsModule,
      providers: [{ provide: JobsRole, useValue: new JobsRole(works) }, Jobs, ForgetOldAnswers],
      exports: [Jobs],
    };
  }
}
