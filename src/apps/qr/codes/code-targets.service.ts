import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { LeadsBackService } from '../../kernel/destinations/leads-back.service.js';
import type { Kind } from '../contents/contents.js';
import type { Code, Mode } from '../entities/code.entity.js';

/** What a code may lead to or hold. */
export interface Leading {
  kind: Kind;
  mode: Mode;
  content?: object;
  link_id?: string | null;
  fallback_url?: string | null;
}

/** As it is stored; only what was given. */
export type Led = Partial<Pick<Code, 'content' | 'link_id' | 'fallback_url'>>;

/** Checks the addresses and short links of codes. */
@AppProvider()
export class CodeTargetsService {
  constructor(
    private readonly destinations: DestinationsService,
    private readonly leadsBack: LeadsBackService,
    private readonly services: AppServices,
  ) {}

  /** Each with its addresses as they are stored, or why it is refused; one check for all addresses. */
  async check(ownerId: string, codes: Leading[]): Promise<(Led | Refusal)[]> {
    const addresses = codes.flatMap((code) => addressesOf(code));
    const links = [...new Set(codes.flatMap(({ link_id }) => link_id ?? []))];
    const [checked, found] = await Promise.all([
      addresses.length ? this.destinations.checkAll(addresses, await this.leadsBack.of(ownerId)) : [],
      links.length ? this.services.of('shortlinks')?.findAll(ownerId, links) : undefined,
    ]);
    let at = 0;
    return codes.map((code): Led | Refusal => {
      const own = checked.slice(at, (at += addressesOf(code).length));
      const fault = own.find((one) => one.fault)?.fault;
      if (fault) return new Refusal(400, fault);
      if (code.link_id && !found?.has(code.link_id)) return notFound('Short link');
      return stored(
        code,
        own.map(({ url }) => url?.href as string),
      );
    });
  }
}

/** Only a dynamic code of kind `url` leads to a short link. */
export function expectEither({ kind, mode, content, link_id }: Leading): void {
  const mayHaveLink = kind === 'url' && mode === 'dynamic';
  const isOne = Boolean(link_id) !== (content !== undefined);
  if (!isOne || (link_id && !mayHaveLink)) throw new Refusal(400, 'Give either content or link_id');
}

const addressesOf = ({ kind, content, fallback_url }: Leading): string[] => [
  ...(kind === 'url' && content ? [urlOf(content)] : []),
  ...(fallback_url ? [fallback_url] : []),
];

/** `addresses`: in the order of `addressesOf`, as they are stored. */
function stored({ kind, content, link_id, fallback_url }: Leading, addresses: string[]): Led {
  const url = kind === 'url' && content ? addresses.shift() : undefined;
  return {
    ...(content && { content: url === undefined ? content : { url }, link_id: null }),
    ...(link_id && { content: {}, link_id }),
    ...(fallback_url !== undefined && { fallback_url: fallback_url === null ? null : addresses.shift() }),
  };
}

export const urlOf = (content: object) => (content as { url: string }).url;
