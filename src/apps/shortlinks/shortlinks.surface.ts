import { AppProvider } from '../kernel/app-provider.js';
import { PublicSurface, type PublicAnswer, type PublicRequest } from '../kernel/pages/public-surface.js';
import type { ServedDomain } from '../contracts/domains.js';
import { ShortAddressesService } from './links/short-addresses.service.js';
import { ASSETS, gonePage, missingPage } from './pages/pages.js';
import { FollowLinkService } from './visits/follow-link.service.js';
import { VisitedLinkRepository } from './visits/visited-link.repository.js';

/** On an own host, the domain that it is. */
export type LinkRequest = PublicRequest & { domain?: ServedDomain };

/** What a browser gets of a short link: `slug`, and `slug+` to look at it first. */
@AppProvider()
export class ShortlinksSurface extends PublicSurface {
  constructor(
    private readonly links: VisitedLinkRepository,
    private readonly follow: FollowLinkService,
    private readonly addresses: ShortAddressesService,
  ) {
    super();
  }

  async answer({ path, query, method, visitor, domain }: LinkRequest): Promise<PublicAnswer> {
    const asset = ASSETS[path];
    if (asset) return asset;
    const isPreview = path.endsWith('+');
    const slug = (isPreview ? path.slice(0, -1) : path).toLowerCase();
    const domainId = domain?.domain_id ?? null;
    const isOwnHost = domain !== undefined || this.addresses.isShortHost(visitor.headers.host);
    const place = { isOwnHost, slug, domainId };
    const link = await this.links.find(slug, domainId);
    const missing = () => elsewhere(domain) ?? missingPage(place);
    if (!link) return (await this.links.isRetired(slug, domainId)) ? gonePage(place) : missing();
    switch (link.owner_is_active ? link.state : 'blocked') {
      case 'blocked':
        return gonePage(place);
      case 'not_started':
      case 'paused':
      case 'archived':
        return missing();
      default:
        return this.follow.answer(link, { place, query, method, visitor, isPreview, host: domain?.host });
    }
  }
}

const elsewhere = (domain: ServedDomain | undefined): PublicAnswer | undefined =>
  domain?.not_found_url
    ? { status: 302, headers: { Location: domain.not_found_url, 'Cache-Control': 'private, no-store' } }
    : undefined;
