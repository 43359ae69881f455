import { AppProvider } from '../../kernel/app-provider.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz, QuizAccommodation } from '../entities/quiz.entity.js';
import { SubmitOverdue } from './submit-overdue.job.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { AttemptFinishService } from './attempt-finish.service.js';
import { attemptsLeft, dueAt, nextAttemptAt, windowOf } from './attempt.policy.js';
import { AttemptRepository } from './attempt.repository.js';
import { drawn, pointsOf } from './paper.js';
import { TakerRepository } from './taker.repository.js';

interface Opening {
  number: number;
  preview: boolean;
  granted: QuizAccommodation | undefined;
}

/** When and how often a user may begin an attempt, and how it begins. */
@AppProvider()
export class AttemptStartService {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly attempts: AttemptRepository,
    private readonly takers: TakerRepository,
    private readonly questions: QuestionRepository,
    private readonly finish: AttemptFinishService,
    private readonly overdue: SubmitOverdue,
  ) {}

  /** The lock on the quiz is shared: many attempts may begin at once, but none while the quiz is changed. */
  async lock(quizId: string, userId: string): Promise<{ quiz: Quiz; running: QuizAttempt | undefined }> {
    await this.attempts.lockTaker(quizId, userId);
    const quiz = await this.quizzes.the({ id: quizId }, 'Quiz', { lock: 'share' });
    return { quiz, running: await this.finish.lockRunning(quiz, userId) };
  }

  /** Refuses a taker who may not begin now. */
  async findOpening(quiz: Quiz, userId: string, preview: boolean): Promise<Opening> {
    const granted = preview ? undefined : await this.takers.accommodation(quiz.id, userId);
    if (!preview) expectOpen(windowOf(quiz, granted));
    const { last, submitted_at } = await this.takers.lastAttempt(quiz.id, userId, preview);
    if (!preview) {
      if (attemptsLeft(quiz, last, granted) === 0) throw new Refusal(409, 'No attempts left');
      const next = nextAttemptAt(quiz, submitted_at);
      if (next && next > new Date()) throw new Refusal(409, `Next attempt is possible from ${next.toISOString()}`);
    }
    return { number: last + 1, preview, granted };
  }

  async begin(quiz: Quiz, takerId: string, { number, preview, granted }: Opening): Promise<QuizAttempt> {
    const layout = drawn(quiz, await this.questions.ofQuiz(quiz.id));
    if (!layout.length) throw new Refusal(409, 'Add at least one question first');
    const { time_limit_seconds } = quiz;
    const begun = { started_at: new Date(), time_limit_seconds, preview };
    const attempt = await this.attempts.insert({
      ...begun,
      owner_id: takerId,
      quiz_id: quiz.id,
      number,
      status: 'in_progress',
      due_at: dueAt(begun, quiz, granted),
      layout,
      max_score: pointsOf(layout),
    });
    await this.overdue.schedule(attempt);
    return attempt;
  }
}

function expectOpen({ opens_at, closes_at }: Pick<Quiz, 'opens_at' | 'closes_at'>): void {
  const now = new Date();
  if (opens_at && opens_at > now) throw new Refusal(409, `Quiz opens on ${opens_at.toISOString()}`);
  if (closes_at && closes_at <= now) throw new Refusal(409, 'Quiz is closed');
}
