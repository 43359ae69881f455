import { AppProvider } from '../../kernel/app-provider.js';
import { headerOf, type Visitor } from '../../../web-events/visits/visit.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { isHostOf } from '../sites/hosts.js';
import { matchesPattern } from '../sites/paths.js';
import type { EventProps } from './event.inputs.js';
import { RecordedSiteRepository } from './recorded-site.repository.js';
import { plain, type RecordedUrl } from './recorded-url.js';
import type { FoundSite } from './site-lookup.service.js';

export const REASONS = ['bot', 'paused', 'host_not_allowed', 'excluded_path', 'opted_out', 'rate_limited'] as const;
export type Reason = (typeof REASONS)[number];

interface SentEvent {
  url: RecordedUrl;
  name: string;
  referrer: string | undefined;
  props: EventProps | undefined;
  visitor: Visitor;
  method: string;
}

/** Records an event of a site, unless it must not count. */
@AppProvider()
export class RecordEventService {
  constructor(
    private readonly sites: RecordedSiteRepository,
    private readonly events: WebEventsService,
  ) {}

  /** Returns why the event is not recorded. */
  async record(site: FoundSite, sent: SentEvent): Promise<Reason | undefined> {
    const { url, name, props, visitor, method } = sent;
    const { id, day } = site;
    // The header names the page itself, so a referrer that is not sent is none.
    const visit = await this.events.visit(visitor, { scope: id, method, day, referrer: sent.referrer ?? '' });
    if (visit.is_bot) return 'bot';
    if (site.status === 'paused') return 'paused';
    const { host, ...page } = url;
    if (!isHostOf(site, host)) return 'host_not_allowed';
    if (site.excluded_paths.some((pattern) => matchesPattern(pattern, page.path))) return 'excluded_path';
    if (site.respects_opt_out && hasOptedOut(visitor)) return 'opted_out';
    if (!(await this.events.admits(visit))) return 'rate_limited';
    const { visitor_hash, country, device, os, browser, referrer_host: from } = visit;
    const referrer_host = from && !isHostOf(site, from) ? from : null;
    const event = { ...page, site_id: id, visitor_hash, name, country, device, os, browser, referrer_host };
    await this.events.record(() => this.sites.add({ ...event, props: props ? storable(props) : null }));
    return undefined;
  }
}

const hasOptedOut = (visitor: Visitor) => headerOf(visitor, 'dnt') === '1' || headerOf(visitor, 'sec-gpc') === '1';

const storable = (props: EventProps): EventProps =>
  Object.fromEntries(
    Object.entries(props).map(([key, value]) => [plain(key), typeof value === 'string' ? plain(value) : value]),
  );
