import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { DomainsSettings } from '../domains.settings.js';
import type { Domain } from '../entities/domain.entity.js';
import { ServedHostRepository } from '../hosts/served-host.repository.js';
import type { Mapping } from './mapping.policy.js';

const ADDRESSES = ['redirect_url', 'root_url', 'not_found_url'] as const;
/** Browsers give up a little later. */
const MOST_REDIRECTS = 10;

/** Checks where a mapping leads, and completes it. */
@AppProvider()
export class MappingService {
  constructor(
    private readonly destinations: DestinationsService,
    private readonly settings: AppSettings,
    private readonly services: AppServices,
    private readonly hosts: ServedHostRepository,
  ) {}

  /** The mapping as it is stored. */
  async of(domain: Domain, given: Mapping): Promise<Required<Mapping>> {
    const { target_app, target_id = null } = given;
    await this.expectOwn(domain, target_app, target_id);
    const mapping = { target_app, target_id, redirect_url: null, root_url: null, not_found_url: null };
    return { ...mapping, ...(await this.addresses(domain, await this.withDefault(domain, given))) };
  }

  private async expectOwn({ owner_id }: Domain, app: Mapping['target_app'], targetId: string | null): Promise<void> {
    if ((app !== 'biolinks' && app !== 'blog') || targetId === null) return;
    const target = await this.services.of(app)?.describe(targetId);
    if (target?.owner_id !== owner_id) throw notFound('Target');
  }

  private async withDefault({ owner_id }: Domain, given: Mapping): Promise<Mapping> {
    if (given.target_app !== 'shortlinks' || given.not_found_url !== undefined) return given;
    const { default_not_found_url } = await this.settings.of(DomainsSettings, owner_id);
    return { ...given, not_found_url: default_not_found_url };
  }

  private async addresses(domain: Domain, given: Mapping): Promise<Partial<Mapping>> {
    const fields = ADDRESSES.filter((field) => (given[field] ?? null) !== null);
    const checked = await this.destinations.checkAll(fields.map((field) => given[field] as string));
    const found = checked.map(({ url, fault }) => {
      if (!url) throw new Refusal(400, fault);
      return url;
    });
    for (const url of found) await this.expectOnward(domain, url);
    return Object.fromEntries(fields.map((field, at) => [field, found[at]?.href]));
  }

  /** Follows the redirects of domains, also those of other accounts. */
  private async expectOnward({ host }: Domain, url: URL): Promise<void> {
    let next: URL | null = url;
    for (let hops = 0; next && hops < MOST_REDIRECTS; hops++) {
      if (next.hostname === host) throw new Refusal(400, 'Redirect points back to this domain');
      const onward: string | null | undefined = (await this.hosts.find(next.hostname))?.redirect_url;
      next = onward ? new URL(onward) : null;
    }
  }
}
