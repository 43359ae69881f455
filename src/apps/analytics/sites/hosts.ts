import { isIP } from 'node:net';
import { parse } from 'tldts';
import { urlOf } from '../../../platform/urls.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { Site } from '../entities/site.entity.js';

const LONGEST_HOST = 253;
const LABELS = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

/** In lower case, without `www.` and the dot at the end. */
export const hostOf = ({ hostname }: URL) =>
  hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\.(?=.*\.)/, '');

/** What was pasted may be a whole address. */
function pastedHost(text: string): string {
  const url = urlOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text.trim() : `https://${text.trim()}`);
  return url && /^https?:$/.test(url.protocol) ? hostOf(url) : '';
}

const invalidDomain = () => new Refusal(400, 'Invalid domain');

/** A name that somebody can register, or one below it: not an address, and not a whole suffix such as `co.uk`. */
export function siteDomain(text: string): string {
  const host = pastedHost(text);
  const { isIp, domain } = parse(host);
  if (host.length > LONGEST_HOST || !LABELS.test(host) || isIp || domain === null) throw invalidDomain();
  return host;
}

/** Such a host may be of a test machine as well: `localhost`, an address, a name without a dot. */
export function extraHosts(texts: string[]): string[] {
  const hosts = texts.map(pastedHost);
  const isHost = (host: string) =>
    host.length <= LONGEST_HOST && (LABELS.test(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0);
  if (!hosts.every(isHost)) throw invalidDomain();
  return [...new Set(hosts)];
}

/** The domain of a site, a subdomain of it, or one of its extra hosts. */
export const isHostOf = ({ domain, extra_hosts }: Pick<Site, 'domain' | 'extra_hosts'>, host: string) =>
  host === domain || host.endsWith(`.${domain}`) || extra_hosts.includes(host);
