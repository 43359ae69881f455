import { Injectable } from '@nestjs/common';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Pool } from 'pg';
import { Config } from '../config/environment.js';
import { poolOf } from '../database/data-source.js';
import { Database } from '../database/database.js';
import { type Refusal, tooMany } from '../http/refusal.js';
import { Redis } from './redis.js';

const MINUTES = 60;

/** So many in so many seconds. */
interface Limit {
  points: number;
  duration: number;
}

/** Guesses that are slowed down in every mode: so many failures in so many seconds. */
const GUESSES = {
  'sign-in:account': { points: 10, duration: 15 * MINUTES },
  'sign-in:address': { points: 100, duration: 15 * MINUTES },
  'token:address': { points: 30, duration: 5 * MINUTES },
} as const;

type Guess = keyof typeof GUESSES;

/** What may be done so often in so many seconds, where requests are limited at all. */
const FLOODS = {
  messages: { points: 10, duration: 10 },
  conversations: { points: 5, duration: MINUTES },
} as const;

type Flood = keyof typeof FLOODS;

/** Counts once over all processes: in Redis where there is one, else in PostgreSQL. */
@Injectable()
export class Limits {
  private readonly guesses: Record<Guess, RateLimiterAbstract> | undefined;
  private readonly requests: RateLimiterAbstract | undefined;
  private readonly floods: Record<Flood, RateLimiterAbstract> | undefined;
  private readonly pool: Pool;

  constructor(
    config: Config,
    database: Database,
    private readonly redis: Redis,
  ) {
    this.pool = poolOf(database.dataSource);
    if (config.guessLimits) {
      const entries = Object.entries(GUESSES).map(([name, limit]) => [
        name,
        counter(name, limit, this.pool, redis),
      ]);
      this.guesses = Object.fromEntries(entries) as Record<Guess, RateLimiterAbstract>;
    }
    if (config.rateLimit) {
      this.requests = quick('requests', { points: config.rateLimit, duration: MINUTES }, redis);
      const entries = Object.entries(FLOODS).map(([name, limit]) => [
        name,
        quick(`flood:${name}`, limit, redis),
      ]);
      this.floods = Object.fromEntries(entries) as Record<Flood, RateLimiterAbstract>;
    }
  }

  /** A failure was seen. Throws 429 when it was one too many. */
  async failed(guess: Guess, key: string): Promise<void> {
    await consume(this.guesses?.[guess], key);
  }

  /** Whether so many failures were seen that not even a right guess is believed; then the seconds to wait. */
  async closed(guess: Guess, key: string): Promise<number | undefined> {
    const seen = await this.guesses?.[guess].get(key);
    return seen && seen.consumedPoints >= GUESSES[guess].points ? seen.msBeforeNext / 1000 : undefined;
  }

  async request(key: string): Promise<void> {
    await consume(this.requests, key);
  }

  /** Of guesses at the secret of something, such as a password that opens it: in every mode. */
  attempts(name: string, limit: Limit): Attempts {
    return new Attempts(counter(name, limit, this.pool, this.redis));
  }

  /** One more of what nobody does so often in earnest. */
  async flood(what: Flood, key: string): Promise<void> {
    await consume(this.floods?.[what], key);
  }
}

/** Each is counted before it is looked at, as many at once are many; what turns out to be right is taken back. */
export class Attempts {
  constructor(private readonly limiter: RateLimiterAbstract) {}

  count(key: string, refusal?: (seconds: number) => Refusal): Promise<void> {
    return consume(this.limiter, key, refusal);
  }

  async takeBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }
}

/** Not in PostgreSQL: a write for every read would cost more than what it guards. */
function quick(keyPrefix: string, limit: Limit, { client }: Redis): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ ...limit, keyPrefix });
  if (!client) return memory;
  return new RateLimiterRedis({ ...limit, keyPrefix, storeClient: client, insuranceLimiter: memory });
}

function counter(keyPrefix: string, limit: Limit, pool: Pool, { client }: Redis): RateLimiterAbstract {
  const inPostgres = new RateLimiterPostgres({
    ...limit,
    keyPrefix,
    storeClient: pool,
    storeType: 'pool',
    schemaName: 'platform',
    tableName: 'limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
  });
  if (!client) return inPostgres;
  return new RateLimiterRedis({ ...limit, keyPrefix, storeClient: client, insuranceLimiter: inPostgres });
}

async function consume(
  limiter: RateLimiterAbstract | undefined,
  key: string,
  refusal: (seconds: number) => Refusal = tooMany,
): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw refusal(refused.msBeforeNext / 1000);
    throw refused;
  }
}
