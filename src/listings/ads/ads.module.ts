import { Module } from '@nestjs/common';
import { WordFilterModule } from '../../moderation/word-filter/word-filter.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { Ad, ListingSettings } from './ad.entity.js';
import { AdRepository } from './ad.repository.js';
import { AdsController } from './ads.controller.js';
import { AdsService } from './ads.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Ad, ListingSettings] }), WordFilterModule],
  controllers: [AdsController],
  providers: [AdRepository, AdsService],
  exports: [AdRepository, AdsService],
})
export class AdsModule {}
