import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { presentAd } from './ads/ad.presenter.js';
import { AdRepository } from './ads/ad.repository.js';
import { JobOfferRepository } from './jobs/job-offer.repository.js';

@Injectable()
export class ListingsSection extends ExportSection {
  readonly section = 'listings';

  constructor(
    private readonly ads: AdRepository,
    private readonly jobs: JobOfferRepository,
  ) {
    super();
  }

  async rows(userId: string): Promise<unknown> {
    const ads = await this.ads.allOfUser(userId);
    return { ads: ads.map(presentAd), jobs: await this.jobs.allOfUser(userId) };
  }
}
