import { urlOf } from '../../platform/urls.js';

const LONGEST = 253;

/** The host of an address, as it is counted: lower case, without `www.`; null where there is none, or it is an own one. */
export function referrerHost(address: string | undefined, ownHosts: string[] = []): string | null {
  const url = address && /^https?:\/\//i.test(address) ? urlOf(address) : undefined;
  const host = plain(url?.hostname ?? '');
  return host && host.length <= LONGEST && !ownHosts.some((own) => plain(own) === host) ? host : null;
}

const plain = (host: string) =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
