import { JobsService } from '../../../jobs/jobs.service.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { DropEventsJob } from '../../../web-events/days/drop-events.job.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { OwnerDayRepository } from '../stats/owner-day.repository.js';
import { SCANS } from '../stats/scan-events.js';
import { CodeUpkeepRepository } from './code-upkeep.repository.js';

const BATCH = 20;

/** Removes codes 30 days after they were deleted. */
@AppProvider()
export class PurgeCodesJob extends BatchJob {
  readonly name = 'qr.purge-codes';
  override readonly every = '50 2 * * *';

  constructor(
    private readonly codes: CodeUpkeepRepository,
    private readonly ownerDays: OwnerDayRepository,
    private readonly jobs: JobsService,
    private readonly dropEvents: DropEventsJob,
  ) {
    super();
  }

  protected async batch(): Promise<boolean> {
    const ended = await this.codes.ended(BATCH);
    for (const { id, owner_id } of ended) {
      await this.ownerDays.subtract(owner_id, id);
      await this.codes.purge(id);
      await this.jobs.enqueue(this.dropEvents, { events: SCANS.name, thing_id: id });
    }
    return ended.length === BATCH;
  }
}
