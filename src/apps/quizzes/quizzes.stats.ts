import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { StatsRepository } from './stats.repository.js';
import { QuizzesFigures } from './stats.views.js';

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
