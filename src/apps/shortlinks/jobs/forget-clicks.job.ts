import { AppProvider } from '../../kernel/app-provider.js';
import { BatchJob } from '../../../jobs/batch.job.js';
import { LinkUpkeepRepository } from './link-upkeep.repository.js';

const BATCH = 10_000;

/** Removes the clicks of a deleted link, which no foreign key does. */
@AppProvider()
export class ForgetClicks extends BatchJob<{ link_id: string }> {
  readonly name = 'shortlinks.forget-clicks';

  constructor(private readonly links: LinkUpkeepRepository) {
    super();
  }

  protected async batch({ link_id }: { link_id: string }): Promise<boolean> {
    return (await this.links.forgetClicks(link_id, BATCH)) === BATCH;
  }
}
