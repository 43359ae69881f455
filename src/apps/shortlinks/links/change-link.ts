import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { Link } from '../entities/link.entity.js';
import type { ChangedLink } from '../link.inputs.js';
import { CheckLinks, type Leading, momentOf, timesFault } from './check-links.js';
import { type LinkChanges, LinkRepository } from './link.repository.js';
import { NewLinkRepository } from './new-link.repository.js';
import { tagged } from './query-pairs.js';
import { ShortAddresses } from './short-addresses.js';
import { slugFault } from './slugs.js';
import { urlOf } from '../../../platform/urls.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';

export type Changing = ChangedLink & { status?: Link['status']; reset_clicks_used?: boolean };

/** What may be changed of a link that people have in their hands; in a transaction. */
@AppProvider()
export class ChangeLink {
  constructor(
    private readonly links: LinkRepository,
    private readonly newLinks: NewLinkRepository,
    private readonly check: CheckLinks,
    private readonly addresses: ShortAddresses,
  ) {}

  /** `hash`: of the password that is given; null takes the one that is there away. */
  async of(id: string, given: Changing, caller: Caller, hash: string | null | undefined): Promise<void> {
    const link = await this.links.lock(id);
    if (!link) throw notFound('Link');
    const leading = await this.leading(link, given);
    const changes = { ...plainOf(given), ...timesOf(link, given), ...leading, ...placeOf(link, given) };
    const isMoved = changes.domain_id !== undefined && changes.domain_id !== link.domain_id;
    if (isMoved) await this.addresses.checkReady(link.owner_id, changes.domain_id ?? null);
    if (link.blocked_at && !allowedBySiteRole(caller)) throw new Refusal(409, 'Link is blocked');
    await this.links.change(id, { ...changes, ...(hash !== undefined && { password_hash: hash }) });
    const retired = isMoved || changes.slug !== undefined ? await this.newLinks.retired([id]) : [];
    if (retired.length) throw new Refusal(409, 'Slug is taken');
  }

  private async leading(link: Link, given: Changing): Promise<LinkChanges> {
    const { rules, expired_url } = given;
    const url = addressOf(link, given);
    const [found] = await this.check.destinationsOf(link.owner_id, [{ url, rules, expired_url }]);
    if (typeof found === 'string') throw new Refusal(400, found);
    const led = found as Leading;
    return {
      ...(led.url !== undefined && { url: led.url, url_checked_at: new Date() }),
      ...(rules !== undefined && { rules: led.rules ?? [] }),
      ...(expired_url !== undefined && { expired_url: led.expired_url ?? null }),
    };
  }
}

/** Undefined: it stays what it is. What was part of it for its UTM alone goes with that. */
function addressOf(link: Link, { url, utm }: Changing): string | undefined {
  if (url === undefined && utm === undefined) return undefined;
  if (url !== undefined && !urlOf(url)) return url;
  return tagged(url ?? link.url, utm === undefined ? link.utm : utm, url === undefined ? link.utm : null);
}

function plainOf(given: Changing): LinkChanges {
  const { title, external_id, utm, max_clicks, status, redirect_status, forward_query, tags } = given;
  const kept = { title, external_id, utm, max_clicks, status };
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    ...(redirect_status !== undefined && { redirect_status: redirect_status ?? 302 }),
    ...(forward_query !== undefined && { forward_query: forward_query ?? false }),
    ...(tags !== undefined && { tags: [...new Set(tags)] }),
    ...(given.reset_clicks_used && { clicks_used: 0 }),
  };
}

function timesOf(link: Link, { starts_at, expires_at }: Changing): LinkChanges {
  const times = {
    starts_at: starts_at === undefined ? link.starts_at : momentOf(starts_at),
    expires_at: expires_at === undefined ? link.expires_at : momentOf(expires_at),
  };
  if (starts_at === undefined && expires_at === undefined) return {};
  const fault = timesFault(times, Boolean(expires_at));
  if (fault) throw new Refusal(400, fault);
  return times;
}

/** Its slug and its domain, where they become others. */
function placeOf(link: Link, given: Changing): LinkChanges {
  const slug = given.slug?.toLowerCase() ?? link.slug;
  const domain_id = given.domain_id === undefined ? link.domain_id : given.domain_id;
  if (slug === link.slug && domain_id === link.domain_id) return {};
  const fault = slugFault(slug, domain_id !== null);
  if (fault) throw new Refusal(400, fault);
  return { slug, domain_id };
}
