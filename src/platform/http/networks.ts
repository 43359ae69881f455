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
