import { Module } from '@nestjs/common';
import { AdRepository } from './ads/ad.repository.js';
import { AdsController } from './ads/ads.controller.js';
import { CountImpression } from './ads/count-impression.js';
import { PlaceAd } from './ads/place-ad.js';
import { JobOfferRepository } from './jobs/job-offer.repository.js';
import { JobsController } from './jobs/jobs.controller.js';
import { OfferJob } from './jobs/offer-job.js';
import './listings.schema.js';
import { ListingsSection } from './listings.section.js';

const ADS = [AdRepository, PlaceAd, CountImpression];
const JOBS = [JobOfferRepository, OfferJob];

@Module({
  controllers: [AdsController, JobsController],
  providers: [...ADS, ...JOBS, ListingsSection],
})
export class ListingsModule {}
