import { isEmail } from 'class-validator';
import { AppProvider } from '../../kernel/app-provider.js';
import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { urlOf } from '../../../platform/urls.js';
import type { Block } from '../entities/block.entity.js';
import { embedOf } from './embeds.js';
import { isOnNetwork } from './networks.js';

/** Why a block cannot lead to an address. */
export const DESTINATION_FAULTS = [
  'Invalid URL',
  'URL scheme is not allowed',
  'Destination host is not allowed',
  'Destination is on the blacklist',
];

const TELEPHONE = /^\+?[0-9][0-9().-]{1,24}$/;

export type Leading = Pick<Block, 'kind' | 'url' | 'data'>;

/** Checks where a block leads, and gives back its addresses as they are stored. */
@AppProvider()
export class BlockDestinationsService {
  constructor(private readonly destinations: DestinationsService) {}

  async check({ kind, url, data }: Leading): Promise<Pick<Block, 'url' | 'data'>> {
    if (kind === 'socials') return { url, data: { items: await this.items(data.items ?? []) } };
    if (url === null) return { url, data };
    if (kind === 'embed') return { url: embedUrl(url), data };
    const contact = kind === 'link' ? contactAddress(url) : undefined;
    return { url: contact ?? (await this.destinations.check(url)), data };
  }

  /** With one question for all of them. */
  private async items(items: NonNullable<Block['data']['items']>) {
    const found = await this.destinations.checkAll(items.map(({ url }) => url));
    return items.map(({ network }, at) => {
      const { url, fault } = found[at] as (typeof found)[number];
      if (!url) throw new Refusal(400, fault);
      if (!isOnNetwork(network, url)) throw new Refusal(400, 'Destination host is not allowed');
      return { network, url: url.href };
    });
  }
}

function embedUrl(address: string): string {
  const embed = embedOf(address);
  if (!embed) throw new Refusal(400, 'This address cannot be embedded');
  return embed.url;
}

/** An address that opens a mail or a call. Undefined: it is one of the web. */
function contactAddress(address: string): string | undefined {
  const url = urlOf(address);
  switch (url?.protocol) {
    case 'mailto:':
      return expectValid(url, isEmail(decoded(url.pathname)));
    case 'tel:':
    case 'sms:':
      return expectValid(url, TELEPHONE.test(url.pathname));
    default:
      return undefined;
  }
}

function expectValid({ href }: URL, isValid: boolean): string {
  if (!isValid) throw new Refusal(400, 'Invalid URL');
  return href;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** The hosts that a stored block leads to. */
export const hostsOf = ({ url, data }: Pick<Block, 'url' | 'data'>): string[] =>
  [url, ...(data.items ?? []).map((item) => item.url)].flatMap((address) => {
    const host = address === null ? undefined : urlOf(address)?.hostname;
    return host ? [host] : [];
  });
