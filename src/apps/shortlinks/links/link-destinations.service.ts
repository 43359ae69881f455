import { AppProvider } from '../../kernel/app-provider.js';
import { LeadsBackService } from '../../kernel/destinations/leads-back.service.js';
import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import type { LinkRule } from '../link.inputs.js';

/** All that a link may lead to. */
export interface Leading {
  url?: string;
  rules?: LinkRule[] | null;
  expired_url?: string | null;
}

/** Checks every address that a link leads to, for new and for changed links. */
@AppProvider()
export class LinkDestinationsService {
  constructor(
    private readonly destinations: DestinationsService,
    private readonly leadsBack: LeadsBackService,
  ) {}

  /** Each link with its addresses as they are stored, or the refusal; one check for all addresses. */
  async check(ownerId: string, links: Leading[]): Promise<(Leading | string)[]> {
    const lists = links.map(addressesOf);
    const all = lists.flat();
    if (!all.length) return links;
    const looked = await this.destinations.checkAll(all, await this.leadsBack.of(ownerId));
    let at = 0;
    return links.map((link, index) => {
      const own = looked.slice(at, (at += (lists[index] as string[]).length));
      const fault = own.find((one) => one.fault)?.fault;
      const kept = own.flatMap(({ url }) => url?.href ?? []);
      return fault ?? replaced(link, kept);
    });
  }
}

const addressesOf = ({ url, rules, expired_url }: Leading): string[] =>
  [url, ...(rules ?? []).map((rule) => rule.url), expired_url].filter(
    (address) => address !== undefined && address !== null,
  );

/** In the order of `addressesOf`. */
function replaced({ url, rules, expired_url }: Leading, kept: string[]): Leading {
  const next = () => kept.shift() as string;
  return {
    url: url === undefined ? undefined : next(),
    rules: rules?.map((rule) => ({
      ...rule,
      ...(rule.countries && { countries: rule.countries.map((country) => country.toUpperCase()) }),
      ...(rule.languages && { languages: rule.languages.map((language) => language.toLowerCase()) }),
      url: next(),
    })),
    expired_url: expired_url && next(),
  };
}

interface Times {
  starts_at: Date | null;
  expires_at: Date | null;
}

/** `isNew`: the end was given just now. */
export function timesFault({ starts_at, expires_at }: Times, isNew: boolean): string | undefined {
  if (!expires_at) return undefined;
  if (starts_at && expires_at <= starts_at) return 'expires_at must be after starts_at';
  return isNew && expires_at.getTime() <= Date.now() ? 'expires_at must be in the future' : undefined;
}

export const momentOf = (given: string | null | undefined) => (given ? new Date(given) : null);
