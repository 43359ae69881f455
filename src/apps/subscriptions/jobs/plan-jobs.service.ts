import { JobsService } from '../../../jobs/jobs.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AnnounceChange, type AnnouncedChange } from './announce-change.job.js';
import { ApplyBenefits } from './apply-benefits.job.js';

/** What follows for many subscriptions when their plan is changed, in the background. */
@AppProvider()
export class PlanJobsService {
  constructor(
    private readonly jobs: JobsService,
    private readonly benefits: ApplyBenefits,
    private readonly change: AnnounceChange,
  ) {}

  async applyBenefits(plan_id: string): Promise<void> {
    await this.jobs.enqueue(this.benefits, { plan_id });
  }

  async announce(change: AnnouncedChange): Promise<void> {
    await this.jobs.enqueue(this.change, change);
  }
}
