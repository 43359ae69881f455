import { AppProvider } from '../kernel/app-provider.js';
import { NO_STORE, type PublicAnswer, redirectAnswer } from '../kernel/pages/public-answers.js';
import { PublicSurface, type PublicRequest } from '../kernel/pages/public-surface.js';
import type { ServedDomain } from '../contracts/domains.js';
import { ShortAddressesService } from './links/short-addresses.service.js';
import { gonePage, missingPage, SCRIPT, STYLE } from './pages/pages.js';
import { FollowLinkService } from './visits/follow-link.service.js';
import { VisitedLinkRepository } from './visits/visited-link.repository.js';

/** What a browser gets of a short link: `slug`, and `slug+` to look at it first. */
@AppProvider()
export class ShortlinksSurface extends PublicSurface {
  protected readonly routes = {
    'links.css': () => STYLE,
    'links.js': () => SCRIPT,
    '*slug': (request: PublicRequest) => this.open(request),
  };

  constructor(
    private readonly links: VisitedLinkRepository,
    private readonly follow: FollowLinkService,
    private readonly addresses: ShortAddressesService,
  ) {
    super();
  }

  private async open({ path, query, method, visitor, domain }: PublicRequest): Promise<PublicAnswer> {
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
  domain?.not_found_url ? redirectAnswer(domain.not_found_url, { cache: `private, ${NO_STORE}` }) : undefined;
