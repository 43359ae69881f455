import { Injectable } from '@nestjs/common';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Pool } from 'pg';
import { Environment } from '../config/environment.js';
import { poolOf } from '../database/connection/data-source.js';
import { DatabaseService } from '../database/database.service.js';
import { tooMany } from '../http/refusal.js';
import { Attempts, type Limit } from './attempts.js';
import { RedisClient } from './redis.client.js';
import { hasPrimary, SharedCount } from './shared-count.js';

const MINUTES = 60;

/** Limits of failed guesses, in every mode unless RATE_LIMIT is off. */
const GUESSES = {
  'sign-in:account': { points: 10, duration: 15 * MINUTES },
  'sign-in:address': { points: 100, duration: 15 * MINUTES },
  /** Per account, from a network from which it has signed in before. */
  'sign-in:known': { points: 100, duration: 60 * MINUTES },
  /** After `sign-in:known` is used up: per account, from a device from which it has signed in before. */
  'sign-in:device': { points: 1, duration: MINUTES },
  'token:address': { points: 30, duration: 5 * MINUTES },
} as const;

type Guess = keyof typeof GUESSES;

/** Limits of frequent operations, only when requests are limited at all. */
const FLOODS = {
  messages: { points: 10, duration: 10 },
  conversations: { points: 5, duration: MINUTES },
} as const;

type Flood = keyof typeof FLOODS;

/**
 * Characters of Markdown that one account may have rendered as HTML, in every mode. Rendering 50,000 of them
 * may block the process for 0.1 s; this allows a dozen such texts a minute.
 */
const RENDERED_CHARACTERS = { points: 600_000, duration: MINUTES };

/** Counters shared by all processes: in Redis if configured, else in PostgreSQL. */
@Injectable()
export class LimitsService {
  /** With RATE_LIMIT=off these count nothing. */
  readonly guesses: Record<Guess, Attempts>;
  private readonly requests: RateLimiterAbstract | undefined;
  private readonly floods: Record<Flood, RateLimiterAbstract> | undefined;
  private readonly renderedCharacters: RateLimiterAbstract | undefined;
  private readonly pool: Pool;

  constructor(
    environment: Environment,
    private readonly database: DatabaseService,
    private readonly redis: RedisClient,
  ) {
    this.pool = poolOf(database.dataSource);
    const guesses = Object.entries(GUESSES).map(([name, limit]) => [
      name,
      this.createAttempts(limit, environment.guessLimits ? exactCounter(name, limit, this.pool, redis) : undefined),
    ]);
    this.guesses = Object.fromEntries(guesses) as Record<Guess, Attempts>;
    this.renderedCharacters = environment.guessLimits
      ? approximateCounter('drawn', RENDERED_CHARACTERS, redis)
      : undefined;
    if (environment.rateLimit) {
      this.requests = approximateCounter('requests', { points: environment.rateLimit, duration: MINUTES }, redis);
      const entries = Object.entries(FLOODS).map(([name, limit]) => [
        name,
        approximateCounter(`flood:${name}`, limit, redis),
      ]);
      this.floods = Object.fromEntries(entries) as Record<Flood, RateLimiterAbstract>;
    }
  }

  async request(key: string): Promise<void> {
    await this.consume(this.requests, key);
  }

  /** For guesses at a secret such as the password of a link; limited in every mode. */
  attempts(name: string, limit: Limit): Attempts {
    return this.createAttempts(limit, exactCounter(name, limit, this.pool, this.redis));
  }

  /** Counts each call, exactly and for all processes: for what is rare, because a count is a write. Limited in every mode. */
  calls(name: string, limit: Limit): (key: string) => Promise<void> {
    const limiter = exactCounter(name, limit, this.pool, this.redis);
    return (key) => this.consume(limiter, key);
  }

  /** Counts an operation that legitimate users do not repeat so often. */
  async flood(what: Flood, key: string): Promise<void> {
    await this.consume(this.floods?.[what], key);
  }

  /** Counts characters that are about to be rendered for the account. */
  async draw(accountId: string, characters: number): Promise<void> {
    await this.consume(this.renderedCharacters, accountId, characters);
  }

  private consume(limiter: RateLimiterAbstract | undefined, key: string, points = 1): Promise<void> {
    this.database.refuseInTransaction('Counting a limit');
    return consume(limiter, key, points);
  }

  private createAttempts({ points }: Limit, limiter: RateLimiterAbstract | undefined): Attempts {
    return new Attempts(limiter, points, this.database);
  }
}

/**
 * PostgreSQL is not used here: a write for every read would cost more than what it protects. Without Redis,
 * the processes of one machine share a counter.
 */
function approximateCounter(keyPrefix: string, limit: Limit, { client }: RedisClient): RateLimiterAbstract {
  if (!client && hasPrimary()) return new SharedCount({ ...limit, keyPrefix });
  const memory = new RateLimiterMemory({ ...limit, keyPrefix });
  if (!client) return memory;
  return new RateLimiterRedis({ ...limit, keyPrefix, storeClient: client, insuranceLimiter: memory });
}

function exactCounter(keyPrefix: string, limit: Limit, pool: Pool, { client }: RedisClient): RateLimiterAbstract {
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

async function consume(limiter: RateLimiterAbstract | undefined, key: string, points: number): Promise<void> {
  try {
    await limiter?.consume(key, points);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw tooMany(refused.msBeforeNext / 1000);
    throw refused;
  }
}
