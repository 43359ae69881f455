import { Job } from '../../../jobs/job.js';
import { inBatches } from '../../../platform/database/batches.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BenefitRepository } from '../members/benefit.repository.js';
import { BenefitsService } from '../members/benefits.service.js';

/** Live subscriptions follow the benefits of their plan. */
@AppProvider()
export class ApplyBenefits extends Job<{ plan_id: string }> {
  readonly name = 'subscriptions.apply-benefits';

  constructor(
    private readonly repository: BenefitRepository,
    private readonly benefits: BenefitsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  run({ plan_id }: { plan_id: string }): Promise<void> {
    return inBatches(this.database, async (after) => {
      const live = await this.repository.nextLive(plan_id, after);
      if (live.length) await this.benefits.follow(live);
      return live.at(-1)?.id;
    });
  }
}
