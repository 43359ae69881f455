import { urlOf } from '../../../platform/urls.js';
import { hostOf } from '../sites/hosts.js';
import { pathOf } from '../sites/paths.js';

const LONGEST_UTM = 100;

/** What is stored of the address of a page. Queries hold tokens and addresses, so nothing else of them is read. */
export interface RecordedUrl {
  host: string;
  path: string;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
}

export function recordedUrl(address: string): RecordedUrl | undefined {
  const url = urlOf(address);
  if (!url) return undefined;
  const read = (name: string) => plain(url.searchParams.get(name) ?? '').slice(0, LONGEST_UTM) || null;
  return {
    host: /^https?:$/.test(url.protocol) ? hostOf(url) : '',
    path: pathOf(url),
    utm_source: read('utm_source') ?? read('ref') ?? read('source'),
    utm_medium: read('utm_medium'),
    utm_campaign: read('utm_campaign'),
  };
}

/** Text that the database takes: without control characters and halves of characters. */
export const plain = (text: string) =>
  text
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim();
