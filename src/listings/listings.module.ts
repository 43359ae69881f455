import { Module } from '@nestjs/common';
import { AdRepository } from './ads/ad.repository.js';
import { AdsController } from './ads/ads.controller.js';
import { CountImpression } from './ads/count-impression.js';
import { DecideAd } from './ads/decide-ad.js';
import { PlaceAd } from './ads/place-ad.js';
import { CategoryRepository } from './categories/category.repository.js';
import { KeepCategories } from './categories/keep-categories.js';
import { EditJob } from './jobs/edit-job.js';
import { JobOfferRepository } from './jobs/job-offer.repository.js';
import { JobText } from './jobs/job-text.js';
import { JobsController } from './jobs/jobs.controller.js';
import { OfferJob } from './jobs/offer-job.js';
import './listings.schema.js';
import { ListingsSection } from './listings.section.js';

const ADS = [AdRepository, PlaceAd, CountImpression, DecideAd];
const JOBS = [JobOfferRepository, JobText, OfferJob, EditJob];
const CATEGORIES = [CategoryRepository, KeepCategories];

@Module({
  controllers: [AdsController, JobsController],
  providers: [...ADS, ...JOBS, ...CATEGORIES, ListingsSection],
  exports: [...ADS, ...JOBS, ...CATEGORIES],
})
export class ListingsModule {}
