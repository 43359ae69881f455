import { Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { AdsModule } from './ads/ads.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { JobOffersModule } from './jobs/job-offers.module.js';
import { ListingsExport } from './listings.export.js';
import { Listings1790000007000 } from './migrations/1790000007000-listings.js';
import { ListingQueues1790000007001 } from './migrations/1790000007001-queues.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ migrations: [Listings1790000007000, ListingQueues1790000007001] }),
    AdsModule,
    JobOffersModule,
    CategoriesModule,
  ],
  providers: [ListingsExport],
  exports: [AdsModule, JobOffersModule, CategoriesModule],
})
export class ListingsModule {}
