import { Global, Module } from '@nestjs/common';
import '../moderation.schema.js';
import { CensorRepository } from './censor.repository.js';
import { ContentFilter } from './content-filter.js';
import { KeepCensors } from './keep-censors.js';
import { CensoredNames } from './name-filter.js';

@Global()
@Module({
  providers: [ContentFilter, CensorRepository, KeepCensors, CensoredNames],
  exports: [ContentFilter, CensorRepository, KeepCensors],
})
export class ContentFilterModule {}
