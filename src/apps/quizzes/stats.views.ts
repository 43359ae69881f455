import { IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Uuid } from '../../platform/http/fields.js';

export class QuizFigures {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsInt() attempts!: number;
  @Nullable() @IsNumber() mean_percent!: number | null;
}

export class TakenFigures {
  @IsInt() attempts!: number;
  /** Of released results. */
  @Nullable() @IsNumber() mean_percent!: number | null;
  @IsInt() passes!: number;
}

export class QuizzesFigures {
  @IsInt() quizzes_published!: number;
  /** Attempts. */
  @IsInt() started!: number;
  @IsInt() finished!: number;
  @IsInt() auto_submitted!: number;
  @IsInt() takers!: number;
  /** The finished share of the attempts that were started in these days; null if there are none. */
  @Nullable() @IsNumber() completion_rate!: number | null;
  @Nullable() @IsNumber() mean_percent!: number | null;
  /** The share of takers who passed, at quizzes with a percentage to pass. */
  @Nullable() @IsNumber() pass_rate!: number | null;
  /** Answers that have to be marked now. */
  @IsInt() to_grade!: number;
  /** Of attempts with an answer that was marked by hand. */
  @Nullable() @IsNumber() median_hours_to_grade!: number | null;
  /** Questions that the better takers get wrong more often. */
  @IsInt() questions_to_check!: number;
  @ListOf(() => QuizFigures) by_quiz!: QuizFigures[];
  /** Attempts of the caller. */
  @Nested(() => TakenFigures) taken!: TakenFigures;
}
