import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { LinkUpkeepRepository } from './link-upkeep.repository.js';

const BATCH = 10_000;

/** Removes the clicks of a deleted link, which no foreign key does. */
@AppProvider()
export class ForgetClicks extends Job<{ link_id: string }> {
  readonly name = 'shortlinks.forget-clicks';

  constructor(
    private readonly links: LinkUpkeepRepository,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run({ link_id }: { link_id: string }): Promise<void> {
    while ((await this.database.transaction(() => this.links.forgetClicks(link_id, BATCH))) === BATCH);
  }
}
