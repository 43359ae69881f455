import { BatchJob } from '../../../jobs/batch.job.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BatchRepository } from '../billing/batch.repository.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { ReleasesService } from '../billing/releases.service.js';

/** Every hour: entries whose invoice is deleted or void are free again. One owner in each transaction. */
@AppProvider()
export class ReleaseBatches extends BatchJob<{ after?: string }> {
  readonly name = 'timetracking.release-batches';
  override readonly every = '23 * * * *';

  constructor(
    private readonly batches: BatchRepository,
    private readonly releases: ReleasesService,
    private readonly states: OwnerStateRepository,
  ) {
    super();
  }

  protected async batch(place: { after?: string }): Promise<boolean> {
    const [owner] = await this.batches.ownersAfter(place.after ?? FIRST_ID, 1);
    if (owner === undefined) return false;
    await this.states.lock(owner, 'update');
    await this.releases.release(owner);
    place.after = owner;
    return true;
  }
}
