import { isPublicAddress } from '../../../platform/http/destinations/destination.js';
import type { Routing } from '../entities/domain.entity.js';
import { type DnsAnswer, isInconclusive } from './dns-answer.js';

/** Where this installation takes its traffic. */
export interface Edge {
  host: string;
  has(address: string): boolean;
}

interface Looked {
  /** The questions for CNAME, each about the name that the one before has answered. */
  chain: DnsAnswer[];
  /** The answers for A and AAAA. */
  addresses: DnsAnswer[];
}

/** Whether traffic of a host arrives. Unknown: DNS gave no conclusion. */
export function routingOf({ chain, addresses }: Looked, edge: Edge): Routing {
  if (chain.some(({ values }) => values.includes(edge.host))) return 'ok';
  const found = addresses.flatMap(({ values }) => values);
  if (found.length && found.every((address) => edge.has(address))) return 'ok';
  if (chain.some(isInconclusive) || (!found.length && addresses.some(isInconclusive))) return 'unknown';
  if (!found.length) return chain.some(({ values }) => values.length) ? 'wrong' : 'missing';
  return found.every((address) => edge.has(address) || isPublicAddress(address)) ? 'proxied' : 'wrong';
}
