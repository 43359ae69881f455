import { Injectable } from '@nestjs/common';
import { ExportSection } from '../account/exports/export-section.js';
import { type ExportNode, fieldsOf } from '../platform/exports/export-node.js';
import { AdRepository } from './ads/ad.repository.js';
import { JobOfferRepository } from './jobs/job-offer.repository.js';

@Injectable()
export class ListingsExport extends ExportSection {
  readonly section = 'listings';

  constructor(
    private readonly ads: AdRepository,
    private readonly jobs: JobOfferRepository,
  ) {
    super();
  }

  content(userId: string): ExportNode {
    return fieldsOf({ ads: this.ads.forExport(userId), jobs: this.jobs.forExport(userId) });
  }
}
