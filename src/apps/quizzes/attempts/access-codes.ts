import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../../../account/passwords/password-hasher.js';
import { type Attempts, Limits } from '../../../platform/limits/limits.js';

const MINUTES_10 = 10 * 60;

/** Codes that open quizzes. Never inside a transaction: hashing takes its time on purpose. */
@Injectable()
export class AccessCodes {
  private readonly guesses: Attempts;

  constructor(
    private readonly hasher: PasswordHasher,
    limits: Limits,
  ) {
    this.guesses = limits.attempts('quizzes:code', { points: 10, duration: MINUTES_10 });
  }

  hash(code: string): Promise<string> {
    return this.hasher.hash(code);
  }

  /** What is right does not count as a guess. */
  async isRight(code: string, hash: string, { quizId, userId }: { quizId: string; userId: string }) {
    const key = `${quizId}:${userId}`;
    await this.guesses.count(key);
    const isRight = await this.hasher.verify(code, hash);
    if (isRight) await this.guesses.takeBack(key);
    return isRight;
  }
}
