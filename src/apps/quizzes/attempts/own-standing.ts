import { AppProvider } from '../../kernel/app-provider.js';
import type { Caller } from '../../../platform/access/caller.js';
import { notFound } from '../../../platform/http/refusal.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { OwnCourse } from '../quizzes/own-course.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { AccommodationRepository } from './accommodation.repository.js';
import { limitOf, windowOf } from './deadlines.js';
import { FinishAttempts } from './finish-attempts.js';
import { attemptsLeft, nextAttemptAt } from './openings.js';
import { type OwnAttempt, type Standing, StandingRepository } from './standing.repository.js';

/** A quiz as somebody stands before it. */
@AppProvider()
export class OwnStanding {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly standings: StandingRepository,
    private readonly accommodations: AccommodationRepository,
    private readonly finish: FinishAttempts,
    private readonly course: OwnCourse,
  ) {}

  async of(quizId: string, caller: Caller) {
    const quiz = await this.quizzes.findOne({ id: quizId });
    if (!quiz) throw notFound('Quiz');
    const isOwners = quiz.owner_id === caller.id || seesAsAdmin(caller);
    const standing = await this.now(quiz, caller);
    if (!isOwners && !(await this.isVisible(quiz, caller, standing))) throw notFound('Quiz');
    const [attempts, granted] = await Promise.all([
      this.standings.attempts(quiz.id, caller.id),
      this.accommodations.find(quiz.id, caller.id),
    ]);
    const next = nextAttemptAt(quiz, standing.submitted_at);
    const my = {
      attempts,
      attempts_left: attemptsLeft(quiz, standing.used, granted),
      in_progress_attempt_id: standing.running_id,
      ...reached(attempts, standing),
      next_attempt_at: next && +next > Date.now() ? next : null,
      ...windowOf(quiz, granted),
      time_limit_seconds: limitOf(quiz.time_limit_seconds, granted),
    };
    return { quiz, my, isOwners };
  }

  /** An attempt whose time is up is finished in passing. */
  private async now(quiz: Quiz, { id }: Caller): Promise<Standing> {
    const standing = await this.standings.of(quiz.id, id);
    if (!standing.running_is_overdue) return standing;
    await this.finish.ifOverdue(standing.running_id as string);
    return this.standings.of(quiz.id, id);
  }

  private async isVisible({ status, course_id }: Quiz, { id }: Caller, { used }: Standing): Promise<boolean> {
    if (used) return true;
    return status !== 'draft' && (!course_id || (await this.course.isEnrolled(id, course_id)));
  }
}

/** As far as it is released, which it is of all that is graded, or of nothing. */
function reached(attempts: OwnAttempt[], { best_percent, percent: counted_percent, passed }: Standing) {
  const isReleased = attempts.some(({ status, percent }) => status === 'graded' && percent !== null);
  const nothing = { best_percent: null, counted_percent: null, passed: null };
  return isReleased ? { best_percent, counted_percent, passed } : nothing;
}
