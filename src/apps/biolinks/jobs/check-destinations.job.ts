import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { hostsOf } from '../blocks/block-destinations.service.js';
import { type KeptBlock, UpkeepRepository } from './upkeep.repository.js';

const BATCH = 500;

/** A host may get on the blacklist after blocks lead there: they are hidden. */
@AppProvider()
export class CheckDestinations extends Job {
  readonly name = 'biolinks.check-destinations';
  override readonly every = '50 2 * * *';

  constructor(
    private readonly blocks: UpkeepRepository,
    private readonly destinations: DestinationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    let after: string | undefined = FIRST_ID;
    while (after) {
      const blocks: KeptBlock[] = await this.blocks.after(after, BATCH);
      await this.check(blocks.filter(({ is_shown }) => is_shown));
      after = blocks.length === BATCH ? blocks.at(-1)?.id : undefined;
    }
  }

  private async check(blocks: KeptBlock[]): Promise<void> {
    const unwanted = await this.destinations.findBlocked(blocks.flatMap(hostsOf));
    const harmful = blocks.flatMap((block) => (hostsOf(block).some((host) => unwanted.has(host)) ? [block.id] : []));
    if (harmful.length) await this.database.transaction(() => this.blocks.hide(harmful));
  }
}
