import { IsBoolean, IsIn, IsInt, IsNumber } from 'class-validator';
import { ListOf, Nested, Nullable, Time, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { ATTEMPT_STATUSES } from '../entities/quiz-attempt.entity.js';
import { OwnStanding } from '../attempts/own-standing.js';
import { QuestionRepository } from '../questions/question.repository.js';
import { QuizzesPresenter } from '../quizzes.presenter.js';
import { QuestionView, QuizView } from '../quizzes.views.js';

class Input {
  @Uuid() quiz_id!: string;
}

class OwnAttemptView {
  @Uuid() id!: string;
  @IsInt() number!: number;
  @IsIn(ATTEMPT_STATUSES) status!: string;
  @Time() started_at!: Date;
  @Nullable() @Time() submitted_at!: Date | null;
  /** When it is released. */
  @Nullable() @IsNumber() percent!: number | null;
}

class OwnStandingView {
  /** The last hundred, newest first. */
  @ListOf(() => OwnAttemptView) attempts!: OwnAttemptView[];
  /** Null: as many as one likes. */
  @Nullable() @IsInt() attempts_left!: number | null;
  @Nullable() @Uuid() in_progress_attempt_id!: string | null;
  @Nullable() @IsNumber() best_percent!: number | null;
  /** By the scoring of the quiz, which may be another than the best. */
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
    private readonly standing: OwnStanding,
    private readonly questions: QuestionRepository,
    private readonly presenter: QuizzesPresenter,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { quiz, my, isOwners } = await this.standing.of(input.quiz_id, caller);
    const questions = isOwners ? await this.questions.ofQuiz(quiz.id) : null;
    return {
      quiz: this.presenter.quiz(quiz),
      my,
      questions: questions && questions.map((row) => this.presenter.question(row)),
    };
  }
}
