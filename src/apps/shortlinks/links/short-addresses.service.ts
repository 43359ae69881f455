import { AppProvider } from '../../kernel/app-provider.js';
import { Environment } from '../../../platform/config/environment.js';
import { Runtime } from '../../../platform/config/runtime.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import type { DomainsService } from '../../contracts/domains.js';

const APP = 'shortlinks';
const PUBLIC = '/v1/apps/shortlinks/public/';

export interface Placed {
  domain_id: string | null;
  slug: string;
}

/** Where short links are: on the platform's host, on one of its own for them, or on their owners' hosts. */
@AppProvider()
export class ShortAddressesService {
  constructor(
    private readonly environment: Environment,
    private readonly runtime: Runtime,
    private readonly services: AppServices,
  ) {}

  /** By one question for all of them. */
  async of(links: Placed[]): Promise<(string | null)[]> {
    const ids = [...new Set(links.flatMap(({ domain_id }) => domain_id ?? []))];
    const hosts = ids.length ? await this.domains?.hosts(ids) : undefined;
    return links.map(({ domain_id, slug }) => {
      if (!domain_id) return this.onPlatform(slug);
      const host = hosts?.get(domain_id);
      return host === undefined ? null : `https://${host}/${slug}`;
    });
  }

  /** Throws unless the owner has the domain. */
  async checkKnown(ownerId: string, domainId: string | null): Promise<void> {
    if (domainId && (await this.ready(ownerId, domainId)) === undefined) throw notFound('Domain');
  }

  /** Throws unless it may have links now. */
  async checkReady(ownerId: string, domainId: string | null): Promise<void> {
    if (!domainId) return;
    const host = await this.ready(ownerId, domainId);
    if (host === undefined) throw notFound('Domain');
    if (host === null) throw new Refusal(409, 'Domain is not ready for short links');
  }

  /** Whether a request came to the host that has short links alone. */
  isShortHost(host: string | string[] | undefined): boolean {
    return this.environment.shortHost !== undefined && host === this.environment.shortHost;
  }

  /** Coming from there is coming from nowhere. */
  ownHosts(host: string | undefined): string[] {
    return [host, this.environment.shortHost, this.base.hostname].filter((one) => one !== undefined);
  }

  private onPlatform(slug: string): string {
    const { shortHost } = this.environment;
    return shortHost ? `https://${shortHost}/${slug}` : `${this.runtime.publicUrl}${PUBLIC}${slug}`;
  }

  private async ready(ownerId: string, domainId: string): Promise<string | null | undefined> {
    return this.domains?.readyFor(APP, ownerId, domainId);
  }

  private get domains(): DomainsService | undefined {
    return this.services.of('domains');
  }

  private get base(): URL {
    return new URL(this.runtime.publicUrl);
  }
}
