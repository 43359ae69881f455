import { AppProvider } from '../../kernel/app-provider.js';
import { Job } from '../../../jobs/job.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { FIRST_ID } from '../../../platform/database/uuid.js';
import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { type KeptLink, LinkUpkeepRepository } from './link-upkeep.repository.js';

const BATCH = 500;

/** A host may become unwanted when links lead there already: their visitors are warned. */
@AppProvider()
export class CheckDestinations extends Job {
  readonly name = 'shortlinks.check-destinations';
  override readonly every = '40 2 * * *';

  constructor(
    private readonly links: LinkUpkeepRepository,
    private readonly destinations: DestinationsService,
    private readonly database: DatabaseService,
  ) {
    super();
  }

  async run(): Promise<void> {
    let after: string | undefined = FIRST_ID;
    while (after) {
      const links: KeptLink[] = await this.links.after(after, BATCH);
      await this.check(links.filter(({ is_clicked }) => is_clicked));
      after = links.length === BATCH ? links.at(-1)?.id : undefined;
    }
  }

  private async check(links: KeptLink[]): Promise<void> {
    if (!links.length) return;
    const hosts = new Map(links.map((link) => [link.id, hostsOf(link)]));
    const unwanted = await this.destinations.findBlocked([...hosts.values()].flat());
    const harmful = [...hosts].flatMap(([id, own]) => (own.some((host) => unwanted.has(host)) ? [id] : []));
    await this.database.transaction(() => this.links.checked([...hosts.keys()], harmful));
  }
}

const hostsOf = ({ url, expired_url, rules }: KeptLink) =>
  [url, expired_url, ...rules.map((rule) => rule.url)].flatMap((address) =>
    address === null ? [] : new URL(address).hostname,
  );
