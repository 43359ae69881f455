import { IsInt, IsNumber, IsString } from 'class-validator';
import { ListOf, Nested, Nullable, Uuid } from '../../platform/http/input/fields.js';

export class QuizFigures {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsInt() attempts!: number;
  @Nullable() @IsNumber() mean_percent!: number | null;
}

export class TakenFigures {
  @IsInt() attempts!: number;
  /** Of what is released. */
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
  /** Finished of started in these days; null where none was. */
  @Nullable() @IsNumber() completion_rate!: number | null;
  @Nullable() @IsNumber() mean_percent!: number | null;
  /** Takers who passed, of those who finished, where there is something to pass. */
  @Nullable() @IsNumber() pass_rate!: number | null;
  /** Answers that wait at this moment. */
  @IsInt() to_grade!: number;
  /** Of attempts in which something was marked by hand. */
  @Nullable() @IsNumber() median_hours_to_grade!: number | null;
  /** Where those who know more are wrong more often. */
  @IsInt() questions_to_check!: number;
  @ListOf(() => QuizFigures) by_quiz!: QuizFigures[];
  /** Attempts of the caller. */
  @Nested(() => TakenFigures) taken!: TakenFigures;
}
