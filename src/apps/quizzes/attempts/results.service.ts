import { AppProvider } from '../../kernel/app-provider.js';
import { NOW } from '../../../platform/database/entity.repository.js';
import { AppServices } from '../../contracts/app-services.js';
import { isReleased } from './attempt.policy.js';
import { AttemptRepository, type Scored } from './attempt.repository.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { QuizNotificationsService } from '../quiz-notifications.service.js';

/** The scores of attempts and what follows from them: completed lessons, and notifications. */
@AppProvider()
export class ResultsService {
  constructor(
    private readonly attempts: AttemptRepository,
    private readonly services: AppServices,
    private readonly notifications: QuizNotificationsService,
  ) {}

  /** Scores attempts that are locked. Takers who pass complete their lessons. */
  async score(quizId: string, attemptIds: string[]): Promise<Scored[]> {
    const scored = await this.attempts.score(attemptIds);
    const changed = scored.filter(
      (one) => one.old_status !== one.status || one.old_percent !== one.percent || one.old_passed !== one.passed,
    );
    await this.completeLessons(quizId, changed);
    return scored;
  }

  /** A taker who submits sees the result at once, so no notification at the closing is needed. */
  async notifyFinished(quiz: Quiz, attempt: Scored, isLate: boolean): Promise<void> {
    if (attempt.preview) return;
    if (attempt.status === 'submitted') {
      const isSent = await this.notifications.notifyToGrade(quiz, attempt);
      if (isSent) await this.attempts.update({ id: attempt.id }, { owner_told_at: NOW });
      return;
    }
    const isNotifiedLater = isLate && quiz.release_score === 'after_close';
    if (!isNotifiedLater && isReleased(quiz, attempt, attempt.closes_at)) await this.storeNotified(attempt);
  }

  async notifyMarked(quiz: Quiz, attempt: Scored, by: string): Promise<void> {
    const isNew = attempt.old_status === 'submitted' && attempt.status === 'graded';
    if (!isNew || attempt.preview || !isReleased(quiz, attempt, attempt.closes_at)) return;
    this.notifications.notifyGraded(quiz, attempt, by);
    await this.storeNotified(attempt);
  }

  /** Takers who know their score are notified of another one. */
  notifyRegraded(quiz: Quiz, scored: Scored[]): void {
    for (const attempt of scored) {
      const isOther = attempt.old_score !== attempt.score || attempt.old_percent !== attempt.percent;
      if (!isOther || attempt.preview || !isReleased(quiz, attempt, attempt.closes_at)) continue;
      this.notifications.notifyRegraded(quiz, attempt);
    }
  }

  /** A pass is never taken back, and given twice it changes nothing. */
  async completeLessons(quizId: string, attempts: Scored[]): Promise<void> {
    const graded = attempts.filter(({ preview, status }) => !preview && status === 'graded');
    if (!graded.length) return;
    const takers = [...new Set(graded.map(({ owner_id }) => owner_id))];
    const courses = this.services.of('courses');
    for (const user_id of await this.attempts.passed(quizId, takers))
      await courses?.completeByRef({ user_id, ref_id: quizId });
  }

  private async storeNotified({ id }: Scored): Promise<void> {
    await this.attempts.update({ id, taker_told_at: null }, { taker_told_at: NOW });
  }
}
