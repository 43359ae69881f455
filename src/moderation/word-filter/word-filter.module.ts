import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { Censor, CensorsVersion } from './censor.entity.js';
import { CensorRepository } from './censor.repository.js';
import { CensorsService } from './censors.service.js';
import { WordFilterService } from './word-filter.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Censor, CensorsVersion] })],
  providers: [WordFilterService, CensorsService, CensorRepository],
  exports: [WordFilterService, CensorsService],
})
export class WordFilterModule {}
