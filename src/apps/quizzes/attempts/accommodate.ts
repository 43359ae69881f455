import { AppProvider } from '../../kernel/app-provider.js';
import { JobsService } from '../../../jobs/jobs.service.js';
import { notFound } from '../../../platform/http/refusal.js';
import type { Quiz, QuizAccommodation } from '../entities/quiz.entity.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import { SubmitOverdue } from '../jobs/submit-overdue.job.js';
import { QuizNews } from '../quiz-news.js';
import { expectOrder, momentOf } from '../quizzes/moments.js';
import { AccommodationRepository } from './accommodation.repository.js';
import { AttemptRepository } from './attempt.repository.js';
import { CLOSES_AFTER_SECONDS, dueAt } from './deadlines.js';

/** What is left of a deadline that moves towards one. */
const LEAST_MS = 60_000;

interface Wishes {
  user_id: string;
  extra_time_percent?: number;
  no_time_limit?: boolean;
  extra_attempts?: number;
  opens_at?: string | null;
  closes_at?: string | null;
  note?: string;
  remove?: boolean;
}

/** Sets the accommodation of one taker, with the quiz locked; a running attempt follows it at once. */
@AppProvider()
export class Accommodate {
  constructor(
    private readonly accommodations: AccommodationRepository,
    private readonly attempts: AttemptRepository,
    private readonly news: QuizNews,
    private readonly jobs: JobsService,
    private readonly overdue: SubmitOverdue,
  ) {}

  async run(quiz: Quiz, { user_id, remove = false, ...wishes }: Wishes, by: string) {
    if (!(await this.accommodations.isUser(user_id))) throw notFound('User');
    const known = await this.accommodations.find(quiz.id, user_id);
    const accommodation = remove
      ? await this.remove(known)
      : await this.accommodations.set(quiz.id, user_id, changesOf(known, wishes));
    this.news.accommodation(quiz, user_id, by, remove);
    const running = await this.attempts.lockRunning(quiz.id, user_id);
    return { accommodation, attempt: running ? await this.moved(quiz, running, accommodation) : null };
  }

  private async remove(known: QuizAccommodation | undefined): Promise<null> {
    if (!known) throw notFound('Accommodation');
    await this.accommodations.remove(known.id);
    return null;
  }

  private async moved(quiz: Quiz, attempt: QuizAttempt, granted: QuizAccommodation | null): Promise<QuizAttempt> {
    const wanted = dueAt(attempt, quiz, granted ?? undefined);
    if (+(wanted ?? 0) === +(attempt.due_at ?? 0)) return attempt;
    const due_at = wanted && new Date(Math.max(+wanted, Date.now() + LEAST_MS));
    if (due_at) {
      const seconds = Math.ceil((+due_at - Date.now()) / 1000) + CLOSES_AFTER_SECONDS;
      await this.jobs.enqueue(this.overdue, { attempt_id: attempt.id }, seconds);
    }
    return this.attempts.update(attempt.id, { due_at });
  }
}

function changesOf(
  known: QuizAccommodation | undefined,
  { opens_at, closes_at, ...plain }: Omit<Wishes, 'user_id' | 'remove'>,
) {
  const times = {
    opens_at: opens_at === undefined ? (known?.opens_at ?? null) : momentOf(opens_at),
    closes_at: closes_at === undefined ? (known?.closes_at ?? null) : momentOf(closes_at),
  };
  expectOrder(times);
  const { extra_time_percent, no_time_limit, extra_attempts, note } = plain;
  const given = Object.entries({ extra_time_percent, no_time_limit, extra_attempts, note });
  return { ...Object.fromEntries(given.filter(([, value]) => value !== undefined)), ...times };
}
