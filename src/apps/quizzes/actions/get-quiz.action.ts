import { IsBoolean, IsInt, IsNumber } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { seesAsAdmin } from '../../kernel/calls/site-role.js';
import { viewOf } from '../../kernel/rows/view.js';
import { AttemptFinishService } from '../attempts/attempt-finish.service.js';
import { attemptsLeft, limitOf, nextAttemptAt, windowOf } from '../attempts/attempt.policy.js';
import { type OwnAttempt, type TakerResult, TakerRepository } from '../attempts/taker.repository.js';
import { QuizAttempt } from '../entities/quiz-attempt.entity.js';
import type { Quiz } from '../entities/quiz.entity.js';
import { QuestionImagesService, QuestionView } from '../questions/question-images.service.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { QuizCoursesService } from '../quizzes/quiz-courses.service.js';
import { QuizRepository } from '../quizzes/quiz.repository.js';
import { presentQuiz, QuizView } from '../quizzes/quiz.views.js';

class Input {
  @Uuid() quiz_id!: string;
}

const ATTEMPT_COLUMNS = ['id', 'number', 'status', 'started_at', 'submitted_at', 'percent'] as const;

/** `percent` is null until it is released. */
class OwnAttemptView extends viewOf(QuizAttempt, { only: ATTEMPT_COLUMNS }) {}

class OwnStandingView {
  /** The last hundred, newest first. */
  @ListOf(() => OwnAttemptView) attempts!: OwnAttemptView[];
  /** Null: unlimited. */
  @Nullable() @IsInt() attempts_left!: number | null;
  @Nullable() @Uuid() in_progress_attempt_id!: string | null;
  @Nullable() @IsNumber() best_percent!: number | null;
  /** The result by the scoring of the quiz, which need not be the best one. */
  @Nullable() @IsNumber() counted_percent!: number | null;
  @Nullable() @IsBoolean() passed!: boolean | null;
  @Nullable() @Time() next_attempt_at!: Date | null;
  @Nullable() @Time() opens_at!: Date | null;
  @Nullable() @Time() closes_at!: Date | null;
  @Nullable() @IsInt() time_limit_seconds!: number | null;
}

class Result {
  @Nested(() => QuizView) quiz!: QuizView;
  @Nested(() => OwnStandingView) my!: OwnStandingView;
  /** With keys for the owner; null for a taker, who sees the questions in the attempt. */
  @Nullable() @ListOf(() => QuestionView) questions!: QuestionView[] | null;
}

@Action('get-quiz', {
  access: 'authenticated',
  description: 'The rules of a quiz and where the caller stands; for its owner its questions too.',
  input: Input,
  result: Result,
  refuses: { 404: ['Quiz not found'] },
})
export class GetQuiz {
  constructor(
    private readonly quizzes: QuizRepository,
    private readonly courses: QuizCoursesService,
    private readonly takers: TakerRepository,
    private readonly finish: AttemptFinishService,
    private readonly questions: QuestionRepository,
    private readonly images: QuestionImagesService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const quiz = await this.quizzes.the({ id: input.quiz_id }, 'Quiz');
    const isOwners = quiz.owner_id === caller.id || seesAsAdmin(caller);
    const result = await this.resultOf(quiz, caller.id);
    if (!isOwners && !(await this.isVisible(quiz, caller.id, result))) throw notFound('Quiz');
    const my = await this.ownResult(quiz, caller.id, result);
    const questions = isOwners ? await this.questions.ofQuiz(quiz.id) : null;
    return { quiz: presentQuiz(quiz), my, questions: questions && questions.map((row) => this.images.present(row)) };
  }

  /** An attempt whose time is up is finished first. */
  private async resultOf(quiz: Quiz, userId: string): Promise<TakerResult> {
    let result = await this.takers.result(quiz.id, userId);
    if (result?.running_id && result.running_is_overdue) {
      await this.finish.finishIfOverdue(result.running_id);
      result = await this.takers.result(quiz.id, userId);
    }
    if (!result) throw notFound('Quiz');
    return result;
  }

  private async isVisible({ status, course_id }: Quiz, userId: string, { used }: TakerResult): Promise<boolean> {
    if (used) return true;
    return status !== 'draft' && (!course_id || (await this.courses.isEnrolled(userId, course_id)));
  }

  private async ownResult(quiz: Quiz, userId: string, result: TakerResult): Promise<OwnStandingView> {
    const [attempts, granted] = await Promise.all([
      this.takers.attempts(quiz.id, userId),
      this.takers.accommodation(quiz.id, userId),
    ]);
    const next = nextAttemptAt(quiz, result.submitted_at);
    return {
      attempts,
      attempts_left: attemptsLeft(quiz, result.used, granted),
      in_progress_attempt_id: result.running_id,
      ...reached(attempts, result),
      next_attempt_at: next && +next > Date.now() ? next : null,
      ...windowOf(quiz, granted),
      time_limit_seconds: limitOf(quiz.time_limit_seconds, granted),
    };
  }
}

/** The result is shown once a graded attempt is released; then all graded attempts are. */
function reached(attempts: OwnAttempt[], { best_percent, percent: counted_percent, passed }: TakerResult) {
  const isReleased = attempts.some(({ status, percent }) => status === 'graded' && percent !== null);
  const nothing = { best_percent: null, counted_percent: null, passed: null };
  return isReleased ? { best_percent, counted_percent, passed } : nothing;
}
