import { Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { poolOf } from '../../../platform/database/data-source.js';
import { Database } from '../../../platform/database/database.js';
import { Refusal } from '../../../platform/http/refusal.js';

const MINUTE = 60;

/** Guesses at the passwords of links, over all processes. Each is counted before it is looked at: many at once are many. */
@Injectable()
export class UnlockAttempts {
  private readonly ofVisitor: RateLimiterPostgres;
  private readonly onLink: RateLimiterPostgres;

  constructor(database: Database) {
    const limiter = (keyPrefix: string, points: number, duration: number) =>
      new RateLimiterPostgres({
        keyPrefix,
        points,
        duration,
        storeClient: poolOf(database.dataSource),
        storeType: 'pool',
        schemaName: 'platform',
        tableName: 'limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
      });
    this.ofVisitor = limiter('shortlinks:visitor', 10, 10 * MINUTE);
    this.onLink = limiter('shortlinks:link', 100, 60 * MINUTE);
  }

  /** What is right does not count as a guess. */
  async guarded(linkId: string, visitor: string, isRight: () => Promise<boolean>): Promise<boolean> {
    // One after the other: who is refused himself takes nothing from the others.
    await consume(this.ofVisitor, visitor);
    await consume(this.onLink, linkId);
    const right = await isRight();
    if (right) await Promise.all([this.ofVisitor.reward(visitor), this.onLink.reward(linkId)]);
    return right;
  }
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw new Refusal(409, 'Too many attempts, try again later');
    throw refused;
  }
}
