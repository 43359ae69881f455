import { AppProvider } from '../kernel/app-provider.js';
import { AppNotificationsService } from '../../notifications/app-notifications.service.js';
import { AppSettings } from '../kernel/app-settings.js';
import type { Quiz } from './entities/quiz.entity.js';
import { QuizzesSettings } from './quizzes.settings.js';

type Known = Pick<Quiz, 'id' | 'title'>;

/** What people are told of quizzes, in the transaction in which it happened. */
@AppProvider()
export class QuizNews {
  constructor(
    private readonly notifications: AppNotificationsService,
    private readonly settings: AppSettings,
  ) {}

  /** At once, where that is wanted; answers whether it was said. */
  async toGrade(quiz: Known & Pick<Quiz, 'owner_id'>, attemptId: string, takerId: string): Promise<boolean> {
    const { notify_to_grade } = await this.settings.of(QuizzesSettings, quiz.owner_id);
    if (notify_to_grade !== 'each') return false;
    const data = { attempt_id: attemptId, user_id: takerId };
    const body = `There is an attempt at ${quiz.title} to mark.`;
    this.tell([quiz.owner_id], 'quizzes.to_grade', quiz, body, { data, by: takerId });
    return true;
  }

  /** What has gathered: how many of which quizzes. */
  waiting(ownerId: string, quizzes: (Known & { attempts: number })[]): void {
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

  graded(quiz: Known, attemptId: string, takerId: string, by: string | null): void {
    const body = `Your attempt at ${quiz.title} is marked.`;
    this.tell([takerId], 'quizzes.graded', quiz, body, { data: { attempt_id: attemptId }, by });
  }

  results(quiz: Known, takerIds: string[]): void {
    this.tell(takerIds, 'quizzes.results', quiz, `The results of ${quiz.title} are there.`);
  }

  regraded(
    quiz: Known,
    takerId: string,
    change: { attempt_id: string; old_score: number | null; score: number },
  ): void {
    const body = `Your score at ${quiz.title} was ${change.old_score}, and is now ${change.score}.`;
    this.tell([takerId], 'quizzes.regraded', quiz, body, { data: change });
  }

  accommodation(quiz: Known, userId: string, by: string, isTaken: boolean): void {
    const body = isTaken
      ? `For ${quiz.title} the same holds for you as for all others now.`
      : `For ${quiz.title} you have times or attempts of your own.`;
    this.tell([userId], 'quizzes.accommodation', quiz, body, { by });
  }

  closingSoon(quiz: Known, takerId: string, attemptId: string, dueAt: Date): void {
    const body = `${quiz.title} closes soon, and your attempt is still open.`;
    const data = { attempt_id: attemptId, due_at: dueAt };
    this.tell([takerId], 'quizzes.closing_soon', quiz, body, { data });
  }

  private tell(
    userIds: string[],
    type: `quizzes.${string}`,
    { id, title }: Known,
    body: string,
    { data = {}, by = null }: { data?: object; by?: string | null } = {},
  ): void {
    const notice = { type, title, body, data: { quiz_id: id, ...data }, actor_id: by };
    this.notifications.notifyMany(userIds, notice);
  }
}
