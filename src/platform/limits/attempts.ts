import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import type { DatabaseService } from '../database/database.service.js';
import { type Refusal, tooMany } from '../http/refusal.js';

/** `points` events in `duration` seconds. */
export interface Limit {
  points: number;
  duration: number;
}

export type TooMany = (seconds: number) => Refusal;

/**
 * One counter holds two numbers: each attempt adds OPEN before the secret is compared, and a failure adds 1
 * when it is known. So `number / OPEN` counts the attempts that were let through and not returned, and
 * `number % OPEN` counts the failures.
 */
const OPEN = 10_000;
/** The time that a full queue of password hashes may take on a busy machine. */
const WAIT_SECONDS = 20;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 320;

const letThrough = (number: number) => Math.floor(number / OPEN);
const failedOf = (number: number) => number % OPEN;

/**
 * Limits attempts at a secret. Each attempt is counted before the comparison, so that parallel attempts get
 * no more tries than sequential ones, and returned when the secret was right. An attempt above the limit
 * waits while others of its key are still compared, because those may be right: only failures refuse it.
 */
export class Attempts {
  constructor(
    /** Undefined when guesses are not limited. */
    private readonly counter: RateLimiterAbstract | undefined,
    private readonly points: number,
    /**
     * Needed to refuse a call inside a transaction: the counters are in Redis or on a second connection, and
     * the transaction would hold its own meanwhile.
     */
    private readonly database: DatabaseService,
  ) {}

  /** Returns the result of `compare`; a falsy result is a failure. An error is neither success nor failure. */
  async guard<T>(key: string, compare: () => Promise<T>, refusal: TooMany = tooMany): Promise<T> {
    if (!this.counter) return compare();
    const until = await this.countAttempt(this.counter, key, refusal);
    const takeBack = async () => {
      // Otherwise a new period has begun, which does not count this attempt.
      if (Date.now() < until) await this.counter?.reward(key, OPEN);
    };
    let result: T;
    try {
      result = await compare();
    } catch (error) {
      await takeBack();
      throw error;
    }
    if (result) await takeBack();
    else if (Date.now() < until) await this.counter.penalty(key, 1);
    return result;
  }

  /** Counts a failure that the caller detected, and refuses when it exceeds the limit. */
  async fail(key: string): Promise<void> {
    this.database.refuseInTransaction('Counting a limit');
    const seen = await this.counter?.penalty(key, OPEN + 1);
    if (seen && failedOf(seen.consumedPoints) > this.points) throw tooMany(seen.msBeforeNext / 1000);
  }

  /** True when failures alone have reached the limit. */
  async isUsedUp(key: string): Promise<boolean> {
    this.database.refuseInTransaction('Reading a limit');
    const seen = await this.counter?.get(key);
    return !!seen && failedOf(seen.consumedPoints) >= this.points;
  }

  /** Returns the time, in milliseconds, at which the period ends that the attempt was counted in. */
  private async countAttempt(counter: RateLimiterAbstract, key: string, refusal: TooMany): Promise<number> {
    this.database.refuseInTransaction('Counting a limit');
    const end = Date.now() + WAIT_SECONDS * 1000;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const seen = await counter.get(key);
      if (seen && failedOf(seen.consumedPoints) >= this.points) throw refusal(seen.msBeforeNext / 1000);
      if (!seen || letThrough(seen.consumedPoints) < this.points) {
        const counted = await counter.penalty(key, OPEN);
        if (letThrough(counted.consumedPoints) <= this.points) return Date.now() + counted.msBeforeNext;
        await counter.reward(key, OPEN);
      }
      if (Date.now() > end) throw refusal(WAIT_SECONDS);
      // The pause is random, so that waiting attempts do not all continue at the same moment.
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}
