const LONGEST = 253;

/** The host of an address, as it is counted: lower case, without `www.`; null where there is none, or it is an own one. */
export function referrerHost(address: string | undefined, ownHosts: string[] = []): string | null {
  if (!address || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  const host = plain(new URL(address).hostname);
  return host && host.length <= LONGEST && !ownHosts.some((own) => plain(own) === host) ? host : null;
}

const plain = (host: string) =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
