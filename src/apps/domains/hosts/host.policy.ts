import { isIP } from 'node:net';
import { parse } from 'tldts';
import { destinationOf } from '../../../platform/http/destinations/destination.js';

export interface Host {
  name: string;
  /** Directly below a public suffix, so that it cannot have a CNAME. */
  is_apex: boolean;
}

/** A host in lower case and as punycode, of what somebody has pasted. Undefined: nobody can own it. */
export function hostOf(given: string): Host | undefined {
  const text = given.trim();
  const name = destinationOf(text.includes('://') ? text : `https://${text}`).url?.hostname;
  // Links may lead to addresses and to names with underscores, but nobody gets a certificate for those.
  if (!name || isIP(name) || /[[_]/.test(name)) return undefined;
  const { domain, subdomain } = parse(name, { allowPrivateDomains: true });
  return domain ? { name, is_apex: !subdomain } : undefined;
}
