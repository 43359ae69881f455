import { IsBoolean, IsIn } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { Link, STATUSES } from '../entities/link.entity.js';
import { type Leading, LinkDestinationsService, momentOf, timesFault } from '../links/link-destinations.service.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import { type LinkChanges, LinkRepository } from '../links/link.repository.js';
import { LinksService } from '../links/links.service.js';
import { NewLinkRepository } from '../links/new-link.repository.js';
import { tagged } from '../links/query-pairs.js';
import { ShortAddressesService } from '../links/short-addresses.service.js';
import { slugFault } from '../links/slugs.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { urlOf } from '../../../platform/urls.js';
import { allowedBySiteRole } from '../../kernel/calls/site-role.js';
import { ChangedLink } from '../link.inputs.js';
import { CONFLICTS, WRONG } from '../refusals.js';
import { LinkView } from '../shortlinks.views.js';

class Input extends ChangedLink {
  @Uuid() link_id!: string;
  @Optional() @IsIn(STATUSES) status?: (typeof STATUSES)[number];
  @Optional() @IsBoolean() reset_clicks_used?: boolean;
}

type Hash = string | null | undefined;

class Result extends answerWith('link', () => LinkView) {}

@Action('update-link', {
  access: 'owner',
  target: { entity: Link, by: 'link_id' },
  changes: true,
  description: 'Changes what is given; null clears. The old slug of a link that gets another answers 410.',
  input: Input,
  result: Result,
  refuses: { 400: WRONG, 404: ['Domain not found'], 409: [...CONFLICTS, 'Link is blocked'] },
})
export class UpdateLink {
  constructor(
    private readonly repository: LinkRepository,
    private readonly newLinks: NewLinkRepository,
    private readonly destinations: LinkDestinationsService,
    private readonly addresses: ShortAddressesService,
    private readonly passwords: LinkPasswordsService,
    private readonly links: LinksService,
  ) {}

  /** The hash of a new password; null removes the password, undefined keeps it. */
  prepare({ input: { password } }: Preparation<Input, Link>): Promise<string | null | undefined> {
    return typeof password === 'string' ? this.passwords.hash(password) : Promise.resolve(password);
  }

  async run({ input, caller, target: link, prepared: password_hash }: Call<Input, Link, undefined, Hash>) {
    const { id, owner_id } = link;
    const led = await this.leading(link, input);
    const changes = { ...plainOf(input), ...timesOf(link, input), ...led, ...placeOf(link, input) };
    const isMoved = changes.domain_id !== undefined && changes.domain_id !== link.domain_id;
    if (isMoved) await this.addresses.checkReady(owner_id, changes.domain_id ?? null);
    if (link.blocked_at && !allowedBySiteRole(caller)) throw new Refusal(409, 'Link is blocked');
    await this.repository.change(id, { ...changes, ...(password_hash !== undefined && { password_hash }) });
    const retired = isMoved || changes.slug !== undefined ? await this.newLinks.retired([id]) : [];
    if (retired.length) throw new Refusal(409, 'Slug is taken');
    return { link: await this.links.show(id) };
  }

  private async leading(link: Link, given: Input): Promise<LinkChanges> {
    const { rules, expired_url } = given;
    const url = addressOf(link, given);
    const [found] = await this.destinations.check(link.owner_id, [{ url, rules, expired_url }]);
    if (typeof found === 'string') throw new Refusal(400, found);
    const led = found as Leading;
    return {
      ...(led.url !== undefined && { url: led.url, url_checked_at: new Date() }),
      ...(rules !== undefined && { rules: led.rules ?? [] }),
      ...(expired_url !== undefined && { expired_url: led.expired_url ?? null }),
    };
  }
}

/** Undefined: the address does not change. Pairs that only the former UTM had added are removed. */
function addressOf(link: Link, { url, utm }: Input): string | undefined {
  if (url === undefined && utm === undefined) return undefined;
  if (url !== undefined && !urlOf(url)) return url;
  return tagged(url ?? link.url, utm === undefined ? link.utm : utm, url === undefined ? link.utm : null);
}

function plainOf(given: Input): LinkChanges {
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

function timesOf(link: Link, { starts_at, expires_at }: Input): LinkChanges {
  const times = {
    starts_at: starts_at === undefined ? link.starts_at : momentOf(starts_at),
    expires_at: expires_at === undefined ? link.expires_at : momentOf(expires_at),
  };
  if (starts_at === undefined && expires_at === undefined) return {};
  const fault = timesFault(times, Boolean(expires_at));
  if (fault) throw new Refusal(400, fault);
  return times;
}

/** The slug and the domain, if one of them changes. */
function placeOf(link: Link, given: Input): LinkChanges {
  const slug = given.slug?.toLowerCase() ?? link.slug;
  const domain_id = given.domain_id === undefined ? link.domain_id : given.domain_id;
  if (slug === link.slug && domain_id === link.domain_id) return {};
  const fault = slugFault(slug, domain_id !== null);
  if (fault) throw new Refusal(400, fault);
  return { slug, domain_id };
}
