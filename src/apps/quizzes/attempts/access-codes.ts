import { Injectable } from '@nestjs/common';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { PasswordHasher } from '../../../account/passwords/password-hasher.js';
import { poolOf } from '../../../platform/database/data-source.js';
import { Database } from '../../../platform/database/database.js';
import { tooMany } from '../../../platform/http/refusal.js';

const MINUTES_10 = 10 * 60;

/** Codes that open quizzes. Never inside a transaction: hashing takes its time on purpose. */
@Injectable()
export class AccessCodes {
  private readonly guesses: RateLimiterPostgres;

  constructor(
    private readonly hasher: PasswordHasher,
    database: Database,
  ) {
    this.guesses = new RateLimiterPostgres({
      keyPrefix: 'quizzes:code',
      points: 10,
      duration: MINUTES_10,
      storeClient: poolOf(database.dataSource),
      storeType: 'pool',
      schemaName: 'platform',
      tableName: 'limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
  }

  hash(code: string): Promise<string> {
    return this.hasher.hash(code);
  }

  /** Each is counted before it is looked at: many guesses at once are many. What is right is no guess. */
  async isRight(code: string, hash: string, { quizId, userId }: { quizId: string; userId: string }) {
    const key = `${quizId}:${userId}`;
    try {
      await this.guesses.consume(key);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) throw tooMany(Math.ceil(refused.msBeforeNext / 1000));
      throw refused;
    }
    const isRight = await this.hasher.verify(code, hash);
    if (isRight) await this.guesses.reward(key);
    return isRight;
  }
}
