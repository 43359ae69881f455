import { Module } from '@nestjs/common';
import { WordFilterModule } from '../moderation/word-filter/word-filter.module.js';
import { DatabaseModule } from '../platform/database/database.module.js';
import { AdRepository } from './ads/ad.repository.js';
import { AdsController } from './ads/ads.controller.js';
import { AdsService } from './ads/ads.service.js';
import { CategoriesService } from './categories/categories.service.js';
import { CategoryRepository } from './categories/category.repository.js';
import { JobOfferRepository } from './jobs/job-offer.repository.js';
import { JobOffersService } from './jobs/job-offers.service.js';
import { JobsController } from './jobs/jobs.controller.js';
import { Ad, Category, JobOffer, ListingSettings } from './listing.entity.js';
import { ListingsExport } from './listings.export.js';
import { Listings1790000007000 } from './migrations/1790000007000-listings.js';
import { ListingQueues1790000007001 } from './migrations/1790000007001-queues.js';

const ENTITIES = [Ad, ListingSettings, JobOffer, Category];
const MIGRATIONS = [Listings1790000007000, ListingQueues1790000007001];

/** Ads and job offers, which staff reviews before others see them, and the tree of categories. */
@Module({
  imports: [DatabaseModule.forFeature({ entities: ENTITIES, migrations: MIGRATIONS }), WordFilterModule],
  controllers: [AdsController, JobsController],
  providers: [
    AdsService,
    AdRepository,
    JobOffersService,
    JobOfferRepository,
    CategoriesService,
    CategoryRepository,
    ListingsExport,
  ],
  exports: [AdsService, JobOffersService, CategoriesService],
})
export class ListingsModule {}
