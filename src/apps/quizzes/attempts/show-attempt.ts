import { AppProvider } from '../../kernel/app-provider.js';
import type { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz, QuizQuestion } from '../entities/quiz.entity.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { QuizzesPresenter } from '../quizzes.presenter.js';
import type { AttemptView, OpenAttempt } from '../quizzes.views.js';
import { isReleased, type Position, showsAnswers } from '../results/release.js';
import { AccommodationRepository } from './accommodation.repository.js';
import { AnswerRepository } from './answer.repository.js';
import { attemptsLeft } from './openings.js';
import { remainingSeconds, windowOf } from './deadlines.js';
import { StandingRepository } from './standing.repository.js';

/** An attempt as somebody may see it: its taker, as far as it is released, or its quiz's owner. */
@AppProvider()
export class ShowAttempt {
  constructor(
    private readonly questions: QuestionRepository,
    private readonly answers: AnswerRepository,
    private readonly accommodations: AccommodationRepository,
    private readonly standings: StandingRepository,
    private readonly presenter: QuizzesPresenter,
  ) {}

  async alone(quiz: Quiz, attempt: QuizAttempt, isOwners = false): Promise<AttemptView> {
    const released = isReleased(quiz, attempt, await this.closing(quiz, attempt));
    return this.presenter.attempt(attempt, released, released || isOwners);
  }

  async whole(quiz: Quiz, attempt: QuizAttempt, isOwners = false): Promise<OpenAttempt & { attempt: AttemptView }> {
    const [shown, position, answers, questions] = await Promise.all([
      this.alone(quiz, attempt, isOwners),
      this.position(quiz, attempt),
      this.answers.of(attempt.id),
      this.questions.byIds(attempt.layout.map(({ id }) => id)),
    ]);
    const withKey = isOwners || showsAnswers(quiz, attempt, position);
    return {
      attempt: shown,
      questions: attempt.layout.map((drawn) =>
        this.presenter.onPaper(questions.get(drawn.id) as QuizQuestion, drawn, withKey),
      ),
      answers: answers.map((row) => this.presenter.answer(row, isOwners || shown.released)),
      remaining_seconds: remainingSeconds(attempt),
    };
  }

  private async position(quiz: Quiz, attempt: QuizAttempt): Promise<Position> {
    const closes_at = await this.closing(quiz, attempt);
    if (attempt.status === 'in_progress' || quiz.show_answers !== 'after_last_attempt')
      return { closes_at, isThrough: false, hasPassed: false };
    const [standing, granted] = await Promise.all([
      this.standings.of(quiz.id, attempt.owner_id),
      this.accommodations.find(quiz.id, attempt.owner_id),
    ]);
    const isThrough = attemptsLeft(quiz, standing.used, granted) === 0 && !standing.running_id;
    return { closes_at, isThrough, hasPassed: standing.passed === true };
  }

  private async closing(quiz: Quiz, { owner_id }: QuizAttempt): Promise<Date | null> {
    const hasClosing = quiz.release_score === 'after_close' || quiz.show_answers === 'after_close';
    const granted = hasClosing ? await this.accommodations.find(quiz.id, owner_id) : undefined;
    return windowOf(quiz, granted).closes_at;
  }
}
