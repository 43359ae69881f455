import { Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { EventBatchesService } from './event-batches.service.js';
import {
  agentOf,
  isBot,
  languageOf,
  headerOf,
  referrerHost,
  type Visit,
  type Visited,
  type Visitor,
  visitorHash,
} from './visits/visit.js';
import { CountriesService } from './visits/countries.service.js';
import { SaltsRepository } from './visits/salts.repository.js';

const MOST_WAIT_MS = 200;
const MOST = 30;
const SECONDS = 10;

/** Describes visits without identifying visitors, limits them per visitor and records them. */
@Injectable()
export class WebEventsService {
  private readonly rateLimit = new RateLimiterMemory({ points: MOST, duration: SECONDS });

  constructor(
    private readonly salts: SaltsRepository,
    private readonly batches: EventBatchesService,
    private readonly countries: CountriesService,
  ) {}

  async visit(visitor: Visitor, visited: Visited): Promise<Visit> {
    const { scope, method, day = new Date().toISOString().slice(0, 10), referrer, ownHosts } = visited;
    return {
      visitor_hash: visitorHash(await this.salts.findOrCreate(day), scope, visitor),
      is_bot: isBot(visitor, method),
      ...agentOf(visitor.userAgent),
      country: this.countries.of(visitor),
      referrer_host: referrerHost(referrer ?? headerOf(visitor, 'referer'), ownHosts),
      language: languageOf(visitor),
    };
  }

  /**
   * Rate limit per visitor, or per part of the visited thing, in a window of ten seconds. False if the visit
   * must not be recorded.
   */
  async admits({ visitor_hash }: Visit, { part = '', most = MOST } = {}): Promise<boolean> {
    try {
      await this.rateLimit.consume(`${visitor_hash.toString('base64')}${part}`, Math.ceil(MOST / most));
      return true;
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    }
  }

  /** Runs outside of the caller's transaction. The visitor waits at most `MOST_WAIT_MS` and is answered in any case. */
  async record(work: () => unknown): Promise<void> {
    const recorded = this.batches.add(work);
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, MOST_WAIT_MS)));
    await Promise.race([recorded, waited]);
    clearTimeout(timer);
  }
}
