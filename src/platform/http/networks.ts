import { BlockList, isIP } from 'node:net';

/** The names that Express also accepts for `trust proxy`. */
const NAMED: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

export const NETWORK_NAMES = Object.keys(NAMED);

/** A set of addresses, networks (`10.0.0.0/8`) and network names. The constructor throws on anything else. */
export class Networks {
  private readonly list = new BlockList();

  constructor(given: string[]) {
    for (const one of given.flatMap((name) => (Object.hasOwn(NAMED, name) ? (NAMED[name] ?? []) : name))) {
      this.add(one);
    }
  }

  has(address: string | undefined): boolean {
    const family = isIP(address ?? '');
    return family !== 0 && this.list.check(address as string, family === 6 ? 'ipv6' : 'ipv4');
  }

  private add(given: string): void {
    const [address = '', bits] = given.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) this.list.addAddress(address, family);
    else if (/^\d{1,3}$/.test(bits)) this.list.addSubnet(address, Number(bits), family);
    else throw new Error(`${given} is no network`);
  }
}

export function isNetwork(given: string): boolean {
  try {
    return Boolean(new Networks([given]));
  } catch {
    return false;
  }
}

export const LOOPBACK = new Networks(['loopback']);
export const NEARBY = new Networks(NETWORK_NAMES);

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

/** The eight groups of an IPv6 address. It is parsed as a URL, which writes every address in its shortest form. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
