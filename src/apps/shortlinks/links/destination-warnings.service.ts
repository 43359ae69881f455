import dns from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AppProvider } from '../../kernel/app-provider.js';
import { domainToUnicode } from 'node:url';

export const WARNINGS = ['not_https', 'nested_shortener', 'mixed_script_host', 'host_does_not_resolve'] as const;
export type Warning = (typeof WARNINGS)[number];

const SHORTENERS =
  'bit.ly bitly.com buff.ly cutt.ly dub.sh goo.gl is.gd lnkd.in ow.ly rb.gy rebrand.ly shorturl.at soo.gd t.co t.ly tiny.cc tinyurl.com v.gd';
const SHORTENER_HOSTS = new Set(SHORTENERS.split(' '));

/** Letters that are written together; the three of Japanese are one. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u,
];
const PATIENCE_MS = 2_000;

/** What may be wrong with a destination that is allowed. It is never fetched; only its name is looked up. */
@AppProvider()
export class DestinationWarningsService {
  async of(url: URL): Promise<Warning[]> {
    const { protocol, hostname } = url;
    const holds: Record<Warning, boolean> = {
      not_https: protocol !== 'https:',
      nested_shortener: SHORTENER_HOSTS.has(hostname.replace(/^www\./, '')),
      mixed_script_host: domainToUnicode(hostname).split('.').some(isMixed),
      host_does_not_resolve: !(await resolves(hostname)),
    };
    return WARNINGS.filter((warning) => holds[warning]);
  }
}

const isMixed = (label: string) => SCRIPTS.filter((script) => script.test(label)).length > 1;

async function resolves(host: string): Promise<boolean> {
  if (isIP(host.replace(/^\[|\]$/g, ''))) return true;
  const resolver = new Resolver({ timeout: PATIENCE_MS, tries: 1 });
  // The named function would go on telling those of the start.
  resolver.setServers(dns.getServers());
  const asked = Promise.any([resolver.resolve4(host), resolver.resolve6(host)]);
  return asked.then(
    () => true,
    () => false,
  );
}
