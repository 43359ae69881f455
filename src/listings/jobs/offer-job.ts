import { Injectable } from '@nestjs/common';
import { Outbox } from '../../events/outbox.js';
import { Database } from '../../platform/database/database.js';
import { JobOfferRepository, type JobRow } from './job-offer.repository.js';
import { JobText } from './job-text.js';
import type { JobInput } from './jobs.io.js';

@Injectable()
export class OfferJob {
  constructor(
    private readonly jobs: JobOfferRepository,
    private readonly text: JobText,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Others see it when staff has approved it. */
  async run(userId: string, given: JobInput): Promise<JobRow> {
    const input = await this.text.clean(given);
    return this.database.transaction(async () => {
      const job = await this.jobs.insert(userId, input);
      this.outbox.record({ type: 'job.created', actor_id: userId, data: { job_id: job.id } });
      return job;
    });
  }
}
