import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { OwnerDayRepository } from '../stats/owner-day.repository.js';
import { LinkUpkeepRepository } from './link-upkeep.repository.js';

const BATCH = 10_000;

interface Data {
  link_id: string;
  owner_id: string;
}

/** Removes the clicks of a deleted link, which no foreign key does, and the link from the figures of its owner. */
@AppProvider()
export class ForgetClicks extends Job<Data> {
  readonly name = 'shortlinks.forget-clicks';

  constructor(
    private readonly links: LinkUpkeepRepository,
    private readonly ownerDays: OwnerDayRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ link_id, owner_id }: Data): Promise<void> {
    await this.database.transaction(() => this.ownerDays.refresh(owner_id));
    while ((await this.database.transaction(() => this.links.forgetClicks(link_id, BATCH))) === BATCH);
  }
}
