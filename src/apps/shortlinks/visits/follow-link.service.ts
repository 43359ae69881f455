import { AppProvider } from '../../kernel/app-provider.js';
import type { Visit, Visitor } from '../../../web-events/visits/visit.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { NO_INDEX, type PublicAnswer, redirectAnswer } from '../../kernel/pages/public-answers.js';
import { TicketsService } from '../../kernel/secrets/tickets.service.js';
import { forwarded, takenOut } from '../links/query-pairs.js';
import { ShortAddressesService } from '../links/short-addresses.service.js';
import { gonePage, linkPlace, passingPage, passwordPage, type Place, previewPage } from '../pages/pages.js';
import { CountVisitService } from './count-visit.service.js';
import { ledBy } from './led-by-rules.js';
import { LinkPixelsService } from './link-pixels.service.js';
import type { VisitedLink } from './visited-link.repository.js';

interface Asked {
  place: Place;
  query: string;
  method: string;
  visitor: Visitor;
  isPreview: boolean;
  /** The own host that was asked. */
  host: string | undefined;
}

/** Those of permanent redirects: a browser that kept them would see no change, and we no click. */
const KEPT: Record<number, string> = { 301: 'private, max-age=90', 308: 'private, max-age=90' };
const PASS = 'c';
const PASS_NAME = 'shortlinks-pass';
const PASS_SECONDS = 10 * 60;

/** Lets a visitor past a page that has warned them, for ten minutes. */
interface Pass {
  link_id: string;
  /** Bound to the visitor: another visitor with the same address gets the warning. */
  visitor: string;
}

/** A link that is open, or has ended: its password or a warning, its rules, its pixels, and where it leads. */
@AppProvider()
export class FollowLinkService {
  constructor(
    private readonly events: WebEventsService,
    private readonly count: CountVisitService,
    private readonly pixels: LinkPixelsService,
    private readonly tickets: TicketsService,
    private readonly addresses: ShortAddressesService,
  ) {}

  async answer(link: VisitedLink, asked: Asked): Promise<PublicAnswer> {
    const { place, method, visitor, host } = asked;
    if (link.state !== 'active') return ended(link, place);
    const ownHosts = this.addresses.ownHosts(host);
    const visit = await this.events.visit(visitor, { scope: link.id, method, ownHosts });
    const led = ledBy(link, visit);
    const hasPassword = link.password_hash !== null;
    const { value: pass, rest } = takenOut(asked.query, PASS);
    const isLetPast = pass !== null && this.isGoodPass(pass, link, visit);
    // Where a link leads is told with its warning, so its password comes first; unlock-link carries the warning then.
    if (asked.isPreview || (link.warned_at && !hasPassword && !isLetPast)) {
      const query = [`${PASS}=${this.issuePass(link, visit)}`, rest].filter(Boolean).join('&');
      const destination = hasPassword ? null : led.url;
      return previewPage({ link, place, destination, next: `${link.slug}?${query}` });
    }
    if (hasPassword) return passwordPage(place);
    if (!(await this.count.of(link, visit, led.ruleIndex))) return ended(link, place);
    const query = isLetPast ? rest : asked.query;
    const url = link.forward_query && query ? forwarded(led.url, query) : led.url;
    const firing = await this.pixels.firing(link.id, visit, visitor);
    return firing.length
      ? passingPage(place, url, this.pixels.embed(firing, visitor, linkPlace(place).apps))
      : redirect(link.redirect_status, url);
  }

  private issuePass({ id }: VisitedLink, visit: Visit): string {
    const pass: Pass = { link_id: id, visitor: hex(visit) };
    return this.tickets.sign(PASS_NAME, pass, PASS_SECONDS).ticket;
  }

  private isGoodPass(given: string | null, { id }: VisitedLink, visit: Visit): boolean {
    const pass = given ? this.tickets.open<Pass>(PASS_NAME, given) : undefined;
    return pass?.link_id === id && pass.visitor === hex(visit);
  }
}

const hex = ({ visitor_hash }: Visit) => visitor_hash.toString('hex');

const ended = ({ expired_url }: VisitedLink, place: Place) =>
  expired_url ? redirect(302, expired_url) : gonePage(place);

const redirect = (status: number, url: string): PublicAnswer =>
  redirectAnswer(url, {
    status,
    cache: KEPT[status] ?? 'private, no-store',
    headers: { ...NO_INDEX, 'Referrer-Policy': 'no-referrer-when-downgrade' },
  });
