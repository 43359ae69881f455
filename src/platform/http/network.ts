import { isIP } from 'node:net';

/** Some proxies add the caller's port in X-Forwarded-For. */
const WITH_PORT = /^(?:\[([^\]]{2,60})\]|([\d.]{7,15}))(?::\d{1,5})?$/;
const MAPPED = '0:0:0:0:0:ffff:';

/**
 * The network that limits count by: an IPv4 address, or the /64 of an IPv6 address, because one customer gets
 * 2^64 addresses. An IPv4 address mapped into IPv6 counts as IPv4. The text is a valid `inet`; undefined when
 * there is no address.
 */
export function networkOf(given: string | null | undefined): string | undefined {
  const address = plainAddress(given);
  if (address === undefined || isIP(address) === 4) return address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** The canonical spelling of an address: without port and zone (`%eth0`), and mapped IPv4 as IPv4. */
export function plainAddress(given: string | null | undefined): string | undefined {
  const [, bracketed, dotted] = WITH_PORT.exec(given ?? '') ?? [];
  const [address = ''] = (bracketed ?? dotted ?? given ?? '').split('%', 1);
  const family = isIP(address);
  if (family !== 6) return family ? address : undefined;
  const groups = groupsOf(address);
  if (!groups.join(':').startsWith(MAPPED)) return address;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join('.');
}

/**
 * The eight groups of an IPv6 address. It is parsed as a URL, which writes every address in its shortest
 * form.
 */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
