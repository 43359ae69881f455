import { Module } from '@nestjs/common';
import { WordFilterModule } from '../../moderation/word-filter/word-filter.module.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { JobOffer } from './job-offer.entity.js';
import { JobOfferRepository } from './job-offer.repository.js';
import { JobOffersService } from './job-offers.service.js';
import { JobsController } from './jobs.controller.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [JobOffer] }), WordFilterModule],
  controllers: [JobsController],
  providers: [JobOfferRepository, JobOffersService],
  exports: [JobOfferRepository, JobOffersService],
})
export class JobOffersModule {}
