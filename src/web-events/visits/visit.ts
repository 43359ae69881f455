import { createHmac } from 'node:crypto';
import { networkOf } from '../../platform/http/networks.js';
import { urlOf } from '../../platform/urls.js';
import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';

const HASH_BYTES = 16;
const LONGEST_HOST = 253;

/** The visitor as the request describes them. Kept in memory only: never written, logged or answered. */
export interface Visitor {
  address: string;
  userAgent: string;
  headers: Record<string, string | string[] | undefined>;
  /** The request came through a trusted proxy, so its headers about the visitor are believed. */
  viaOurProxy: boolean;
}

/** What may be stored of a visit. Visitors can be recognised for one day, and only with the salt of that day. */
export interface Visit {
  /** The same for one visitor of one thing during one day, and different otherwise. */
  visitor_hash: Buffer;
  /** Bots are served like everybody, but not recorded. */
  is_bot: boolean;
  /** `desktop`, `mobile`, `tablet` or another type of device. */
  device: string | null;
  /** `ios`, `android`, `windows`, `macos`, `linux` or another family. */
  os: string | null;
  /** The name of the family: `Chrome`, `Safari`. */
  browser: string | null;
  /** Two capital letters. */
  country: string | null;
  referrer_host: string | null;
  /** The preferred language: `de`. */
  language: string | null;
}

export interface Visited {
  /** The id of the visited thing. Visitors cannot be recognised across things. */
  scope: string;
  /** HEAD is never a visit. */
  method?: string;
  /** `2030-01-31`, if the thing has a time zone of its own. Defaults to the day in UTC. */
  day?: string;
  /** The referrer, if it is not in the header. */
  referrer?: string;
  /** A referrer on one of these hosts counts as direct traffic. */
  ownHosts?: string[];
}

/** The value of a header; the first one if it is repeated. */
export const headerOf = ({ headers }: Visitor, name: string): string | undefined => [headers[name]].flat()[0];

export function visitorHash(salt: Buffer, scope: string, { address, userAgent }: Visitor): Buffer {
  const identity = [scope, networkOf(address) ?? address, userAgent].join('\n');
  return createHmac('sha256', salt).update(identity).digest().subarray(0, HASH_BYTES);
}

/** The host of a referrer in lower case, without `www.`. Null if there is none, or if it is an own host. */
export function referrerHost(address: string | undefined, ownHosts: string[] = []): string | null {
  const url = address && /^https?:\/\//i.test(address) ? urlOf(address) : undefined;
  const host = normalizeHost(url?.hostname ?? '');
  return host && host.length <= LONGEST_HOST && !ownHosts.some((own) => normalizeHost(own) === host) ? host : null;
}

const normalizeHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');

const LONGEST = 512;
const PREFETCHES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const PREFETCH = /\b(prefetch|prerender|preview)\b/i;

/** Programs, monitoring and prefetching browsers: no person has seen the page. */
export function isBot(visitor: Visitor, method: string | undefined): boolean {
  if (method === 'HEAD' || !visitor.userAgent) return true;
  if (PREFETCHES.some((name) => PREFETCH.test(headerOf(visitor, name) ?? ''))) return true;
  return isbot(visitor.userAgent.slice(0, LONGEST));
}

const SYSTEMS: [RegExp, string][] = [
  [/^windows/i, 'windows'],
  [/^mac os/i, 'macos'],
  [/^ios/i, 'ios'],
  [/^android|^harmonyos/i, 'android'],
  [/^chromium os/i, 'chromeos'],
  [/linux|ubuntu|debian|fedora|centos|red ?hat|suse|mint|gentoo|slackware|mageia|mandriva/i, 'linux'],
];

/** Only families: a version would make visitors easier to identify. */
export function agentOf(userAgent: string): Pick<Visit, 'device' | 'os' | 'browser'> {
  const parser = new UAParser(userAgent.slice(0, LONGEST));
  const [device, os, browser] = [parser.getDevice(), parser.getOS(), parser.getBrowser()];
  const system = SYSTEMS.find(([words]) => words.test(os.name ?? ''))?.[1] ?? os.name?.toLowerCase();
  return {
    device: device.type ?? (system ? 'desktop' : null),
    os: system?.slice(0, 32) ?? null,
    browser: browser.name?.replace(/^Mobile (?=\w)/, '').slice(0, 32) ?? null,
  };
}

/** The preferred language of `Accept-Language`, without its region. */
export function languageOf(visitor: Visitor): string | null {
  const wanted = (headerOf(visitor, 'accept-language') ?? '')
    .slice(0, LONGEST)
    .split(',')
    .map((part) => /^([a-z]{2,3})(?:-[\w-]+)?(?:\s*;\s*q=([\d.]+))?$/i.exec(part.trim()))
    .flatMap((match) => (match?.[1] ? [{ language: match[1], weight: Number(match[2] ?? 1) }] : []));
  const best = Math.max(...wanted.map(({ weight }) => weight));
  return wanted.find(({ weight }) => weight > 0 && weight === best)?.language.toLowerCase() ?? null;
}
