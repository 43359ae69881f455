import type { Described } from './described.js';

/** What the app `quizzes` is asked by others. */
export interface QuizzesService {
  /** Those that there are, in any order. */
  describe(ids: string[]): Promise<Described[]>;
  /** The best score of a taker; undefined where no attempt is graded. */
  result(userId: string, quizId: string): Promise<QuizResult | undefined>;
}

export interface QuizResult {
  percent: number;
  /** Null: the quiz asks for no percentage. */
  passed: boolean | null;
}
