import { AppProvider } from '../../kernel/app-provider.js';
import { DestinationCheckJob } from '../../kernel/destinations/destination-check.job.js';
import { type KeptLink, LinkUpkeepRepository } from './link-upkeep.repository.js';

/** Visitors of links to a host that was blocked later are warned. */
@AppProvider()
export class CheckDestinations extends DestinationCheckJob<KeptLink> {
  readonly name = 'shortlinks.check-destinations';

  constructor(private readonly links: LinkUpkeepRepository) {
    super();
  }

  protected after(id: string, limit: number): Promise<KeptLink[]> {
    return this.links.after(id, limit);
  }

  protected addressesOf({ is_clicked, url, expired_url, rules }: KeptLink): (string | null)[] {
    return is_clicked ? [url, expired_url, ...rules.map((rule) => rule.url)] : [];
  }

  protected checked(links: KeptLink[], harmful: KeptLink[]): Promise<void> {
    return this.links.checked(idsOf(links), idsOf(harmful));
  }
}

const idsOf = (links: KeptLink[]) => links.map(({ id }) => id);
