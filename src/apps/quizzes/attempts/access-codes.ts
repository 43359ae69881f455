import { AppProvider } from '../../kernel/app-provider.js';
import { PasswordHasherService } from '../../../account/password-hashing/password-hasher.service.js';
import type { Attempts } from '../../../platform/limits/attempts.js';
import { LimitsService } from '../../../platform/limits/limits.service.js';

const MINUTES_10 = 10 * 60;

/** Codes that open quizzes. Never inside a transaction: hashing takes its time on purpose. */
@AppProvider()
export class AccessCodes {
  private readonly guesses: Attempts;

  constructor(
    private readonly hasher: PasswordHasherService,
    limits: LimitsService,
  ) {
    this.guesses = limits.attempts('quizzes:code', { points: 10, duration: MINUTES_10 });
  }

  hash(code: string): Promise<string> {
    return this.hasher.hash(code, 'app');
  }

  /** A right code does not count as a guess. */
  isRight(code: string, hash: string, { quizId, userId }: { quizId: string; userId: string }) {
    return this.guesses.guard(`${quizId}:${userId}`, () => this.hasher.verify(code, hash, 'app'));
  }
}
