import { BlockList, isIP } from 'node:net';
import { urlOf } from '../../urls.js';

/** Why nobody is sent to an address. */
export const DESTINATION_FAULTS = [
  'Invalid URL',
  'URL scheme is not allowed',
  'Destination host is not allowed',
  'Destination is on the blacklist',
  'Destination points back to a short link',
] as const;
export type DestinationFault = (typeof DESTINATION_FAULTS)[number];

/** The normalised URL of a link, or the reason why it is refused. */
export type Destination = { url: URL; fault?: undefined } | { url?: undefined; fault: DestinationFault };

const LONGEST = 2048;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const INWARD = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** Networks that are not public. */
const INNER = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  // Azure answers its machines at 168.63.129.16.
  '168.63.129.16/32 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '2001::/23 2001:db8::/32 2002::/16 3fff::/20',
];
/** The only range of IPv6 that is assigned so far. */
const GIVEN = listOf(['2000::/3']);
const REFUSED = listOf(INNER.flatMap((line) => line.split(' ')));

function listOf(networks: string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Checks an address by its text alone. It is never fetched. */
export function destinationOf(address: string): Destination {
  const url = urlOf(address);
  if (!url) return { fault: 'Invalid URL' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { fault: 'URL scheme is not allowed' };
  // A trailing dot means the same host.
  url.hostname = url.hostname.replace(/\.$/, '');
  if (url.username || url.password || url.href.length > LONGEST) return { fault: 'Invalid URL' };
  return isPublic(url.hostname) ? { url } : { fault: 'Destination host is not allowed' };
}

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !REFUSED.check(address, 'ipv4');
  return GIVEN.check(address, 'ipv6') && !REFUSED.check(address, 'ipv6');
}

function isPublic(host: string): boolean {
  if (host.startsWith('[')) return isPublicAddress(host.slice(1, -1));
  if (isIP(host)) return isPublicAddress(host);
  const labels = host.split('.');
  return host.length <= 253 && labels.length > 1 && labels.every((label) => LABEL.test(label)) && !INWARD.test(host);
}
