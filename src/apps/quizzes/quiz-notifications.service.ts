import { AppProvider } from '../kernel/app-provider.js';
import { AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { AppSettings } from '../kernel/app-settings.js';
import type { QuizAttempt } from './entities/quiz-attempt.entity.js';
import type { Quiz } from './entities/quiz.entity.js';
import { QuizzesSettings } from './quizzes.settings.js';

type Known = Pick<Quiz, 'id' | 'title'>;
type Scored = Taken & { score: number; old_score: number | null };
type Taken = Pick<QuizAttempt, 'id' | 'owner_id'>;

/** The notifications of quizzes, written in the transaction of what they are about. */
@AppProvider()
export class QuizNotificationsService {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly settings: AppSettings,
  ) {}

  /** Notifies owners who want it at once. Returns whether the owner is one of them. */
  async notifyToGrade(quiz: Quiz, { id, owner_id }: Taken): Promise<boolean> {
    const { notify_to_grade } = await this.settings.of(QuizzesSettings, quiz.owner_id);
    if (notify_to_grade !== 'each') return false;
    const data = { attempt_id: id, user_id: owner_id };
    const body = `There is an attempt at ${quiz.title} to mark.`;
    this.notify([quiz.owner_id], 'quizzes.to_grade', quiz, body, { data, by: owner_id });
    return true;
  }

  /** One notification of all attempts that wait. */
  notifyWaiting(ownerId: string, quizzes: (Known & { attempts: number })[]): void {
    const attempts = quizzes.reduce((sum, quiz) => sum + quiz.attempts, 0);
    this.notifications.notify(ownerId, {
      type: 'quizzes.to_grade',
      title: 'Attempts to mark',
      body: attempts === 1 ? 'There is an attempt to mark.' : `There are ${attempts} attempts to mark.`,
      data: {
        attempts,
        quizzes: quizzes.map(({ id, title, attempts: n }) => ({ quiz_id: id, title, attempts: n })),
      },
    });
  }

  notifyGraded(quiz: Known, { id, owner_id }: Taken, by: string): void {
    const body = `Your attempt at ${quiz.title} is marked.`;
    this.notify([owner_id], 'quizzes.graded', quiz, body, { data: { attempt_id: id }, by });
  }

  notifyResults(quiz: Known, takerIds: string[]): void {
    this.notify(takerIds, 'quizzes.results', quiz, `The results of ${quiz.title} are there.`);
  }

  notifyRegraded(quiz: Known, { id, owner_id, score, old_score }: Scored): void {
    const body = `Your score at ${quiz.title} was ${old_score}, and is now ${score}.`;
    this.notify([owner_id], 'quizzes.regraded', quiz, body, { data: { attempt_id: id, old_score, score } });
  }

  notifyAccommodation(quiz: Known, userId: string, by: string, isRemoved: boolean): void {
    const body = isRemoved
      ? `For ${quiz.title} the same holds for you as for all others now.`
      : `For ${quiz.title} you have times or attempts of your own.`;
    this.notify([userId], 'quizzes.accommodation', quiz, body, { by });
  }

  notifyClosing(quiz: Known, takerId: string, attemptId: string, dueAt: Date): void {
    const body = `${quiz.title} closes soon, and your attempt is still open.`;
    const data = { attempt_id: attemptId, due_at: dueAt };
    this.notify([takerId], 'quizzes.closing_soon', quiz, body, { data });
  }

  private notify(
    userIds: string[],
    type: `quizzes.${string}`,
    { id, title }: Known,
    body: string,
    { data = {}, by = null }: { data?: object; by?: string | null } = {},
  ): void {
    const notification = { type, title, body, data: { quiz_id: id, ...data }, actor_id: by };
    this.notifications.notifyMany(userIds, notification);
  }
}
