import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Config } from '../platform/config/environment.js';
import { Recordings } from './recordings.js';
import { agentOf, isBot, languageOf } from './visits/agent.js';
import { referrerHost } from './visits/referrer.js';
import { SaltsRepository } from './visits/salts.repository.js';
import { headerOf, type Visit, type Visited, type Visitor } from './visits/visit.js';
import { visitorHash } from './visits/visitor-hash.js';

const PATIENCE_MS = 200;
const MOST = 30;
const SECONDS = 10;
/** What proxies say where they do not know, or it is no country: `XX`, Tor. */
const NOWHERE = new Set(['XX', 'T1', 'ZZ']);

/** How what is clicked and viewed is counted without anybody being known. */
@Injectable()
export class WebEvents {
  private readonly bucket = new RateLimiterMemory({ points: MOST, duration: SECONDS });

  constructor(
    private readonly salts: SaltsRepository,
    private readonly recordings: Recordings,
    private readonly config: Config,
  ) {}

  async visit(visitor: Visitor, visited: Visited): Promise<Visit> {
    const { scope, method, day = new Date().toISOString().slice(0, 10), referrer, ownHosts } = visited;
    return {
      visitor_hash: visitorHash(await this.salts.of(day), scope, visitor),
      is_bot: isBot(visitor, method),
      ...agentOf(visitor.userAgent),
      country: this.countryOf(visitor),
      referrer_host: referrerHost(referrer ?? headerOf(visitor, 'referer'), ownHosts),
      language: languageOf(visitor),
    };
  }

  /** Whether one more is recorded of this visitor, or of one part of what he visits: so many in ten seconds. */
  async admits({ visitor_hash }: Visit, { part = '', most = MOST } = {}): Promise<boolean> {
    try {
      await this.bucket.consume(`${visitor_hash.toString('base64')}${part}`, Math.ceil(MOST / most));
      return true;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    }
  }

  /** In a transaction without the caller's. Whoever reads waits for it a little, and is answered in any case. */
  async record(work: () => Promise<unknown>): Promise<void> {
    const recorded = this.recordings.add(work);
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
    await Promise.race([recorded, waited]);
    clearTimeout(timer);
  }

  private countryOf(visitor: Visitor): string | null {
    const { countryHeader } = this.config;
    if (!countryHeader || !visitor.viaOurProxy) return null;
    const country = headerOf(visitor, countryHeader)?.trim().toUpperCase() ?? '';
    return /^[A-Z]{2}$/.test(country) && !NOWHERE.has(country) ? country : null;
  }
}
