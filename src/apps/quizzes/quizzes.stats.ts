import { IsInt, IsNumber, IsString } from 'class-validator';
import { AppProvider } from '../kernel/app-provider.js';
import { ListOf, Nested, Nullable, Uuid } from '../../platform/http/input/fields.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { StatsRepository } from './stats.repository.js';

class QuizFigures {
  @Uuid() id!: string;
  @IsString() title!: string;
  @IsInt() attempts!: number;
  @Nullable() @IsNumber() mean_percent!: number | null;
}

class TakenFigures {
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

/** A teacher's figures, and the caller's own attempts. */
@AppProvider()
export class QuizzesStats extends AppStats {
  readonly shape = QuizzesFigures;

  constructor(private readonly figures: StatsRepository) {
    super();
  }

  async of(userId: string, { from, to }: Days): Promise<QuizzesFigures> {
    const [now, questions_to_check, by_quiz, taken] = await Promise.all([
      this.figures.now(userId, from, to),
      this.figures.toCheck(userId),
      this.figures.byQuiz(userId, from, to),
      this.figures.taken(userId, from, to),
    ]);
    return { ...now, questions_to_check, by_quiz, taken };
  }
}
