import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import type { NewLink } from '../link.inputs.js';
import { ShortlinksSettings } from '../shortlinks.settings.js';
import { LinkDestinationsService, type Leading, momentOf, timesFault } from './link-destinations.service.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import type { NewLinkRow } from './new-link.repository.js';
import { tagged, withDefaults } from './query-pairs.js';
import { ShortAddressesService } from './short-addresses.service.js';
import { slugFault } from './slugs.js';
import { urlOf } from '../../../platform/urls.js';

export interface Draft {
  values: Omit<NewLinkRow, 'id' | 'slug'>;
  /** Undefined: a random one. */
  slug: string | undefined;
  password: string | null;
  /** True: an existing plain link to the same address is used instead. */
  reuse: boolean;
}

/** Checks the inputs of new links and fills them in from the owner's settings. Conflicts with other links come later. */
@AppProvider()
export class LinkDraftsService {
  constructor(
    private readonly settings: AppSettings,
    private readonly destinations: LinkDestinationsService,
    private readonly addresses: ShortAddressesService,
    private readonly passwords: LinkPasswordsService,
  ) {}

  async of(ownerId: string, links: NewLink[]): Promise<(Draft | Refusal)[]> {
    const settings = await this.settings.of(ShortlinksSettings, ownerId);
    const said = links.map((link) => filledIn(link, settings));
    const leading = await this.destinations.check(ownerId, said);
    const drafts = said.map((link, at) => draftOf(link, leading[at] as Leading | string));
    const domains = await this.domainFaults(ownerId, drafts);
    return drafts.map((draft) => ('values' in draft && domains.get(draft.values.domain_id)) || draft);
  }

  async hashed(draft: Draft): Promise<Draft> {
    const { password, values } = draft;
    const password_hash = password === null ? null : await this.passwords.hash(password);
    return { ...draft, values: { ...values, password_hash } };
  }

  async hashedMany(ownerId: string, drafts: (Draft | Refusal)[]): Promise<(Draft | Refusal)[]> {
    const passwords = drafts.flatMap((draft) => ('values' in draft ? (draft.password ?? []) : []));
    if (!passwords.length) return drafts;
    const hashes = await this.passwords.hashMany(ownerId, passwords);
    return drafts.map((draft) => {
      if (!('values' in draft) || draft.password === null) return draft;
      return { ...draft, values: { ...draft.values, password_hash: hashes.get(draft.password) as string } };
    });
  }

  private async domainFaults(ownerId: string, drafts: (Draft | Refusal)[]) {
    const ids = new Set(drafts.flatMap((draft) => ('values' in draft ? draft.values.domain_id : [])));
    const faults = new Map<string | null, Refusal>();
    for (const id of ids) {
      await this.addresses.checkReady(ownerId, id).catch((fault: unknown) => {
        if (!(fault instanceof Refusal)) throw fault;
        faults.set(id, fault);
      });
    }
    return faults;
  }
}

type FilledIn = NewLink & { domain_id: string | null };

function filledIn(link: NewLink, settings: ShortlinksSettings): FilledIn {
  const isReadable = urlOf(link.url) !== undefined;
  const utm = isReadable ? withDefaults(link.url, link.utm ?? null, settings.utm_defaults) : null;
  return {
    ...link,
    utm,
    url: isReadable ? tagged(link.url, utm) : link.url,
    slug: link.slug?.toLowerCase(),
    domain_id: link.domain_id === undefined ? settings.default_domain_id : link.domain_id,
    redirect_status: link.redirect_status ?? settings.default_redirect_status,
    forward_query: link.forward_query ?? settings.default_forward_query,
    reuse_existing: link.reuse_existing ?? settings.default_reuse_existing,
  };
}

function draftOf(link: FilledIn, leading: Leading | string): Draft | Refusal {
  if (typeof leading === 'string') return new Refusal(400, leading);
  const { slug, password = null } = link;
  const fault = slug === undefined ? undefined : slugFault(slug, link.domain_id !== null);
  if (fault) return new Refusal(400, fault);
  const values: Draft['values'] = {
    domain_id: link.domain_id,
    url: leading.url as string,
    title: link.title ?? null,
    external_id: link.external_id ?? null,
    tags: [...new Set(link.tags)],
    redirect_status: link.redirect_status as Draft['values']['redirect_status'],
    forward_query: Boolean(link.forward_query),
    utm: link.utm ?? null,
    rules: leading.rules ?? [],
    password_hash: null,
    starts_at: momentOf(link.starts_at),
    expires_at: momentOf(link.expires_at),
    expired_url: leading.expired_url ?? null,
    max_clicks: link.max_clicks ?? null,
  };
  const times = timesFault(values, true);
  if (times) return new Refusal(400, times);
  const isAnybodys = slug === undefined && values.external_id === null && password === null;
  return { values, slug, password, reuse: Boolean(link.reuse_existing) && isAnybodys && isPlain(values) };
}

/** True if the link only redirects to its address. */
const isPlain = ({ rules, starts_at, expires_at, expired_url, max_clicks }: Draft['values']) =>
  !rules.length && !starts_at && !expires_at && !expired_url && max_clicks === null;
