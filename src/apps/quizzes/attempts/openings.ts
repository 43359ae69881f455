import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { AccommodationRepository } from './accommodation.repository.js';
import { AttemptRepository } from './attempt.repository.js';
import { type Granted, isOverdue, windowOf } from './deadlines.js';
import { FinishAttempts } from './finish-attempts.js';

const MINUTE = 60_000;

/** When and how often somebody may begin. */
@AppProvider()
export class Openings {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly attempts: AttemptRepository,
    private readonly accommodations: AccommodationRepository,
    private readonly finish: FinishAttempts,
  ) {}

  async hold(quizId: string): Promise<Quiz> {
    const quiz = await this.quizzes.lockShared(quizId);
    if (!quiz) throw notFound('Quiz');
    return quiz;
  }

  /** One whose time is up is finished in passing, and runs no more. */
  async running(quizId: string, userId: string): Promise<QuizAttempt | undefined> {
    const attempt = await this.attempts.lockRunning(quizId, userId);
    if (!attempt || !isOverdue(attempt)) return attempt;
    await this.finish.finish(attempt);
    return undefined;
  }

  granted(quizId: string, userId: string): Promise<Granted | undefined> {
    return this.accommodations.find(quizId, userId);
  }

  async nextPreview(quizId: string, userId: string): Promise<number> {
    return (await this.attempts.numbers(quizId, userId, true)).last + 1;
  }

  /** Refused when the taker may not begin now. */
  async nextNumber(quiz: Quiz, userId: string, granted: Granted | undefined): Promise<number> {
    const { opens_at, closes_at } = windowOf(quiz, granted);
    const now = new Date();
    if (opens_at && opens_at > now) throw new Refusal(409, `Quiz opens on ${opens_at.toISOString()}`);
    if (closes_at && closes_at <= now) throw new Refusal(409, 'Quiz is closed');
    const { last, submitted_at } = await this.attempts.numbers(quiz.id, userId, false);
    if (attemptsLeft(quiz, last, granted) === 0) throw new Refusal(409, 'No attempts left');
    const next = nextAttemptAt(quiz, submitted_at);
    if (next && next > now) throw new Refusal(409, `Next attempt is possible from ${next.toISOString()}`);
    return last + 1;
  }
}

/** Null: unlimited attempts. */
export const attemptsLeft = ({ max_attempts }: Quiz, used: number, granted: Granted | undefined) =>
  max_attempts === null ? null : Math.max(0, max_attempts + (granted?.extra_attempts ?? 0) - used);

export const nextAttemptAt = ({ attempt_gap_minutes }: Quiz, submittedAt: Date | null) =>
  submittedAt && attempt_gap_minutes ? new Date(+submittedAt + attempt_gap_minutes * MINUTE) : null;
