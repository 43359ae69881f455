import { schema } from '../platform/database/schema.js';
import { Ad } from './ads/ad.entity.js';
import { ListingSettings } from './ads/listing-settings.entity.js';
import { Category } from './categories/category.entity.js';
import { JobOffer } from './jobs/job-offer.entity.js';
import { Listings1790000007000 } from './migrations/1790000007000-listings.js';
import { ListingQueues1790000007001 } from './migrations/1790000007001-queues.js';

schema({
  entities: [Ad, ListingSettings, JobOffer, Category],
  migrations: [Listings1790000007000, ListingQueues1790000007001],
});
