import { isIP } from 'node:net';
import { isPublicAddress } from '../destinations/destination.js';
import { plainAddress } from '../networks.js';

export interface SafeRequest {
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For everything together: names, redirects, the whole answer. */
  timeoutMs?: number;
  /** Of the body after decompression. */
  maxBytes?: number;
  /** Names of headers that another origin must not see, beside authorization and cookies. */
  secretHeaders?: string[];
  /** A body with secrets is not sent to another origin either. */
  secretBody?: boolean;
  /** Further hosts that are not called, such as domains of users that lead to the platform. */
  refusesHost?: (host: string) => Promise<boolean>;
}

export interface SafeResponse {
  status: number;
  /** Lower-case names; cookies are not kept. */
  headers: Record<string, string>;
  body: Buffer;
  /** After redirects. */
  url: string;
}

/** Why there is no answer. The message is for the user who wrote the address. */
export class SafeHttpFault extends Error {
  constructor(
    message: string,
    /** Whether the same request may succeed later. */
    readonly retryable: boolean,
  ) {
    super(message);
  }
}

export const NOT_ALLOWED = 'Address is not allowed';
export const notAllowed = () => new SafeHttpFault(NOT_ALLOWED, false);

const PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };
const MOST_CHARS = 8192;

/** Addresses and ports that the operator allows although they are not public. */
export class AllowedAddresses {
  private readonly list: Set<string>;

  constructor(given: string[]) {
    this.list = new Set(given);
  }

  has(address: string, port: string): boolean {
    return this.list.has(`${address}:${port}`) || this.list.has(`[${address}]:${port}`);
  }

  /** Whether some address may be called at this port. */
  knowsPort(port: string): boolean {
    return [...this.list].some((one) => one.endsWith(`:${port}`));
  }

  /** The rule of every connection: a public address at the port of the scheme, or what the operator allows. */
  mayCall(address: string, url: URL): boolean {
    const port = portOf(url);
    const plain = plainAddress(address) ?? '';
    if (this.has(plain, port)) return true;
    // An IPv4 address within IPv6 is refused as such: 2000::/3 alone is public.
    return port === PORTS[url.protocol] && isPublicAddress(address);
  }
}

export const portOf = (url: URL) => url.port || (PORTS[url.protocol] ?? '');

/** What the text of an address shows before any name is resolved. */
export function safeUrl(given: string, base: URL | undefined, allowed: AllowedAddresses): URL {
  let url: URL;
  try {
    url = new URL(given, base);
  } catch {
    throw new SafeHttpFault('Invalid URL', false);
  }
  if (!(url.protocol in PORTS) || url.username || url.password || url.href.length > MOST_CHARS) throw notAllowed();
  url.hostname = url.hostname.replace(/\.$/, '');
  // With another dot it would be another spelling of a name that is refused.
  if (url.hostname.endsWith('.')) throw notAllowed();
  const port = portOf(url);
  if (port !== PORTS[url.protocol] && !allowed.knowsPort(port)) throw notAllowed();
  const literal = literalOf(url);
  if (literal !== undefined && !allowed.mayCall(literal, url)) throw notAllowed();
  return url;
}

/** The IP address that stands in the place of a name. */
export function literalOf({ hostname }: URL): string | undefined {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(address) ? address : undefined;
}
