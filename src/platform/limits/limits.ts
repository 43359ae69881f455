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
import { tooMany } from '../http/refusal.js';
import { Redis } from './redis.js';

const MINUTES = 60;

/** Guesses that are slowed down in every mode: so many failures in so many seconds. */
const GUESSES = {
  'sign-in:account': { points: 10, duration: 15 * MINUTES },
  'sign-in:address': { points: 100, duration: 15 * MINUTES },
  'token:address': { points: 30, duration: 5 * MINUTES },
} as const;

type Guess = keyof typeof GUESSES;

/** Counts once over all processes: in Redis where there is one, else in PostgreSQL. */
@Injectable()
export class Limits {
  private readonly guesses: Record<Guess, RateLimiterAbstract> | undefined;
  private readonly requests: RateLimiterAbstract | undefined;

  constructor(config: Config, database: Database, redis: Redis) {
    const pool = poolOf(database.dataSource);
    if (config.guessLimits) {
      const entries = Object.entries(GUESSES).map(([name, limit]) => [
        name,
        counter(name, limit, pool, redis),
      ]);
      this.guesses = Object.fromEntries(entries) as Record<Guess, RateLimiterAbstract>;
    }
    if (config.rateLimit) {
      const limit = { points: config.rateLimit, duration: MINUTES, keyPrefix: 'requests' };
      const memory = new RateLimiterMemory(limit);
      // Not in PostgreSQL: a write for every read would cost more than what it guards.
      this.requests = redis.client
        ? new RateLimiterRedis({ ...limit, storeClient: redis.client, insuranceLimiter: memory })
        : memory;
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
}

function counter(
  keyPrefix: string,
  limit: { points: number; duration: number },
  pool: Pool,
  { client }: Redis,
): RateLimiterAbstract {
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

async function consume(limiter: RateLimiterAbstract | undefined, key: string): Promise<void> {
  try {
    await limiter?.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw tooMany(refused.msBeforeNext / 1000);
    throw refused;
  }
}
