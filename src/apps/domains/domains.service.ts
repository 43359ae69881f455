import { AppProvider } from '../kernel/app-provider.js';
import type { DomainsService as Exported, ServedDomain } from '../contracts/domains.js';
import { PublishedHostRepository } from './hosts/published-host.repository.js';
import { ServedHostsService } from './hosts/served-hosts.service.js';

/** The contract with other apps, and with the router of own hosts. */
@AppProvider()
export class DomainsService implements Exported {
  constructor(
    private readonly served: ServedHostsService,
    private readonly published: PublishedHostRepository,
  ) {}

  resolveHost(host: string): Promise<ServedDomain | null> {
    return this.served.see(host);
  }

  readyFor(app: string, ownerId: string, domainId: string): Promise<string | null | undefined> {
    return this.published.readyFor(app, ownerId, domainId);
  }

  hostOf(targetApp: string, targetId: string): Promise<string | null> {
    return this.published.hostOf(targetApp, targetId);
  }

  hostsFor(app: string, ownerId: string): Promise<string[]> {
    return this.published.hostsFor(app, ownerId);
  }

  hosts(domainIds: string[]): Promise<Map<string, string>> {
    return this.published.hosts(domainIds);
  }
}
