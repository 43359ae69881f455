import { Global, Module } from '@nestjs/common';
import '../moderation.schema.js';
import { CensorRepository } from './censor.repository.js';
import { ContentFilter } from './content-filter.js';
import { KeepCensors } from './keep-censors.js';
import { CensoredWords } from './censored-words.js';

@Global()
@Module({
  providers: [ContentFilter, CensorRepository, KeepCensors, CensoredWords],
  exports: [ContentFilter, CensorRepository, KeepCensors],
})
export class ContentFilterModule {}
