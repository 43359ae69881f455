import { isbot } from 'isbot';
import { UAParser } from 'ua-parser-js';
import { headerOf, type Visit, type Visitor } from './visit.js';

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
  const { device, os, browser } = UAParser(userAgent.slice(0, LONGEST));
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
