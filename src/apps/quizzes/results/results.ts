import { AppProvider } from '../../kernel/app-provider.js';
import { AppServices } from '../../contracts/app-services.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { QuizNews } from '../quiz-news.js';
import { isReleased } from './release.js';
import { type Scored, ScoreRepository } from './score.repository.js';

/** What follows from what attempts have come to: lessons that are completed by it, and who is told. */
@AppProvider()
export class Results {
  constructor(
    private readonly scores: ScoreRepository,
    private readonly services: AppServices,
    private readonly news: QuizNews,
  ) {}

  /** Of attempts that are locked; those who pass by that complete their lessons. */
  async score(quizId: string, attemptIds: string[]): Promise<Scored[]> {
    const scored = await this.scores.score(attemptIds);
    const changed = scored.filter(
      (one) => one.old_status !== one.status || one.old_percent !== one.percent || one.old_passed !== one.passed,
    );
    await this.complete(quizId, changed);
    return scored;
  }

  /** A taker who submits sees the result at once, so no notification at the closing is needed. */
  async finished(quiz: Quiz, attempt: Scored, isLate: boolean): Promise<void> {
    if (attempt.preview) return;
    if (attempt.status === 'submitted') {
      if (await this.news.toGrade(quiz, attempt.id, attempt.owner_id)) await this.scores.ownerTold([attempt.id]);
      return;
    }
    const hears = isLate && quiz.release_score === 'after_close';
    if (!hears && isReleased(quiz, attempt, attempt.closes_at)) await this.scores.told([attempt.id]);
  }

  /** Marked by hand. */
  async marked(quiz: Quiz, attempt: Scored, by: string): Promise<void> {
    const isNew = attempt.old_status === 'submitted' && attempt.status === 'graded';
    if (!isNew || attempt.preview || !isReleased(quiz, attempt, attempt.closes_at)) return;
    this.news.graded(quiz, attempt.id, attempt.owner_id, by);
    await this.scores.told([attempt.id]);
  }

  /** Measured anew: those who know their score are told of another. */
  regraded(quiz: Quiz, scored: Scored[]): void {
    for (const attempt of scored) {
      const { id, owner_id, old_score, score, old_percent, percent, preview } = attempt;
      const isOther = old_score !== score || old_percent !== percent;
      if (!isOther || preview || !isReleased(quiz, attempt, attempt.closes_at)) continue;
      this.news.regraded(quiz, owner_id, { attempt_id: id, old_score, score });
    }
  }

  /** A pass is never taken back, and given twice it changes nothing. */
  async complete(quizId: string, attempts: Pick<Scored, 'owner_id' | 'preview' | 'status'>[]): Promise<void> {
    const graded = attempts.filter(({ preview, status }) => !preview && status === 'graded');
    if (!graded.length) return;
    const takers = [...new Set(graded.map(({ owner_id }) => owner_id))];
    const courses = this.services.of('courses');
    for (const user_id of await this.scores.passed(quizId, takers))
      await courses?.completeByRef({ user_id, ref_id: quizId });
  }
}
